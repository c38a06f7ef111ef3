/** Rows by the value of one column, nearly in order: each value belongs to one of 262,144 buckets that ascend with it,
 *  and the rows of a bucket are chained. A row changes its bucket in O(1), so the order is kept while values change;
 *  who walks it sorts only the rows of the bucket at which it stops. */
export type RankedList = {
  /** Null puts the row among those without a value. */
  set(row: number, value: number | null): void
  /** Takes the row out. */
  drop(row: number): void
  /** The bucket after this one in the direction of the walk that holds a row; -1 at the end. Begins with null. */
  nextBucket(bucket: number | null, isDescending: boolean): number
  /** The first row of a bucket, and the one after a row in it; -1 for none. */
  first(bucket: number): number
  next(row: number): number
  readonly bytes: number
}

export type Scale =
  /** By sign, exponent and nine bits of the fraction: 512 buckets for each power of two. */
  | 'float'
  /** Buckets of one width from an origin on; what lies outside is in the first or the last one. */
  | { readonly origin: number; readonly width: number }

const BUCKET_BITS = 18
const BUCKETS = 1 << BUCKET_BITS
/** Rows without a value. */
export const UNKNOWN_BUCKET = BUCKETS
const ABSENT = -1
const SEGMENT_BITS = 14
const SEGMENT_ROWS = 1 << SEGMENT_BITS
const ROW_MASK = SEGMENT_ROWS - 1

const float = new Float32Array(1)
const floatBits = new Uint32Array(float.buffer)

/** Ascends with the value. */
export function bucketOf(value: number, scale: Scale): number {
  if (scale !== 'float') return Math.min(BUCKETS - 1, Math.max(0, Math.floor((value - scale.origin) / scale.width)))
  // The two zeros are one value.
  float[0] = value + 0
  const bits = floatBits[0]!
  return ((bits & 0x8000_0000) !== 0 ? ~bits : bits | 0x8000_0000) >>> (32 - BUCKET_BITS)
}

export function createRankedList(scale: Scale = 'float'): RankedList {
  return new List(scale)
}

class List implements RankedList {
  private readonly scale: Scale
  private readonly heads = new Int32Array(BUCKETS + 1).fill(ABSENT)
  private readonly held = createBitmap(BUCKETS)
  /** In segments: growing adds one and copies nothing. */
  private readonly nexts: Int32Array[] = []
  private readonly previous: Int32Array[] = []
  private readonly buckets: Int32Array[] = []

  constructor(scale: Scale) {
    this.scale = scale
  }

  get bytes(): number {
    return this.heads.byteLength + this.held.bytes + 3 * this.buckets.length * SEGMENT_ROWS * 4
  }

  set(row: number, value: number | null): void {
    const segment = row >>> SEGMENT_BITS
    while (segment >= this.buckets.length) this.grow()
    const bucket = value === null ? UNKNOWN_BUCKET : bucketOf(value, this.scale)
    const at = row & ROW_MASK
    const before = this.buckets[segment]![at]!
    if (before === bucket) return
    if (before !== ABSENT) this.unlink(row)
    const head = this.heads[bucket]!
    this.nexts[segment]![at] = head
    this.previous[segment]![at] = ABSENT
    if (head !== ABSENT) this.previous[head >>> SEGMENT_BITS]![head & ROW_MASK] = row
    else if (bucket !== UNKNOWN_BUCKET) this.held.set(bucket)
    this.heads[bucket] = row
    this.buckets[segment]![at] = bucket
  }

  drop(row: number): void {
    const buckets = this.buckets[row >>> SEGMENT_BITS]
    if (buckets !== undefined && buckets[row & ROW_MASK] !== ABSENT) this.unlink(row)
  }

  nextBucket(bucket: number | null, isDescending: boolean): number {
    if (bucket === UNKNOWN_BUCKET) return ABSENT
    const found = isDescending ? this.held.below(bucket ?? BUCKETS) : this.held.above(bucket ?? -1)
    if (found !== ABSENT) return found
    return this.heads[UNKNOWN_BUCKET] === ABSENT ? ABSENT : UNKNOWN_BUCKET
  }

  first(bucket: number): number {
    return this.heads[bucket]!
  }

  next(row: number): number {
    return this.nexts[row >>> SEGMENT_BITS]![row & ROW_MASK]!
  }

  private grow(): void {
    for (const column of [this.nexts, this.previous, this.buckets])
      column.push(new Int32Array(SEGMENT_ROWS).fill(ABSENT))
  }

  private unlink(row: number): void {
    const segment = row >>> SEGMENT_BITS
    const at = row & ROW_MASK
    const bucket = this.buckets[segment]![at]!
    const before = this.previous[segment]![at]!
    const after = this.nexts[segment]![at]!
    if (before !== ABSENT) this.nexts[before >>> SEGMENT_BITS]![before & ROW_MASK] = after
    else {
      this.heads[bucket] = after
      if (after === ABSENT && bucket !== UNKNOWN_BUCKET) this.held.clear(bucket)
    }
    if (after !== ABSENT) this.previous[after >>> SEGMENT_BITS]![after & ROW_MASK] = before
    this.buckets[segment]![at] = ABSENT
  }
}

/** Which of many numbers are there, with the neighbours of each: a bit for each number and one for each word of those. */
function createBitmap(size: number) {
  const words = new Uint32Array(size / 32)
  const filled = new Uint32Array(size / 1_024)

  function settle(word: number): void {
    if (words[word] !== 0) filled[word >>> 5]! |= 1 << (word & 31)
    else filled[word >>> 5]! &= ~(1 << (word & 31))
  }

  return {
    bytes: words.byteLength + filled.byteLength,
    set(at: number): void {
      words[at >>> 5]! |= 1 << (at & 31)
      settle(at >>> 5)
    },
    clear(at: number): void {
      words[at >>> 5]! &= ~(1 << (at & 31))
      settle(at >>> 5)
    },
    /** The greatest below; -1 for none. */
    below(at: number): number {
      if (at === 0) return ABSENT
      const word = highestUpTo(words, at - 1, (at - 1) >>> 5)
      if (word !== ABSENT || at <= 32) return word
      const from = ((at - 1) >>> 5) - 1
      const found = highestUpTo(filled, from, 0)
      return found === ABSENT ? ABSENT : (found << 5) + 31 - Math.clz32(words[found]!)
    },
    /** The least above; -1 for none. */
    above(at: number): number {
      const from = at + 1
      if (from >= size) return ABSENT
      const near = lowestFrom(words, from, from >>> 5)
      if (near !== ABSENT) return near
      const next = (from >>> 5) + 1
      const found = next >= words.length ? ABSENT : lowestFrom(filled, next, filled.length - 1)
      return found === ABSENT ? ABSENT : (found << 5) + lowestBit(words[found]!)
    },
  }
}

/** The highest set bit at or below one, in no word before `lastWord`; -1 for none. */
function highestUpTo(bitmap: Uint32Array, at: number, lastWord: number): number {
  let word = at >>> 5
  let bits = bitmap[word]! & (0xffff_ffff >>> (31 - (at & 31)))
  while (bits === 0 && word > lastWord) bits = bitmap[--word]!
  return bits === 0 ? ABSENT : (word << 5) + 31 - Math.clz32(bits)
}

/** The lowest set bit at or above one, in no word after `lastWord`; -1 for none. */
function lowestFrom(bitmap: Uint32Array, at: number, lastWord: number): number {
  let word = at >>> 5
  let bits = bitmap[word]! & (0xffff_ffff << (at & 31))
  while (bits === 0 && word < lastWord) bits = bitmap[++word]!
  return bits === 0 ? ABSENT : (word << 5) + lowestBit(bits)
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}
