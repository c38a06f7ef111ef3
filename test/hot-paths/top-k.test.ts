import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { topK } from '../../src/hot-paths/top-k.ts'

function take(values: readonly number[], k: number): number[] {
  const out = new Uint32Array(k)
  return [...out.subarray(0, topK(Float64Array.from(values), out))]
}

test('the greatest values come first', () => {
  assert.deepEqual(take([3, 9, 1, 7, 5], 3), [1, 3, 4])
})
test('equal values keep the order they came in', () => {
  assert.deepEqual(take([2, 5, 5, 2, 5], 4), [1, 2, 4, 0])
})
test('fewer values than room give fewer indexes', () => {
  assert.deepEqual(take([4, 8], 10), [1, 0])
  assert.deepEqual(take([], 3), [])
})
test('NaN is passed over', () => {
  assert.deepEqual(take([Number.NaN, 1, Number.NaN, 2], 3), [3, 1])
})
test('no room is a mistake of the caller', () => {
  assert.throws(() => topK(Float64Array.of(1), new Uint32Array(0)), /room/)
})
test('any input gives what a full sort gives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 200 }),
      fc.integer({ min: 1, max: 50 }),
      (values, k) => {
        const sorted = values.map((_, i) => i).sort((a, b) => values[b]! - values[a]! || a - b)
        assert.deepEqual(take(values, k), sorted.slice(0, k))
      },
    ),
    { numRuns: 300, seed: 7 },
  )
})
