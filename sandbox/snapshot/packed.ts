/** Plain data in columns (`pack.ts`). A word is a tag and an argument: a length, an index of a table or a small number;
 *  what it holds follows it. Numbers, bigints and bytes are taken from their columns in order. */
export type Packed = {
  readonly words: Uint32Array
  readonly numbers: Float64Array
  readonly bigints: BigInt64Array
  readonly bytes: Uint8Array
  readonly strings: readonly string[]
  /** Keys of objects. */
  readonly shapes: readonly (readonly string[])[]
}

export const Tag = {
  undefined: 0,
  null: 1,
  boolean: 2,
  small: 3,
  number: 4,
  bigint: 5,
  /** Beyond 64 bits, as text. */
  wideBigint: 6,
  text: 7,
  /** A log line with an event in base64, as its bytes. */
  programData: 8,
  bytes: 9,
  buffer: 10,
  array: 11,
  object: 12,
  map: 13,
  set: 14,
  /** The next value can be named again by this number. */
  named: 15,
  reference: 16,
} as const

const TAG_BITS = 5
export const ARG_BITS = 32 - TAG_BITS
const ARG_MASK = 2 ** ARG_BITS - 1

export function wordOf(tag: number, arg: number): number {
  if (arg > ARG_MASK) throw new RangeError(`${arg} does not fit ${ARG_BITS} bits`)
  return ((tag << ARG_BITS) | arg) >>> 0
}

export function tagOf(word: number): number {
  return word >>> ARG_BITS
}

export function argOf(word: number): number {
  return word & ARG_MASK
}
