import type { PairColumns } from './pair-columns.ts'
import { SEGMENT_BITS, SEGMENT_ROWS } from './pair-columns.ts'
import type { RankedList } from './ranked-list.ts'
import { BLOCK_ROWS, BLOCK_WORDS, blocksOf, filterBlock, holdsFor, type RowFilter } from './row-filter.ts'

/** Rows for which a filter holds, in the order of one column: greatest (or least) first, equal ones by lower row, those
 *  without a value last. */
export type RowOrder = { readonly column: number; readonly isDescending: boolean }

export type TopQuery = RowOrder & {
  readonly filter: RowFilter
  readonly limit: number
  /** Rows that are left out: those of earlier pages. */
  readonly without?: ReadonlySet<number> | undefined
}

/** Looks for the first rows along the kept order of a column, a bucket or more with each step. */
export type TopWalk = {
  /** `done`: the rows are found. `lost`: as many rows as allowed were looked at in vain, and a scan is the shorter way. */
  step(visits: number): 'more' | 'done' | 'lost'
  result(): number[]
}

/** `visits`: rows that may be looked at in all. Rows that move between steps are found once or, where they moved up past
 *  the walk, not at all. */
export function createTopWalk(columns: PairColumns, list: RankedList, query: TopQuery, visits: number): TopWalk {
  const { column, isDescending, filter, limit, without } = query
  const found: number[] = []
  const seen = new Set<number>()
  let left = visits
  let bucket = list.nextBucket(null, isDescending)

  /** Whether its rows could be looked at. */
  function takeBucket(most: number): boolean {
    const start = found.length
    // A bucket is looked at in one go: one of very many rows is left to the scan.
    const lostAt = left - 2 * most
    for (let row = list.first(bucket); row >= 0; row = list.next(row)) {
      if (left-- === 0 || left < lostAt) return false
      if (!holdsFor(columns, filter, row) || without?.has(row) || seen.has(row)) continue
      found.push(row)
      seen.add(row)
    }
    sortPart(columns, found, start, { column, isDescending })
    bucket = list.nextBucket(bucket, isDescending)
    return true
  }

  return {
    step(most) {
      for (const stopAt = left - most; bucket >= 0 && found.length < limit; ) {
        if (left <= stopAt) return 'more'
        if (!takeBucket(most)) return 'lost'
      }
      return 'done'
    },
    result: () => found.slice(0, limit),
  }
}

/** The same in one go; null for `lost`.
 *
 *  @internal */
export function walkTop(columns: PairColumns, list: RankedList, query: TopQuery, visits: number): number[] | null {
  const walk = createTopWalk(columns, list, query, visits)
  return walk.step(Number.POSITIVE_INFINITY) === 'done' ? walk.result() : null
}

function sortPart(columns: PairColumns, rows: number[], start: number, order: RowOrder): void {
  if (rows.length - start < 2) return
  const keys = new Map<number, number>()
  const part = rows.splice(start)
  for (const row of part) keys.set(row, keyOf(columns, order, row))
  part.sort((a, b) => keys.get(b)! - keys.get(a)! || a - b)
  for (const row of part) rows.push(row)
}

/** What sorts first is greater; a row without a value has none that is as small. */
function keyOf(columns: PairColumns, { column, isDescending }: RowOrder, row: number): number {
  const value = columns.number(column, row)
  return value === null ? -Number.MAX_VALUE : isDescending ? value : -value
}

/** The same by looking at every row, a stretch at a time, and how many there are. */
export type TopScan = {
  /** Looks at the next rows; true once all were looked at. */
  step(blocks: number): boolean
  /** Rows for which the filter holds, those left out among them, as far as was looked. */
  readonly total: number
  result(): number[]
}

export function createTopScan(
  columns: PairColumns,
  { column, isDescending, filter, limit, without }: TopQuery,
): TopScan {
  const bits = new Uint32Array(BLOCK_WORDS)
  const heap = createWorstFirst(limit)
  let block = 0
  let total = 0

  function take(at: number): void {
    const segment = columns.segments[(at * BLOCK_ROWS) >>> SEGMENT_BITS]!
    const values = segment.numbers[column]!
    const known = segment.known[column]!
    for (let i = 0; i < BLOCK_WORDS; i++) {
      for (let word = bits[i]!; word !== 0; word &= word - 1) {
        const row = at * BLOCK_ROWS + (i << 5) + 31 - Math.clz32(word & -word)
        total++
        if (limit === 0) continue
        const place = row & (SEGMENT_ROWS - 1)
        const isKnown = (known[place >>> 5]! & (1 << (place & 31))) !== 0
        const key = !isKnown ? -Number.MAX_VALUE : isDescending ? values[place]! : -values[place]!
        if (!without?.has(row)) heap.offer(key, row)
      }
    }
  }

  return {
    step(blocks) {
      const end = Math.min(blocksOf(columns), block + blocks)
      for (; block < end; block++) if (filterBlock(columns, filter, block, bits)) take(block)
      return block >= blocksOf(columns)
    },
    get total() {
      return total
    },
    result: () => heap.sorted(),
  }
}

/** The rows with the greatest keys among those offered. */
function createWorstFirst(room: number) {
  const keys = new Float64Array(room)
  const rows = new Uint32Array(room)
  let size = 0
  const isWorse = (a: number, b: number): boolean =>
    keys[a]! < keys[b]! || (keys[a]! === keys[b]! && rows[a]! > rows[b]!)

  function put(at: number, key: number, row: number): void {
    keys[at] = key
    rows[at] = row
  }

  function swap(a: number, b: number): void {
    const [key, row] = [keys[a]!, rows[a]!]
    put(a, keys[b]!, rows[b]!)
    put(b, key, row)
  }

  function siftUp(start: number): void {
    for (let child = start; child > 0; ) {
      const parent = (child - 1) >> 1
      if (!isWorse(child, parent)) return
      swap(child, parent)
      child = parent
    }
  }

  function siftDown(): void {
    for (let parent = 0; ; ) {
      let worst = parent
      const left = 2 * parent + 1
      if (left < size && isWorse(left, worst)) worst = left
      if (left + 1 < size && isWorse(left + 1, worst)) worst = left + 1
      if (worst === parent) return
      swap(worst, parent)
      parent = worst
    }
  }

  return {
    offer(key: number, row: number): void {
      if (size < room) {
        put(size++, key, row)
        siftUp(size - 1)
      } else if (room > 0 && (key > keys[0]! || (key === keys[0]! && row < rows[0]!))) {
        put(0, key, row)
        siftDown()
      }
    },
    sorted(): number[] {
      const order = Array.from({ length: size }, (_, at) => at).sort((a, b) => (isWorse(b, a) ? -1 : 1))
      return order.map((at) => rows[at]!)
    },
  }
}
