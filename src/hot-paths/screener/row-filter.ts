import type { PairColumns, Segment } from './pair-columns.ts'
import { SEGMENT_BITS, SEGMENT_ROWS } from './pair-columns.ts'

/** A condition on pairs. What is unknown of a pair is neither true nor false (as in SQL): a condition on it does not
 *  hold, and neither does its contrary. `known` asks for that itself. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly items: readonly Condition[] }
  | { readonly kind: 'not'; readonly item: Condition }
  | { readonly kind: 'range'; readonly column: number; readonly min: number; readonly max: number }
  | { readonly kind: 'known'; readonly column: number }
  | { readonly kind: 'code'; readonly column: number; readonly codes: readonly number[] }
  | { readonly kind: 'flag'; readonly column: number }

/** The same with every contrary at its leaf. */
export type RowFilter =
  | { readonly kind: 'and' | 'or'; readonly items: readonly RowFilter[] }
  | {
      readonly kind: 'range'
      readonly column: number
      readonly min: number
      readonly max: number
      readonly isNot: boolean
    }
  | { readonly kind: 'known'; readonly column: number; readonly isNot: boolean }
  | { readonly kind: 'code'; readonly column: number; readonly members: Uint8Array; readonly isNot: boolean }
  | { readonly kind: 'flag'; readonly column: number; readonly isNot: boolean }

/** Rows whose bits one step makes: half a page of each column. */
export const BLOCK_ROWS = 1_024
export const BLOCK_WORDS = BLOCK_ROWS / 32
const BLOCKS_PER_SEGMENT = SEGMENT_ROWS / BLOCK_ROWS
const CODES = 65_536

/** An empty `and` holds for every pair, an empty `or` for none. */
export function compileFilter(condition: Condition, isNot = false): RowFilter {
  switch (condition.kind) {
    case 'not':
      return compileFilter(condition.item, !isNot)
    case 'and':
    case 'or': {
      const kind = (condition.kind === 'and') === isNot ? 'or' : 'and'
      return { kind, items: condition.items.map((item) => compileFilter(item, isNot)) }
    }
    case 'code': {
      const members = new Uint8Array(CODES)
      for (const code of condition.codes) members[code] = 1
      return { kind: 'code', column: condition.column, members, isNot }
    }
    default:
      return { ...condition, isNot }
  }
}

/** Whether the filter holds for a row. */
export function holdsFor(columns: PairColumns, filter: RowFilter, row: number): boolean {
  return holdsAt(columns.segments[row >>> SEGMENT_BITS]!, filter, row & (SEGMENT_ROWS - 1))
}

function holdsAt(segment: Segment, filter: RowFilter, at: number): boolean {
  const word = at >>> 5
  const bit = 1 << (at & 31)
  switch (filter.kind) {
    case 'and':
      for (let i = 0; i < filter.items.length; i++) if (!holdsAt(segment, filter.items[i]!, at)) return false
      return true
    case 'or':
      for (let i = 0; i < filter.items.length; i++) if (holdsAt(segment, filter.items[i]!, at)) return true
      return false
    case 'range': {
      if ((segment.known[filter.column]![word]! & bit) === 0) return false
      const value = segment.numbers[filter.column]![at]!
      return (value >= filter.min && value <= filter.max) !== filter.isNot
    }
    case 'known':
      return ((segment.known[filter.column]![word]! & bit) !== 0) !== filter.isNot
    case 'code': {
      const code = segment.codes[filter.column]![at]!
      return code !== 0 && (filter.members[code] === 1) !== filter.isNot
    }
    case 'flag':
      if ((segment.flagsKnown[filter.column]![word]! & bit) === 0) return false
      return ((segment.flags[filter.column]![word]! & bit) !== 0) !== filter.isNot
  }
}

/** How many steps go over all rows. */
export function blocksOf({ rows }: Pick<PairColumns, 'rows'>): number {
  return Math.ceil(rows / BLOCK_ROWS)
}

/** Writes a bit for each row of a block for which the filter holds and that has a pair. Returns whether there is one.
 *  Works through the leaves one after the other, a column each, without a branch on what it finds. */
export function filterBlock(columns: PairColumns, filter: RowFilter, block: number, out: Uint32Array): boolean {
  const segment = columns.segments[Math.floor(block / BLOCKS_PER_SEGMENT)]!
  const word = (block % BLOCKS_PER_SEGMENT) * BLOCK_WORDS
  let any = 0
  for (let i = 0; i < BLOCK_WORDS; i++) any |= out[i] = segment.alive[word + i]!
  return any !== 0 && narrow(segment, filter, word, out, 0)
}

/** Room for the words of `or`, one for each level; JavaScript runs one filter at a time. */
const spare: Uint32Array[] = []

/** Leaves those bits of `bits` for which the filter holds; whether any is left. */
function narrow(segment: Segment, filter: RowFilter, word: number, bits: Uint32Array, depth: number): boolean {
  switch (filter.kind) {
    case 'and':
      for (let i = 0; i < filter.items.length; i++)
        if (!narrow(segment, filter.items[i]!, word, bits, depth)) return false
      return true
    case 'or':
      return narrowToAny(segment, filter.items, word, bits, depth)
    case 'range':
      return narrowToRange(segment, filter, word, bits)
    case 'known': {
      const known = segment.known[filter.column]!
      const turn = filter.isNot ? -1 : 0
      let any = 0
      for (let i = 0; i < BLOCK_WORDS; i++) any |= bits[i]! &= known[word + i]! ^ turn
      return any !== 0
    }
    case 'code':
      return narrowToCodes(segment, filter, word, bits)
    case 'flag': {
      const flags = segment.flags[filter.column]!
      const known = segment.flagsKnown[filter.column]!
      const turn = filter.isNot ? -1 : 0
      let any = 0
      for (let i = 0; i < BLOCK_WORDS; i++) any |= bits[i]! &= (flags[word + i]! ^ turn) & known[word + i]!
      return any !== 0
    }
  }
}

function narrowToAny(
  segment: Segment,
  items: readonly RowFilter[],
  word: number,
  bits: Uint32Array,
  depth: number,
): boolean {
  const base = depth * 2
  spare[base] ??= new Uint32Array(BLOCK_WORDS)
  spare[base + 1] ??= new Uint32Array(BLOCK_WORDS)
  const held = spare[base]!
  const tried = spare[base + 1]!
  held.fill(0)
  for (let item = 0; item < items.length; item++) {
    let left = 0
    for (let i = 0; i < BLOCK_WORDS; i++) left |= tried[i] = bits[i]! & ~held[i]!
    if (left === 0) break
    if (narrow(segment, items[item]!, word, tried, depth + 1))
      for (let i = 0; i < BLOCK_WORDS; i++) held[i]! |= tried[i]!
  }
  let any = 0
  for (let i = 0; i < BLOCK_WORDS; i++) any |= bits[i]! &= held[i]!
  return any !== 0
}

type Range = Extract<RowFilter, { kind: 'range' }>

function narrowToRange(segment: Segment, { column, min, max, isNot }: Range, word: number, bits: Uint32Array): boolean {
  const values = segment.numbers[column]!
  const known = segment.known[column]!
  const turn = isNot ? -1 : 0
  let any = 0
  for (let i = 0; i < BLOCK_WORDS; i++) {
    const asked = bits[i]! & known[word + i]!
    if (asked === 0) {
      bits[i] = 0
      continue
    }
    const start = (word + i) << 5
    let within = 0
    if (bitCount(asked) <= FEW_BITS)
      for (let left = asked; left !== 0; left &= left - 1) {
        const value = values[start + 31 - Math.clz32(left & -left)]!
        if (value >= min && value <= max) within |= left & -left
      }
    else
      for (let bit = 0; bit < 32; bit++) {
        const value = values[start + bit]!
        within |= (+(value >= min) & +(value <= max)) << bit
      }
    any |= bits[i] = asked & (within ^ turn)
  }
  return any !== 0
}

/** So few rows of a word are looked at one by one. */
const FEW_BITS = 8

export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555)
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/** The same filter with the conditions of its `and` in the order in which they leave fewest rows, and the share of rows
 *  for which it holds: both by a sample. */
export function sampleFilter(
  columns: PairColumns,
  filter: RowFilter,
): { readonly filter: RowFilter; readonly share: number } {
  const blocks = blocksOf(columns)
  const samples = Array.from({ length: Math.min(blocks, SAMPLES) }, (_, at) => Math.floor((at * blocks) / SAMPLES))
  const bits = new Uint32Array(BLOCK_WORDS)
  const held = (one: RowFilter): number => {
    let count = 0
    for (const block of samples)
      if (filterBlock(columns, one, block, bits)) for (const word of bits) count += bitCount(word)
    return count
  }
  const share = held(filter) / Math.max(1, samples.length * BLOCK_ROWS)
  if (filter.kind !== 'and' || filter.items.length < 2) return { filter, share }
  const ranked = filter.items.map((item) => ({ item, count: held(item) })).sort((a, b) => a.count - b.count)
  return { filter: { kind: 'and', items: ranked.map(({ item }) => item) }, share }
}

const SAMPLES = 4

type Codes = Extract<RowFilter, { kind: 'code' }>

function narrowToCodes(segment: Segment, { column, members, isNot }: Codes, word: number, bits: Uint32Array): boolean {
  const codes = segment.codes[column]!
  const wanted = isNot ? 0 : 1
  let any = 0
  for (let i = 0; i < BLOCK_WORDS; i++) {
    const asked = bits[i]!
    if (asked === 0) continue
    const start = (word + i) << 5
    let within = 0
    for (let bit = 0; bit < 32; bit++) {
      const code = codes[start + bit]!
      within |= (+(code !== 0) & +(members[code] === wanted)) << bit
    }
    any |= bits[i] = asked & within
  }
  return any !== 0
}
