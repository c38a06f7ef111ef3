import assert from 'node:assert/strict'

/** Facts of pairs, a column each, in segments of `SEGMENT_ROWS` rows: growing adds a segment and copies nothing. What is
 *  unknown has no bit in the `known` bitmap of its column; the number beside it then says nothing. */

export const SEGMENT_BITS = 14
export const SEGMENT_ROWS = 1 << SEGMENT_BITS
const ROW_MASK = SEGMENT_ROWS - 1
const SEGMENT_WORDS = SEGMENT_ROWS / 32

export type Segment = {
  /** Bit set: the row holds a pair. */
  readonly alive: Uint32Array
  /** Bit set: something of the row was set, or it came or went, since `takeTouched`. */
  readonly touched: Uint32Array
  readonly numbers: readonly Float64Array[]
  readonly known: readonly Uint32Array[]
  /** Words of a dictionary of the owner; 0 for an unknown one. */
  readonly codes: readonly Uint16Array[]
  readonly flags: readonly Uint32Array[]
  readonly flagsKnown: readonly Uint32Array[]
}

export type ColumnCounts = { readonly numbers: number; readonly codes: number; readonly flags: number }

/** Called as rows come, go and get numbers: what keeps an order of its own. */
export type RowListener = {
  added(row: number): void
  removed(row: number): void
  changed(column: number, row: number, value: number | null): void
}

export type PairColumns = {
  readonly segments: readonly Segment[]
  /** Rows that are or were in use: the ones to look at are below it. */
  readonly rows: number
  /** Pairs. */
  readonly size: number
  readonly bytes: number
  /** A row without any fact, above all that were ever given out. */
  add(): number
  /** A row that was removed, without any fact. */
  revive(row: number): void
  /** Takes the pair away; its row is given out only by `revive`. */
  remove(row: number): void
  isAlive(row: number): boolean
  /** Null for what is unknown or not finite. */
  setNumber(column: number, row: number, value: number | null): void
  number(column: number, row: number): number | null
  setCode(column: number, row: number, code: number): void
  code(column: number, row: number): number
  setFlag(column: number, row: number, value: boolean | null): void
  flag(column: number, row: number): boolean | null
  /** Rows of one segment of which something was set, or that came or went, since the last call; ascending. */
  takeTouched(segment: number): number[]
  /** One at a time; null for none. */
  listen(listener: RowListener | null): void
}

export function createPairColumns(counts: ColumnCounts): PairColumns {
  return new Columns(counts)
}

class Columns implements PairColumns {
  readonly segments: Segment[] = []
  rows = 0
  size = 0
  bytes = 0
  private readonly counts: ColumnCounts
  private listener: RowListener | null = null

  constructor(counts: ColumnCounts) {
    this.counts = counts
  }

  add(): number {
    if (this.rows >>> SEGMENT_BITS === this.segments.length) {
      const segment = createSegment(this.counts)
      this.segments.push(segment)
      this.bytes += bytesOf(segment)
    }
    const row = this.rows++
    this.setAlive(row, true)
    this.listener?.added(row)
    return row
  }

  revive(row: number): void {
    assert(row < this.rows && !this.isAlive(row), 'a removed row')
    this.setAlive(row, true)
    this.listener?.added(row)
  }

  remove(row: number): void {
    assert(this.isAlive(row), 'a row with a pair')
    this.listener?.removed(row)
    const { known, codes, flagsKnown } = this.segmentOf(row)
    const at = row & ROW_MASK
    const [word, bit] = [at >>> 5, 1 << (at & 31)]
    for (const column of codes) column[at] = 0
    for (const column of known) column[word]! &= ~bit
    for (const column of flagsKnown) column[word]! &= ~bit
    this.setAlive(row, false)
  }

  isAlive(row: number): boolean {
    return row < this.rows && isSet(this.segmentOf(row).alive, row)
  }

  setNumber(column: number, row: number, given: number | null): void {
    const value = given !== null && Number.isFinite(given) ? given : null
    this.listener?.changed(column, row, value)
    const { numbers, known, touched } = this.segmentOf(row)
    setBit(touched, row, true)
    if (value !== null) numbers[column]![row & ROW_MASK] = value
    setBit(known[column]!, row, value !== null)
  }

  number(column: number, row: number): number | null {
    const { numbers, known } = this.segmentOf(row)
    return isSet(known[column]!, row) ? numbers[column]![row & ROW_MASK]! : null
  }

  setCode(column: number, row: number, code: number): void {
    const { codes, touched } = this.segmentOf(row)
    setBit(touched, row, true)
    codes[column]![row & ROW_MASK] = code
  }

  code(column: number, row: number): number {
    return this.segmentOf(row).codes[column]![row & ROW_MASK]!
  }

  setFlag(column: number, row: number, value: boolean | null): void {
    const { flags, flagsKnown, touched } = this.segmentOf(row)
    setBit(touched, row, true)
    setBit(flags[column]!, row, value === true)
    setBit(flagsKnown[column]!, row, value !== null)
  }

  flag(column: number, row: number): boolean | null {
    const { flags, flagsKnown } = this.segmentOf(row)
    return isSet(flagsKnown[column]!, row) ? isSet(flags[column]!, row) : null
  }

  takeTouched(segment: number): number[] {
    const rows: number[] = []
    const { touched } = this.segments[segment]!
    for (let word = 0; word < SEGMENT_WORDS; word++) {
      let bits = touched[word]!
      touched[word] = 0
      for (; bits !== 0; bits &= bits - 1)
        rows.push((segment << SEGMENT_BITS) + (word << 5) + 31 - Math.clz32(bits & -bits))
    }
    return rows
  }

  listen(next: RowListener | null): void {
    this.listener = next
  }

  private segmentOf(row: number): Segment {
    return this.segments[row >>> SEGMENT_BITS]!
  }

  private setAlive(row: number, isAlive: boolean): void {
    const { alive, touched } = this.segmentOf(row)
    setBit(alive, row, isAlive)
    setBit(touched, row, true)
    this.size += isAlive ? 1 : -1
  }
}

function createSegment({ numbers, codes, flags }: ColumnCounts): Segment {
  const bitmaps = (count: number) => Array.from({ length: count }, () => new Uint32Array(SEGMENT_WORDS))
  return {
    alive: new Uint32Array(SEGMENT_WORDS),
    touched: new Uint32Array(SEGMENT_WORDS),
    numbers: Array.from({ length: numbers }, () => new Float64Array(SEGMENT_ROWS)),
    known: bitmaps(numbers),
    codes: Array.from({ length: codes }, () => new Uint16Array(SEGMENT_ROWS)),
    flags: bitmaps(flags),
    flagsKnown: bitmaps(flags),
  }
}

function bytesOf({ alive, touched, numbers, known, codes, flags, flagsKnown }: Segment): number {
  return [alive, touched, ...numbers, ...known, ...codes, ...flags, ...flagsKnown].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  )
}

function isSet(bitmap: Uint32Array, row: number): boolean {
  const at = row & ROW_MASK
  return (bitmap[at >>> 5]! & (1 << (at & 31))) !== 0
}

function setBit(bitmap: Uint32Array, row: number, value: boolean): void {
  const at = row & ROW_MASK
  if (value) bitmap[at >>> 5]! |= 1 << (at & 31)
  else bitmap[at >>> 5]! &= ~(1 << (at & 31))
}
