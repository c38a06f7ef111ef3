import assert from 'node:assert/strict'
import { test } from 'node:test'
import bs58 from 'bs58'
import fc from 'fast-check'
import {
  decodeBase58,
  decodeBase58Fixed,
  encodeBase58,
  hasRemaindersOf,
  isBase58Of32,
} from '../../src/hot-paths/base58.ts'

const leadingZeros = (bytes: Uint8Array, zeros: number): Uint8Array => Uint8Array.from(bytes).fill(0, 0, zeros)

for (const byteLength of [32, 64] as const) {
  test(`${byteLength} bytes encode and decode as bs58 does, leading zeros included`, () => {
    const input = fc.tuple(
      fc.uint8Array({ minLength: byteLength, maxLength: byteLength }),
      fc.integer({ min: 0, max: byteLength }),
    )
    fc.assert(
      fc.property(input, ([random, zeros]) => {
        const bytes = leadingZeros(random, zeros)
        const text = encodeBase58(bytes)
        assert.equal(text, bs58.encode(bytes))
        assert.deepEqual(decodeBase58Fixed(text, byteLength), bytes)
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  test(`the largest number of ${byteLength} bytes survives and the next one is refused`, () => {
    const largest = new Uint8Array(byteLength).fill(255)
    assert.deepEqual(decodeBase58Fixed(bs58.encode(largest), byteLength), largest)
    const next = new Uint8Array(byteLength + 1)
    next[0] = 1
    assert.equal(decodeBase58Fixed(bs58.encode(next), byteLength), null)
  })
}

test('bytes of any length round-trip as bs58 does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 0, max: 5 }), (random, zeros) => {
      const bytes = leadingZeros(random, Math.min(zeros, random.length))
      const text = encodeBase58(bytes)
      assert.equal(text, bs58.encode(bytes))
      assert.deepEqual(decodeBase58(text), bytes)
    }),
    { numRuns: 1000, seed: 2 },
  )
})

test('texts at the ends of the matrix product are read as bs58 does, the largest numbers included', () => {
  for (const length of [94, 95, 96, 99, 100, 101, 639, 640, 641, 645])
    for (const letter of ['z', '2', 'Z'])
      for (const text of [letter.repeat(length), `${'1'.repeat(7)}${letter.repeat(length)}`, `2${'1'.repeat(length)}`])
        assert.deepEqual(decodeBase58(text), Uint8Array.from(bs58.decode(text)), `${length} of ${letter}`)
  for (const length of [100, 640]) assert.equal(decodeBase58(`${'z'.repeat(length - 1)}0`), null)
})

test('a full transaction of 4,096 bytes round-trips', () => {
  const bytes = Uint8Array.from({ length: 4096 }, (_, i) => (i * 37 + 11) & 255)
  assert.equal(encodeBase58(bytes), bs58.encode(bytes))
  assert.deepEqual(decodeBase58(bs58.encode(bytes)), bytes)
})

test('letters outside the alphabet are refused, also those whose low byte is a letter', () => {
  const key = 'So11111111111111111111111111111111111111112'
  for (const foreign of ['0', 'O', 'I', 'l', ' ', '+', '\u0131', '\u{1F600}']) {
    assert.equal(decodeBase58Fixed(foreign + key.slice(1), 32), null, foreign)
    assert.equal(decodeBase58(foreign + key.slice(1)), null, foreign)
  }
})

test('a text of another length than asked is refused', () => {
  assert.equal(decodeBase58Fixed('', 32), null)
  assert.equal(decodeBase58Fixed('1'.repeat(31), 32), null)
  assert.equal(decodeBase58Fixed('1'.repeat(33), 32), null)
  assert.equal(decodeBase58Fixed(bs58.encode(new Uint8Array(31).fill(9)), 32), null)
  assert.equal(decodeBase58Fixed(bs58.encode(new Uint8Array(32).fill(9)), 64), null)
  assert.deepEqual(decodeBase58Fixed('1'.repeat(32), 32), new Uint8Array(32))
})

test('input far beyond any wire format is refused instead of burning time', () => {
  assert.throws(() => encodeBase58(new Uint8Array(16_385)), /16385 bytes/)
  assert.equal(decodeBase58('2'.repeat(22_401)), null)
})

test('decoding writes into the buffer it is given', () => {
  const out = new Uint8Array(32)
  assert.equal(decodeBase58Fixed('11111111111111111111111111111112', 32, out), out)
  assert.equal(out[31], 1)
})

test('a check of the letters accepts exactly the 32-byte values that decoding accepts', () => {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const rests = ['1', 'z'].flatMap((letter) => [42, 43].map((length) => letter.repeat(length)))
  for (const first of letters)
    for (const rest of rests)
      assert.equal(isBase58Of32(first + rest), decodeBase58Fixed(first + rest, 32) !== null, first + rest)
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...letters), minLength: 30, maxLength: 46 }),
    fc.string({ minLength: 43, maxLength: 44 }),
    fc.uint8Array({ minLength: 31, maxLength: 33 }).map((bytes) => bs58.encode(bytes)),
    fc.constantFrom('', '1'.repeat(32), '1'.repeat(33), `é${'2'.repeat(43)}`, `${'2'.repeat(43)}0`),
  )
  fc.assert(
    fc.property(text, (one) => assert.equal(isBase58Of32(one), decodeBase58Fixed(one, 32) !== null)),
    { numRuns: 3_000 },
  )
})

const longBytes = fc
  .tuple(fc.integer({ min: 1, max: 255 }), fc.uint8Array({ maxLength: 700 }))
  .map(([first, rest]) => Uint8Array.of(first, ...rest))

test('a text has the remainders of the bytes that it spells, and of no others that differ in a byte', () => {
  fc.assert(
    fc.property(longBytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, place, change) => {
      const text = bs58.encode(bytes)
      assert.equal(hasRemaindersOf(text, bytes), true)
      const other = Uint8Array.from(bytes)
      other[place % bytes.length]! ^= change
      assert.equal(hasRemaindersOf(text, other), false)
      assert.equal(hasRemaindersOf(text, Uint8Array.of(...bytes, 0)), false)
    }),
    { numRuns: 300, seed: 7 },
  )
})

test('remainders say nothing of leading zeros, foreign letters and texts of more than 1,000 letters', () => {
  assert.equal(hasRemaindersOf('1z', Uint8Array.of(0, 57)), false)
  assert.equal(hasRemaindersOf('2', Uint8Array.of(0, 1)), false)
  assert.equal(hasRemaindersOf('l0', Uint8Array.of(1)), false)
  const most = new Uint8Array(732).fill(255)
  assert.equal(hasRemaindersOf(bs58.encode(most), most), true)
  const more = new Uint8Array(740).fill(255)
  assert.equal(hasRemaindersOf(bs58.encode(more), more), false)
})
