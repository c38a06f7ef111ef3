/** Addresses by their base58 text, as columns that one thread builds and hands to another without a copy. */
export type AddressTable = {
  /** `ROW_WORDS` words a row, one cache line: `ADDRESS_WORDS` with the letters, four in a word, then zeros; the others
   *  are the caller's. */
  readonly rows: Uint32Array
  /** A power of two of places, at least twice the rows, two words each: the hash, and row + 1 or 0 for a free one. */
  readonly slots: Uint32Array
}

export const ROW_WORDS = 16
/** The longest base58 text of 32 bytes has 44 letters. */
export const ADDRESS_WORDS = 11
const ADDRESS_CHARS = ADDRESS_WORDS * 4
const LEAST_PLACES = 8

const scratch = Buffer.alloc(ADDRESS_CHARS)
const scratchWords = new Uint32Array(scratch.buffer, scratch.byteOffset, ADDRESS_WORDS)

/** Writes the text into a row; false for empty text and for what is longer than an address or holds other than ASCII
 *  letters. */
export function writeAddress(rows: Uint32Array, row: number, text: string): boolean {
  if (!toScratch(text) || text.length === 0 || !isAscii(text)) return false
  rows.set(scratchWords, row * ROW_WORDS)
  return true
}

/** The text of a row. */
export function readAddress({ rows }: Pick<AddressTable, 'rows'>, row: number): string {
  const text = Buffer.from(rows.buffer, rows.byteOffset + row * ROW_WORDS * 4, ADDRESS_CHARS).toString('latin1')
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

/** Of equal addresses the last row counts. O(rows); about 0.2 s for a million. */
export function buildAddressTable(rows: Uint32Array): AddressTable {
  const count = rows.length / ROW_WORDS
  let places = LEAST_PLACES
  while (places < count * 2) places *= 2
  const slots = new Uint32Array(places * 2)
  const mask = places - 1
  for (let row = 0; row < count; row++) {
    const start = row * ROW_WORDS
    const hash = hashWords(rows, start)
    let place = hash & mask
    for (let held = slots[place * 2 + 1]!; held !== 0; held = slots[place * 2 + 1]!) {
      if (slots[place * 2] === hash && isSame(rows, (held - 1) * ROW_WORDS, rows, start)) break
      place = (place + 1) & mask
    }
    slots[place * 2] = hash
    slots[place * 2 + 1] = row + 1
  }
  return { rows, slots }
}

/** The row of the address, or -1. */
export function findAddress({ rows, slots }: AddressTable, text: string): number {
  if (!toScratch(text)) return -1
  const mask = slots.length / 2 - 1
  const hash = hashWords(scratchWords, 0)
  let place = hash & mask
  for (let held = slots[place * 2 + 1]!; held !== 0; held = slots[place * 2 + 1]!) {
    if (slots[place * 2] === hash && isSame(rows, (held - 1) * ROW_WORDS, scratchWords, 0)) return held - 1
    place = (place + 1) & mask
  }
  return -1
}

/** The same for many: all hashes first, then all places, so that what each waits for in memory comes together. Writes
 *  rows to `found`, which must hold as many. */
export function findAddresses(table: AddressTable, texts: readonly string[], found: Int32Array): void {
  const { rows, slots } = table
  const mask = slots.length / 2 - 1
  const hashes = new Uint32Array(texts.length)
  const words = new Uint32Array(texts.length * ADDRESS_WORDS)
  for (let i = 0; i < texts.length; i++) {
    if (toScratch(texts[i]!)) words.set(scratchWords, i * ADDRESS_WORDS)
    hashes[i] = hashWords(words, i * ADDRESS_WORDS)
  }
  for (let i = 0; i < texts.length; i++) found[i] = slots[(hashes[i]! & mask) * 2 + 1]! - 1
  // Loads for the sake of loading; what they find goes where it is written over.
  for (let i = 0; i < texts.length; i++) if (found[i]! >= 0) scratchWords[0] = rows[found[i]! * ROW_WORDS]!
  for (let i = 0; i < texts.length; i++) {
    const hash = hashes[i]!
    const start = i * ADDRESS_WORDS
    let place = hash & mask
    for (let held = slots[place * 2 + 1]!; ; held = slots[place * 2 + 1]!) {
      found[i] = held - 1
      if (held === 0) break
      if (slots[place * 2] === hash && isSame(rows, (held - 1) * ROW_WORDS, words, start)) break
      place = (place + 1) & mask
    }
  }
}

/** Text with other letters than ASCII takes more bytes than it has letters, or holds bytes that no key holds. */
function toScratch(text: string): boolean {
  if (text.length > ADDRESS_CHARS) return false
  for (let i = 0; i < ADDRESS_WORDS; i++) scratchWords[i] = 0
  return scratch.write(text, 0, ADDRESS_CHARS, 'utf8') === text.length
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0 || unit > 127) return false
  }
  return true
}

/** MurmurHash3 over the words. */
function hashWords(words: Uint32Array, start: number): number {
  let hash = 0x9747b28c
  for (let i = start; i < start + ADDRESS_WORDS; i++) {
    let mixed = Math.imul(words[i]!, 0xcc9e2d51)
    mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593)
    hash ^= mixed
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function isSame(one: Uint32Array, from: number, other: Uint32Array, start: number): boolean {
  for (let i = 0; i < ADDRESS_WORDS; i++) if (one[from + i] !== other[start + i]) return false
  return true
}
