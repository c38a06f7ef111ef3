import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thinPoints } from '../../../../src/services/tokens/charts/thin-points.ts'

const points = Array.from({ length: 10 }, (_, at) => ({ tMs: 100 + at * 10, priceUsd: at }))
const RANGE = { fromMs: 100, toMs: 190 }

test('few points stay as they are', () => {
  assert.deepEqual(thinPoints(points, RANGE, 10), points)
  assert.deepEqual(thinPoints([], RANGE, 10), [])
})

test('many become evenly spaced ones with the last price at or before each; the newest price is the last one', () => {
  assert.deepEqual(thinPoints(points, RANGE, 4), [
    { tMs: 100, priceUsd: 0 },
    { tMs: 130, priceUsd: 3 },
    { tMs: 160, priceUsd: 6 },
    { tMs: 190, priceUsd: 9 },
  ])
  assert.deepEqual(
    thinPoints(points, { fromMs: 0, toMs: 190 }, 3),
    [{ tMs: 190, priceUsd: 9 }],
    'before the first price nothing was known',
  )
})

test('a range without length keeps the newest', () => {
  assert.deepEqual(thinPoints(points, { fromMs: 190, toMs: 190 }, 2), points.slice(-2))
})
