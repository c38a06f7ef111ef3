/* Base58 without big integers. The two fixed sizes of the chain (32 bytes: keys and hashes, 64 bytes: signatures) are
 * one matrix product: 16-bit limbs times precomputed digits in base 58^5, whose sums stay under 2^53, one carry pass,
 * then five letters a digit. So are texts of 100 to 640 letters, which is what events and instructions are. Everything else
 * takes the schoolbook way in the same limbs, O(n^2). */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const DIGIT_BASE = 58 ** 5
const LETTERS_PER_DIGIT = 5
const PAIR_BASE = 58 * 58
const LETTER_ONE = 49
/** No wire format of the chain holds more than 4,096 bytes; longer inputs are refused, for the cost is quadratic. */
const MAX_BYTES = 16_384
const MAX_LETTERS = 22_400
const LIMB = 65_536
/** A power of two, so the product is the exact quotient. */
const PER_LIMB = 1 / LIMB
/** Words of the number that is being worked on: 16-bit limbs, or digits in base 58^5. */
const SCRATCH_WORDS = new Float64Array(MAX_BYTES)

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

/** Whether `decodeBase58` takes a text. */
export function isBase58(text: string): boolean {
  if (text.length > MAX_LETTERS) return false
  let foreign = 0
  for (let at = 0; at < text.length; at++) foreign |= LETTER_VALUE[text.charCodeAt(at)]!
  return foreign >= 0
}

/** Texts of so many digits are one matrix product: of fewer the schoolbook way is as fast, and sums of more products
 *  would pass 2^53. */
const MIN_WEIGHTS = 20
const MAX_WEIGHTS = 128
/** Digits whose products with 16 bits stay below 2^53 when they are added up. */
const MAX_REMAINDERS = 200
/** The 16-bit limbs of 58^(5 * place), by limb and then by place; of each limb only the places that reach it. */
const WEIGHTS = weightsByLimb()
const DIGITS = new Float64Array(MAX_REMAINDERS)

type Weights = {
  readonly entries: Float64Array
  /** By limb: the first place that has it, and where its row would begin at place 0. */
  readonly firstPlace: Uint8Array
  readonly row: Int32Array
}

function weightsByLimb(): Weights {
  const places: Float64Array[] = []
  let limbs = Float64Array.of(1)
  for (let place = 0; place < MAX_WEIGHTS; place++) {
    places.push(limbs)
    const next: number[] = []
    let carry = 0
    for (const limb of limbs) {
      const sum = limb * DIGIT_BASE + carry
      carry = Math.floor(sum * PER_LIMB)
      next.push(sum - carry * LIMB)
    }
    for (; carry > 0; carry = Math.floor(carry * PER_LIMB)) next.push(carry % LIMB)
    limbs = Float64Array.from(next)
  }
  const count = places.at(-1)!.length
  const firstPlace = new Uint8Array(count)
  const row = new Int32Array(count)
  const entries: number[] = []
  for (let limb = 0; limb < count; limb++) {
    const first = places.findIndex(({ length }) => length > limb)
    firstPlace[limb] = first
    row[limb] = entries.length - first
    for (let place = first; place < MAX_WEIGHTS; place++) entries.push(places[place]![limb]!)
  }
  return { entries: Float64Array.from(entries), firstPlace, row }
}

/** Bytes of a base58 text of any length, or null when a letter is foreign or the text is over 22,400 letters. `roomFor`
 *  gives the zeros that they are written into, new ones unless the caller has its own. */
export function decodeBase58(text: string, roomFor: (length: number) => Uint8Array = newBytes): Uint8Array | null {
  if (text.length > MAX_LETTERS) return null
  let ones = 0
  while (ones < text.length && text.charCodeAt(ones) === LETTER_ONE) ones++
  const digits = Math.ceil((text.length - ones) / LETTERS_PER_DIGIT)
  const isProduct = digits >= MIN_WEIGHTS && digits <= MAX_WEIGHTS
  const used = isProduct ? limbsOfProduct(text, ones, digits) : limbsOf(text, ones)
  if (used < 0) return null
  const limbs = SCRATCH_WORDS
  const valueBytes = used === 0 ? 0 : used * 2 - (limbs[used - 1]! < 256 ? 1 : 0)
  const bytes = roomFor(ones + valueBytes)
  let at = bytes.length - 1
  for (let limb = 0; limb < valueBytes >> 1; limb++) {
    const value = limbs[limb]! | 0
    bytes[at--] = value & 255
    bytes[at--] = value >> 8
  }
  if (valueBytes & 1) bytes[at] = limbs[used - 1]!
  return bytes
}

function newBytes(length: number): Uint8Array {
  return new Uint8Array(length)
}

/** Leaves the limbs of a text in the scratch words, the least first; how many, or -1 for a foreign letter. No limb waits
 *  for the carry of another until its whole sum is there, which is what makes this nearly twice as fast. */
function limbsOfProduct(text: string, ones: number, digits: number): number {
  if (!readDigits(text, ones, digits)) return -1
  const { entries, firstPlace, row } = WEIGHTS
  const limbs = SCRATCH_WORDS
  let used = 0
  let carry = 0
  for (let limb = 0; limb < firstPlace.length && firstPlace[limb]! < digits; limb++) {
    const start = row[limb]!
    // Four sums, so that an addition need not wait for the one before.
    let a = carry
    let b = 0
    let c = 0
    let d = 0
    let place = firstPlace[limb]!
    for (; place + 3 < digits; place += 4) {
      a += DIGITS[place]! * entries[start + place]!
      b += DIGITS[place + 1]! * entries[start + place + 1]!
      c += DIGITS[place + 2]! * entries[start + place + 2]!
      d += DIGITS[place + 3]! * entries[start + place + 3]!
    }
    for (; place < digits; place++) a += DIGITS[place]! * entries[start + place]!
    const sum = a + b + c + d
    carry = Math.floor(sum * PER_LIMB)
    limbs[used++] = sum - carry * LIMB
  }
  for (; carry > 0; carry = Math.floor(carry * PER_LIMB)) limbs[used++] = carry % LIMB
  while (used > 0 && limbs[used - 1] === 0) used--
  return used
}

const PRIMES = [65_521, 65_519, 65_497] as const
const DIGITS_A = remaindersOf(DIGIT_BASE, PRIMES[0], MAX_REMAINDERS)
const DIGITS_B = remaindersOf(DIGIT_BASE, PRIMES[1], MAX_REMAINDERS)
const DIGITS_C = remaindersOf(DIGIT_BASE, PRIMES[2], MAX_REMAINDERS)
const BYTES_A = remaindersOf(256, PRIMES[0], MAX_REMAINDERS * LETTERS_PER_DIGIT)
const BYTES_B = remaindersOf(256, PRIMES[1], MAX_REMAINDERS * LETTERS_PER_DIGIT)
const BYTES_C = remaindersOf(256, PRIMES[2], MAX_REMAINDERS * LETTERS_PER_DIGIT)

function remaindersOf(base: number, prime: number, count: number): Float64Array {
  const remainders = new Float64Array(count)
  for (let at = 0, power = 1; at < count; at++, power = (power * (base % prime)) % prime) remainders[at] = power
  return remainders
}

/** Whether a base58 text and bytes have the same remainders by three primes, in O(n): what does not spell the bytes passes
 *  once in 2^47 times, unless somebody made it to pass. False for foreign letters, for leading zeros, and for more than
 *  1,000 letters. */
export function hasRemaindersOf(text: string, bytes: Uint8Array): boolean {
  const digits = Math.ceil(text.length / LETTERS_PER_DIGIT)
  if (digits > MAX_REMAINDERS || bytes.length > text.length || bytes[0] === 0) return false
  if (text.charCodeAt(0) === LETTER_ONE || !readDigits(text, 0, digits)) return false
  let [a, b, c] = [0, 0, 0]
  for (let place = 0; place < digits; place++) {
    const digit = DIGITS[place]!
    a += digit * DIGITS_A[place]!
    b += digit * DIGITS_B[place]!
    c += digit * DIGITS_C[place]!
  }
  let [ownA, ownB, ownC] = [0, 0, 0]
  for (let place = 0, at = bytes.length - 1; at >= 0; place++, at--) {
    const byte = bytes[at]!
    ownA += byte * BYTES_A[place]!
    ownB += byte * BYTES_B[place]!
    ownC += byte * BYTES_C[place]!
  }
  return (a - ownA) % PRIMES[0] === 0 && (b - ownB) % PRIMES[1] === 0 && (c - ownC) % PRIMES[2] === 0
}

/** Leaves the digits of a text, the least first; false for a foreign letter. */
function readDigits(text: string, ones: number, digits: number): boolean {
  let foreign = 0
  // Counted from the end of the text, so the last one may lack letters.
  for (let place = 0, end = text.length; place < digits; place++, end -= LETTERS_PER_DIGIT) {
    let value = 0
    for (let k = Math.max(end - LETTERS_PER_DIGIT, ones); k < end; k++) {
      const letter = LETTER_VALUE[text.charCodeAt(k)]!
      foreign |= letter
      value = value * 58 + letter
    }
    DIGITS[place] = value
  }
  return foreign >= 0
}

/** The same of a text of any length. */
function limbsOf(text: string, ones: number): number {
  const limbs = SCRATCH_WORDS
  let used = 0
  for (let at = ones; at < text.length; at += LETTERS_PER_DIGIT) {
    const end = Math.min(at + LETTERS_PER_DIGIT, text.length)
    let carry = 0
    for (let k = at; k < end; k++) {
      const value = LETTER_VALUE[text.charCodeAt(k)]!
      if (value < 0) return -1
      carry = carry * 58 + value
    }
    const scale = end - at === LETTERS_PER_DIGIT ? DIGIT_BASE : 58 ** (end - at)
    for (let i = 0; i < used; i++) {
      const sum = limbs[i]! * scale + carry
      carry = Math.floor(sum * PER_LIMB)
      limbs[i] = sum - carry * LIMB
    }
    for (; carry > 0; carry = Math.floor(carry * PER_LIMB)) limbs[used++] = carry % LIMB
  }
  return used
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
  const digits = SCRATCH_WORDS
  let used = 0
  for (let at = zeros; at < bytes.length; at += 2) {
    const single = at + 1 === bytes.length
    let carry = single ? bytes[at]! : bytes[at]! * 256 + bytes[at + 1]!
    const scale = single ? 256 : LIMB
    for (let i = 0; i < used; i++) {
      const sum = digits[i]! * scale + carry
      carry = Math.floor(sum / DIGIT_BASE)
      digits[i] = sum - carry * DIGIT_BASE
    }
    if (carry > 0) digits[used++] = carry
  }
  const letters = Buffer.allocUnsafe(used * LETTERS_PER_DIGIT)
  for (let i = 0; i < used; i++) writeDigit(letters, i * LETTERS_PER_DIGIT, digits[used - 1 - i]!)
  let padding = 0
  while (padding < letters.length && letters[padding] === LETTER_ONE) padding++
  return '1'.repeat(zeros) + letters.toString('latin1', padding, letters.length)
}
