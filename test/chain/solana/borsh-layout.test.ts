import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  decodeLayout,
  encodeLayout,
  fieldsOf,
  type Layout,
  ZERO_KEY,
  zeroOf,
} from '../../../src/chain/solana/borsh-layout.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'

const EVERYTHING = {
  small: 'u8',
  medium: 'u16',
  large: 'u32',
  huge: 'u64',
  vast: 'u128',
  when: 'i64',
  signed: 'i128',
  flag: 'bool',
  key: 'pubkey',
  text: 'string',
  keys: { array: 'pubkey', length: 2 },
  rows: { vec: { amount: 'u64', note: 'string' }, max: 3 },
  inner: { struct: { left: 'u16', right: 'bool' } },
} as const satisfies Layout

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58)
const values = fc.record({
  small: fc.integer({ min: 0, max: 255 }),
  medium: fc.integer({ min: 0, max: 65_535 }),
  large: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  huge: fc.bigInt(0n, 2n ** 64n - 1n),
  vast: fc.bigInt(0n, 2n ** 128n - 1n),
  when: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  signed: fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n),
  flag: fc.boolean(),
  key: keys,
  text: fc.string({ unit: 'grapheme', maxLength: 20 }),
  keys: fc.tuple(keys, keys),
  rows: fc.array(fc.record({ amount: fc.bigInt(0n, 2n ** 64n - 1n), note: fc.string({ maxLength: 5 }) }), {
    maxLength: 3,
  }),
  inner: fc.record({ left: fc.integer({ min: 0, max: 65_535 }), right: fc.boolean() }),
})

const spell = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one))

test('whatever is encoded decodes to itself, to the last byte', () => {
  fc.assert(
    fc.property(values, fc.nat(9), (value, offset) => {
      const bytes = encodeLayout(EVERYTHING, value)
      const decoded = decodeLayout(EVERYTHING, Buffer.concat([Buffer.alloc(offset), bytes]), offset)
      assert(decoded)
      // Through JSON, for the generator's objects have no prototype.
      assert.equal(spell(decoded.value), spell(value))
      assert.equal(decoded.end, offset + bytes.length)
    }),
    { numRuns: 100 },
  )
})

test('no bytes make the decoder throw or read beyond the end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const decoded = decodeLayout(EVERYTHING, bytes, 0)
      if (decoded !== null) assert(decoded.end <= bytes.length)
    }),
    { numRuns: 300 },
  )
})

test('fields that begin at the end are zero, a field cut in two is refused', () => {
  const layout = { first: 'u64', second: 'pubkey', third: 'bool' } as const
  const whole = encodeLayout(layout, { first: 7n, second: ZERO_KEY, third: true })
  assert.deepEqual(decodeLayout(layout, whole.subarray(0, 8), 0)?.value, { first: 7n, second: ZERO_KEY, third: false })
  assert.equal(decodeLayout(layout, whole.subarray(0, 9), 0), null)
  assert.equal(decodeLayout(layout, whole, 100), null)
  assert.deepEqual(zeroOf(layout), { first: 0n, second: ZERO_KEY, third: false })
})

test('a text or a list longer than its bytes is refused', () => {
  assert.equal(decodeLayout({ text: 'string' }, Uint8Array.of(255, 255, 255, 255, 1), 0), null)
  const list = { rows: { vec: { one: 'u8' }, max: 1_000_000 } } as const
  assert.equal(decodeLayout(list, Uint8Array.of(255, 0, 0, 0, 1), 0), null)
  assert.equal(decodeLayout(list, Uint8Array.of(255, 0, 0, 0), 0), null)
})

test('values that do not fit are a bug of the caller', () => {
  assert.throws(() => encodeLayout({ a: 'u8' }, { a: 256 }))
  assert.throws(() => encodeLayout({ a: 'u64' }, { a: 2n ** 64n }))
  assert.throws(() => encodeLayout({ a: 'u64' }, { a: -1n }))
  assert.throws(() => encodeLayout({ a: 'pubkey' }, { a: 'short' }))
  assert.throws(() => encodeLayout({ a: { array: 'u8', length: 2 } }, { a: [1] }))
})

test('some fields of a struct are those of the whole one, and what it refuses is refused', () => {
  const wanted = ['huge', 'signed', 'key', 'rows'] as const
  const read = fieldsOf(EVERYTHING, wanted)
  fc.assert(
    fc.property(values, fc.nat(), fc.nat({ max: 9 }), (value, cut, offset) => {
      const whole = encodeLayout(EVERYTHING, value)
      const bytes = new Uint8Array(offset + (cut % (whole.length + 1)))
      bytes.set(whole.subarray(0, bytes.length - offset), offset)
      const all = decodeLayout(EVERYTHING, bytes, offset)?.value
      const expected = all && Object.fromEntries(wanted.map((name) => [name, all[name]]))
      assert.deepEqual(read(bytes, offset), expected ?? null)
    }),
    { seed: 5 },
  )
  assert.equal(read(new Uint8Array(3), 4), null)
})
