import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs, unitRandom } from '../../src/runtime/backoff.ts'

test('the bound doubles with each attempt up to the cap, and the wait is spread below it', () => {
  const bounds = { baseMs: 100, capMs: 500 }
  const largest = [1, 2, 3, 4, 20].map((attempt) => backoffMs(attempt, bounds, () => 1))
  assert.deepEqual(largest, [100, 200, 400, 500, 500])
  assert.equal(
    backoffMs(3, bounds, () => 0.5),
    200,
  )
  assert.equal(
    backoffMs(3, bounds, () => 0),
    0,
  )
})

test('chance stays within [0, 1)', () => {
  for (let i = 0; i < 1_000; i++) {
    const value = unitRandom()
    assert(value >= 0 && value < 1)
  }
})
