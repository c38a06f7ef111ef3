import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentilesOf } from '../../../src/hot-paths/screener/percentiles.ts'

test('each share is a value that occurs, by the nearest rank', () => {
  const values = () => Float64Array.from([9, 1, 8, 2, 7, 3, 6, 4, 5, 10])
  assert.deepEqual(percentilesOf(values(), [0, 0.05, 0.25, 0.5, 0.95, 1]), [1, 1, 3, 5, 10, 10])
  assert.deepEqual(percentilesOf(Float64Array.of(-3), [0, 0.5, 1]), [-3, -3, -3])
  assert.deepEqual(percentilesOf(new Float64Array(0), [0.5]), [])
})
