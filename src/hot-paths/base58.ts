/* Base58 without big integers. The two fixed sizes of the chain (32 bytes: keys and hashes, 64 bytes: signatures) are
 * one matrix product: 16-bit limbs times precomputed digits in base 58^5, whose sums stay under 2^53, one carry pass,
 * then five letters a digit. Everything else takes the schoolbook way in the same limbs, O(n^2). */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const DIGIT_BASE = 58 ** 5
const LETTERS_PER_DIGIT = 5
const PAIR_BASE = 58 * 58
const LETTER_ONE = 49
/** No wire format of the chain holds more than 4,096 bytes; longer inputs are refused, for the cost is quadratic. */
const MAX_BYTES = 16_384
const MAX_LETTERS = 22_400

const LETTER_CODE = new Uint8Array(58)
const LETTER_VALUE = new Int8Array(65_536).fill(-1)
for (let i = 0; i < 58; i++) {
  LETTER_CODE[i] = ALPHABET.charCodeAt(i)
  LETTER_VALUE[ALPHABET.charCodeAt(i)] = i
}
const PAIR_LETTERS = new Uint16Array(PAIR_BASE)
for (let i = 0; i < PAIR_BASE; i++) PAIR_LETTERS[i] = LETTER_CODE[Math.floor(i / 58)]! | (LETTER_CODE[i % 58]! << 8)

type FixedSize = {
  readonly limbs: number
  readonly digits: number
  /** limbs x digits: the base-58^5 digits of each 16-bit limb's weight. */
  readonly limbDigits: Float64Array
  /** digits x limbs: the 16-bit limbs of each digit's weight. */
  readonly digitLimbs: Float64Array
  /** Both tables are triangles: the index of the first nonzero entry of each row. */
  readonly firstDigit: Uint8Array
  readonly firstLimb: Uint8Array
  readonly sums: Float64Array
  readonly letters: Buffer
}

function fixedSize(byteLength: number): FixedSize {
  const limbs = byteLength / 2
  const digits = Math.ceil((byteLength * 8) / Math.log2(58) / LETTERS_PER_DIGIT)
  const limbDigits = new Float64Array(limbs * digits)
  const digitLimbs = new Float64Array(digits * limbs)
  for (let limb = 0; limb < limbs; limb++) {
    let weight = 1n << BigInt(16 * (limbs - 1 - limb))
    for (let digit = digits - 1; digit >= 0; digit--, weight /= BigInt(DIGIT_BASE))
      limbDigits[limb * digits + digit] = Number(weight % BigInt(DIGIT_BASE))
  }
  for (let digit = 0; digit < digits; digit++) {
    let weight = BigInt(DIGIT_BASE) ** BigInt(digits - 1 - digit)
    for (let limb = limbs - 1; limb >= 0; limb--, weight /= 65_536n)
      digitLimbs[digit * limbs + limb] = Number(weight % 65_536n)
  }
  return {
    limbs,
    digits,
    limbDigits,
    digitLimbs,
    firstDigit: firstEntries(limbDigits, digits),
    firstLimb: firstEntries(digitLimbs, limbs),
    sums: new Float64Array(Math.max(limbs, digits)),
    letters: Buffer.alloc(digits * LETTERS_PER_DIGIT),
  }
}

function firstEntries(table: Float64Array, columns: number): Uint8Array {
  return Uint8Array.from({ length: table.length / columns }, (_, row) =>
    table.subarray(row * columns, (row + 1) * columns).findIndex((entry) => entry !== 0),
  )
}

const SIZE_32 = fixedSize(32)
const SIZE_64 = fixedSize(64)

/** Base58 text of any bytes. 32 and 64 bytes are fast and allocate only the text; other lengths cost O(n^2).
 *  Throws RangeError above 16 KiB. */
export function encodeBase58(bytes: Uint8Array): string {
  if (bytes.length === 32) return encodeFixed(bytes, SIZE_32)
  if (bytes.length === 64) return encodeFixed(bytes, SIZE_64)
  return encodeAny(bytes)
}

/** Bytes of a base58 text of any length, or null when a letter is foreign or the text is over 22,400 letters. */
export function decodeBase58(text: string): Uint8Array | null {
  if (text.length > MAX_LETTERS) return null
  let ones = 0
  while (ones < text.length && text.charCodeAt(ones) === LETTER_ONE) ones++
  const limbs: number[] = []
  for (let at = ones; at < text.length; at += LETTERS_PER_DIGIT) {
    const end = Math.min(at + LETTERS_PER_DIGIT, text.length)
    let carry = 0
    for (let k = at; k < end; k++) {
      const value = LETTER_VALUE[text.charCodeAt(k)]!
      if (value < 0) return null
      carry = carry * 58 + value
    }
    const scale = 58 ** (end - at)
    for (let i = 0; i < limbs.length; i++) {
      const sum = limbs[i]! * scale + carry
      carry = Math.floor(sum / 65_536)
      limbs[i] = sum - carry * 65_536
    }
    for (; carry > 0; carry = Math.floor(carry / 65_536)) limbs.push(carry % 65_536)
  }
  const top = limbs.at(-1)
  const valueBytes = top === undefined ? 0 : limbs.length * 2 - (top < 256 ? 1 : 0)
  const bytes = new Uint8Array(ones + valueBytes)
  for (let i = 0; i < valueBytes; i++) {
    const limb = limbs[i >> 1]!
    bytes[bytes.length - 1 - i] = i & 1 ? limb >> 8 : limb & 255
  }
  return bytes
}

/** Bytes of a base58 text that must decode to exactly 32 or 64 bytes, else null. Writes to `out` when given. */
export function decodeBase58Fixed(text: string, byteLength: 32 | 64, out?: Uint8Array): Uint8Array | null {
  const { limbs, digits, digitLimbs, firstLimb, sums } = byteLength === 32 ? SIZE_32 : SIZE_64
  const padding = digits * LETTERS_PER_DIGIT - text.length
  if (padding < 0 || text.length < byteLength) return null
  for (let limb = 0; limb < limbs; limb++) sums[limb] = 0
  let foreign = 0
  // Digits are counted from the end of the text, so the first one or two may lack letters.
  let digit = Math.floor(padding / LETTERS_PER_DIGIT)
  let at = 0
  for (let partial = padding % LETTERS_PER_DIGIT; digit < digits; digit++, partial = 0) {
    let value = 0
    for (let k = partial; k < LETTERS_PER_DIGIT; k++) {
      const letter = LETTER_VALUE[text.charCodeAt(at++)]!
      foreign |= letter
      value = value * 58 + letter
    }
    const row = digit * limbs
    if (value !== 0)
      for (let limb = firstLimb[digit]!; limb < limbs; limb++) sums[limb]! += value * digitLimbs[row + limb]!
  }
  if (foreign < 0) return null
  for (let limb = limbs - 1; limb > 0; limb--) {
    const carry = Math.floor(sums[limb]! / 65_536)
    sums[limb]! -= carry * 65_536
    sums[limb - 1]! += carry
  }
  if (sums[0]! > 65_535) return null
  const bytes = out ?? new Uint8Array(byteLength)
  for (let limb = 0; limb < limbs; limb++) {
    bytes[2 * limb] = sums[limb]! >> 8
    bytes[2 * limb + 1] = sums[limb]! & 255
  }
  return sameLeadingZeros(text, bytes) ? bytes : null
}

/** First letters of 44 that spell less than 2^256, and of 43 that spell at least 2^248, whatever follows: '2' to 'H',
 *  and '5' and above. */
const MIN_FIRST_OF_44 = 1
const MAX_FIRST_OF_44 = 16
const MIN_FIRST_OF_43 = 4
const SCRATCH = new Uint8Array(32)

/** Whether a text is the base58 of exactly 32 bytes. For nearly every address that takes a look at its letters: 44 of
 *  them, or 43, and the first one shows the number of bytes. */
export function isBase58Of32(text: string): boolean {
  const { length } = text
  const first = LETTER_VALUE[text.charCodeAt(0)]!
  const isCertain =
    (length === 44 && first >= MIN_FIRST_OF_44 && first <= MAX_FIRST_OF_44) ||
    (length === 43 && first >= MIN_FIRST_OF_43)
  if (!isCertain) return decodeBase58Fixed(text, 32, SCRATCH) !== null
  let foreign = 0
  for (let at = 0; at < length; at++) foreign |= LETTER_VALUE[text.charCodeAt(at)]!
  return foreign >= 0
}

/** Each leading zero byte is exactly one leading '1'; anything else spells another length. */
function sameLeadingZeros(text: string, bytes: Uint8Array): boolean {
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  let ones = 0
  while (ones < text.length && text.charCodeAt(ones) === LETTER_ONE) ones++
  return zeros === ones
}

function encodeFixed(bytes: Uint8Array, { limbs, digits, limbDigits, firstDigit, sums, letters }: FixedSize): string {
  for (let digit = 0; digit < digits; digit++) sums[digit] = 0
  for (let limb = 0, row = 0; limb < limbs; limb++, row += digits) {
    const value = bytes[2 * limb]! * 256 + bytes[2 * limb + 1]!
    if (value !== 0)
      for (let digit = firstDigit[limb]!; digit < digits; digit++) sums[digit]! += value * limbDigits[row + digit]!
  }
  for (let digit = digits - 1; digit > 0; digit--) {
    const carry = Math.floor(sums[digit]! / DIGIT_BASE)
    sums[digit]! -= carry * DIGIT_BASE
    sums[digit - 1]! += carry
  }
  for (let digit = 0, at = 0; digit < digits; digit++, at += LETTERS_PER_DIGIT) writeDigit(letters, at, sums[digit]!)
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  let ones = 0
  while (ones < letters.length && letters[ones] === LETTER_ONE) ones++
  return letters.toString('latin1', ones - zeros, letters.length)
}

function writeDigit(letters: Uint8Array, at: number, digit: number): void {
  const value = digit | 0
  const high = (value / PAIR_BASE) | 0
  const first = (high / PAIR_BASE) | 0
  const middle = PAIR_LETTERS[high - first * PAIR_BASE]!
  const last = PAIR_LETTERS[value - high * PAIR_BASE]!
  letters[at] = LETTER_CODE[first]!
  letters[at + 1] = middle & 255
  letters[at + 2] = middle >> 8
  letters[at + 3] = last & 255
  letters[at + 4] = last >> 8
}

function encodeAny(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw new RangeError(`base58 of ${bytes.length} bytes (max ${MAX_BYTES})`)
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  const digits: number[] = []
  for (let at = zeros; at < bytes.length; at += 2) {
    const single = at + 1 === bytes.length
    let carry = single ? bytes[at]! : bytes[at]! * 256 + bytes[at + 1]!
    const scale = single ? 256 : 65_536
    for (let i = 0; i < digits.length; i++) {
      const sum = digits[i]! * scale + carry
      carry = Math.floor(sum / DIGIT_BASE)
      digits[i] = sum - carry * DIGIT_BASE
    }
    if (carry > 0) digits.push(carry)
  }
  const letters = Buffer.alloc(digits.length * LETTERS_PER_DIGIT)
  for (let i = 0; i < digits.length; i++) writeDigit(letters, i * LETTERS_PER_DIGIT, digits[digits.length - 1 - i]!)
  let padding = 0
  while (padding < letters.length && letters[padding] === LETTER_ONE) padding++
  return '1'.repeat(zeros) + letters.toString('latin1', padding, letters.length)
}
