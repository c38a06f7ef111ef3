import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pack } from '../../../sandbox/snapshot/pack.ts'
import { unpack } from '../../../sandbox/snapshot/unpack.ts'

const keys = fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__')
const bytes = fc.uint8Array({ maxLength: 40 })
const leaves = [
  fc.constantFrom(undefined, null, true, false, -0, Number.NaN, Infinity, 2 ** 27 - 1, 2 ** 27, 1_800_000_000),
  fc.double(),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.string({ unit: 'grapheme' }),
  bytes,
  bytes.map((plain) => Buffer.from(plain)),
  bytes.map((event) => `Program data: ${Buffer.from(event).toString('base64')}`),
  fc.constantFrom('Program data: ', 'Program data: a', 'Program data: YQ== YQ==', 'Program data: YR=='),
]
const { plain } = fc.letrec((tie) => ({
  plain: fc.oneof(
    { depthSize: 'medium' },
    ...leaves,
    fc.array(tie('plain')),
    fc.dictionary(keys, tie('plain')).map((row) => ({ ...row })),
    fc.array(fc.tuple(keys, tie('plain'))).map((rows) => new Map(rows)),
    fc.uniqueArray(keys).map((rows) => new Set(rows)),
  ),
}))

test('what is packed comes out as it was', () => {
  fc.assert(
    fc.property(plain, (value) => assert.deepStrictEqual(unpack(pack(value)), value)),
    { numRuns: 1_000 },
  )
})

test('an object that is named twice is one again', () => {
  const wallet = { keySeed: Uint8Array.of(1, 2, 3) }
  const ring: unknown[] = [wallet]
  ring.push(ring)
  const value = { first: wallet, all: new Map([['a', wallet]]), seed: wallet.keySeed, ring }
  const out = unpack(pack(value)) as typeof value
  assert.equal(out.all.get('a'), out.first)
  assert.equal(out.seed, out.first.keySeed)
  assert.equal(out.ring[1], out.ring)
  assert.deepEqual(out.first, wallet)
})

test('what is no plain data is refused', () => {
  class Wallet {}
  for (const value of [new Wallet(), () => 1, Symbol('a'), new Date(0), { inner: [new Float64Array(1)] }])
    assert.throws(() => pack(value), /no plain data/)
})
