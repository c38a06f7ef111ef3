/* Words of 32 bytes in hex, as logs and calls hold them. */

const WORD_CHARS = 64
const ADDRESS_CHARS = 40
const NO_BYTES = '0'.repeat(WORD_CHARS - ADDRESS_CHARS)

/** How many whole words stand in `data`; -1 when its end is no end of a word. */
export function wordsIn(data: string): number {
  const words = (data.length - 2) / WORD_CHARS
  return Number.isInteger(words) ? words : -1
}

/** The digits of the word at `index`, without `0x`. */
export function wordAt(data: string, index: number): string {
  return data.slice(2 + WORD_CHARS * index, 2 + WORD_CHARS * (index + 1))
}

const ZERO = 48
const LOWER_F = 102

/** How many digits from `at` to `end` are this one, in a row. */
function run(data: string, at: number, end: number, digit: number): number {
  let next = at
  while (next < end && data.charCodeAt(next) === digit) next++
  return next - at
}

/** Most numbers are small: their zeros cost less to skip than to convert. */
export function uintAt(data: string, index: number): bigint {
  const start = 2 + WORD_CHARS * index
  const end = start + WORD_CHARS
  const from = start + run(data, start, end, ZERO)
  if (from === end) return 0n
  return end - from <= SAFE_DIGITS
    ? BigInt(Number.parseInt(data.slice(from, end), 16))
    : BigInt(`0x${data.slice(from, end)}`)
}

/** Digits of a number that a double holds. */
const SAFE_DIGITS = 13

export function intAt(data: string, index: number): bigint {
  return BigInt.asIntN(256, uintAt(data, index))
}

/** Whether the word needs `bits` bits at most: without making a number of it, where `bits` are whole digits. */
export function isUintOf(data: string, index: number, bits: number): boolean {
  if (bits % 4 !== 0) return uintAt(data, index) >> BigInt(bits) === 0n
  const start = 2 + WORD_CHARS * index
  const above = WORD_CHARS - bits / 4
  return run(data, start, start + above, ZERO) === above
}

/** The same with a sign; `bits` are whole digits. */
export function isIntOf(data: string, index: number, bits: number): boolean {
  const start = 2 + WORD_CHARS * index
  const above = WORD_CHARS - bits / 4
  const isNegative = Number.parseInt(data[start + above]!, 16) >= 8
  return run(data, start, start + above, isNegative ? LOWER_F : ZERO) === above
}

/** An unsigned number that is known to need `bits` bits at most; null when it needs more. */
export function uintOf(data: string, index: number, bits: number): bigint | null {
  return isUintOf(data, index, bits) ? uintAt(data, index) : null
}

/** The same with a sign. */
export function intOf(data: string, index: number, bits: number): bigint | null {
  return isIntOf(data, index, bits) ? intAt(data, index) : null
}

/** The address in a word of digits; null when its first 12 bytes are not 0. */
export function addressIn(word: string): string | null {
  return word.startsWith(NO_BYTES) ? `0x${word.slice(WORD_CHARS - ADDRESS_CHARS)}` : null
}

export function addressAt(data: string, index: number): string | null {
  return addressIn(wordAt(data, index))
}

/** The address of an indexed member. */
export function addressOfTopic(topic: string): string | null {
  return addressIn(topic.slice(2))
}

/** The word of an address, a number or a truth, without `0x`. */
export function toWord(value: string | number | bigint | boolean): string {
  if (typeof value === 'string') return value.slice(2).padStart(WORD_CHARS, '0')
  const number = BigInt(value)
  return BigInt.asUintN(256, number).toString(16).padStart(WORD_CHARS, '0')
}
