import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveCandles } from '../../../../src/services/tokens/charts/derive-candles.ts'

const RANGE = { fromMs: 1_000, toMs: 2_000 }
const at = (tMs: number, priceUsd: number) => ({ tMs, priceUsd })

test('prices become open, high, low and close of their part, without a volume; empty parts are left out', () => {
  const points = [at(1_000, 5), at(1_050, 9), at(1_099, 4), at(1_500, 7), at(2_000, 8)]
  assert.deepEqual(deriveCandles(points, RANGE, 10), [
    { tMs: 1_000, open: 5, high: 9, low: 4, close: 4, volumeUsd: null },
    { tMs: 1_500, open: 7, high: 7, low: 7, close: 7, volumeUsd: null },
    { tMs: 1_900, open: 8, high: 8, low: 8, close: 8, volumeUsd: null },
  ])
})

test('nothing gives nothing, and what lies outside the range does not count', () => {
  assert.deepEqual(deriveCandles([], RANGE, 80), [])
  assert.deepEqual(deriveCandles([at(999, 1), at(2_001, 1)], RANGE, 80), [])
})
