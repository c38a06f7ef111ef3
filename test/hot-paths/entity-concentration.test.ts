import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CONCENTRATION, CONCENTRATION_LENGTH, concentration } from '../../src/hot-paths/concentration.ts'
import {
  ENTITY_CONCENTRATION,
  ENTITY_CONCENTRATION_LENGTH,
  entityConcentration,
} from '../../src/hot-paths/entity-concentration.ts'

type Shape = { amounts: readonly number[]; entityOf: readonly number[]; skipped?: readonly number[]; supply: number }
function measure({ amounts, entityOf, skipped = [], supply }: Shape): Float64Array {
  const out = new Float64Array(ENTITY_CONCENTRATION_LENGTH)
  entityConcentration(
    {
      amounts: Float64Array.from(amounts),
      entityOf: Uint32Array.from(entityOf),
      entityCount: Math.max(-1, ...entityOf) + 1,
      skipped: Uint8Array.from(amounts, (_, node) => (skipped.includes(node) ? 1 : 0)),
      supply,
    },
    out,
  )
  return out
}
const plain = (balances: readonly number[], supply: number): number[] => {
  const out = new Float64Array(CONCENTRATION_LENGTH)
  concentration(Float64Array.from(balances), supply, out)
  return [...out]
}
const part = (figures: Float64Array, from: number) => [...figures.subarray(from, from + CONCENTRATION_LENGTH)]

test('wallets are measured one by one, entities by what their members hold together', () => {
  const got = measure({ amounts: [10, 10, 10, 10], entityOf: [0, 0, 0, 1], supply: 100 })
  assert.deepEqual(part(got, ENTITY_CONCENTRATION.wallets), plain([10, 10, 10, 10], 100))
  assert.deepEqual(part(got, ENTITY_CONCENTRATION.entities), plain([30, 10], 100))
  assert.equal(got[ENTITY_CONCENTRATION.entities + CONCENTRATION.nakamoto], 1)
  assert.equal(got[ENTITY_CONCENTRATION.entityCount], 2)
  assert.equal(got[ENTITY_CONCENTRATION.clusteredShare], 0.3)
  assert.equal(got[ENTITY_CONCENTRATION.hiddenShare], 0.2)
  assert.equal(got[ENTITY_CONCENTRATION.largestClusterShare], 0.3)
})
test('what is skipped counts nowhere, and an entity left with one member is no cluster', () => {
  const got = measure({ amounts: [50, 10, 20], entityOf: [0, 0, 1], skipped: [0], supply: 100 })
  assert.deepEqual(part(got, ENTITY_CONCENTRATION.wallets), plain([10, 20], 100))
  assert.equal(got[ENTITY_CONCENTRATION.clusteredShare], 0)
})
test('members that hold nothing make no cluster', () => {
  assert.equal(measure({ amounts: [10, 0], entityOf: [0, 0], supply: 100 })[ENTITY_CONCENTRATION.clusteredShare], 0)
})
test('no one and no supply give zeros', () => {
  assert.deepEqual([...measure({ amounts: [], entityOf: [], supply: 0 })], Array(ENTITY_CONCENTRATION_LENGTH).fill(0))
  assert.equal(measure({ amounts: [1, 1], entityOf: [0, 0], supply: 0 })[ENTITY_CONCENTRATION.clusteredShare], 0)
})
test('columns of different lengths, unknown entities and negative amounts are refused', () => {
  assert.throws(() => measure({ amounts: [1], entityOf: [0, 0], supply: 1 }), /one length/)
  assert.throws(() => measure({ amounts: [-1], entityOf: [0], supply: 1 }), /not negative/)
  const one = new Float64Array(1)
  const input = { amounts: one, entityOf: Uint32Array.of(3), entityCount: 1, skipped: new Uint8Array(1), supply: 1 }
  assert.throws(() => entityConcentration(input, new Float64Array(ENTITY_CONCENTRATION_LENGTH)), /entity that is there/)
  assert.throws(() => entityConcentration(input, new Float64Array(3)), /room/)
})
test('joining wallets never makes fewer hands look like more', () => {
  const holder = fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.nat({ max: 8 }))
  fc.assert(
    fc.property(fc.array(holder, { minLength: 1, maxLength: 60 }), (holders) => {
      const amounts = holders.map(([amount]) => amount)
      const got = measure({ amounts, entityOf: holders.map(([, entity]) => entity), supply: 1_000_000 })
      const of = (from: number, figure: number) => got[from + figure]!
      const { wallets, entities } = ENTITY_CONCENTRATION
      assert(of(entities, CONCENTRATION.nakamoto) <= of(wallets, CONCENTRATION.nakamoto))
      assert(of(entities, CONCENTRATION.hhi) >= of(wallets, CONCENTRATION.hhi) - 1e-12)
      assert(of(entities, CONCENTRATION.top1Share) >= of(wallets, CONCENTRATION.top1Share))
      assert(got[ENTITY_CONCENTRATION.hiddenShare]! <= got[ENTITY_CONCENTRATION.clusteredShare]!)
    }),
    { numRuns: 200, seed: 71 },
  )
})
