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

export function uintAt(data: string, index: number): bigint {
  return BigInt(`0x${wordAt(data, index)}`)
}

export function intAt(data: string, index: number): bigint {
  return BigInt.asIntN(256, uintAt(data, index))
}

/** An unsigned number that is known to need `bits` bits at most; null when it needs more. */
export function uintOf(data: string, index: number, bits: number): bigint | null {
  const value = uintAt(data, index)
  return value >> BigInt(bits) === 0n ? value : null
}

/** The same with a sign. */
export function intOf(data: string, index: number, bits: number): bigint | null {
  const value = intAt(data, index)
  return BigInt.asIntN(bits, value) === value ? value : null
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
