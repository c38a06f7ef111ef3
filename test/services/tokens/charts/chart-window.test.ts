import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CANDLE_STEP_MS } from '../../../../src/config/candle-steps.ts'
import { CHART_PERIODS } from '../../../../src/contract/chart.ts'
import { chartWindow } from '../../../../src/services/tokens/charts/chart-window.ts'

const NOW_MS = 1_795_000_000_000
const DAY_MS = 86_400_000
const ALONE = { from: null, to: null }

test('a period without times ends now and has 60 to 365 candles', () => {
  for (const period of CHART_PERIODS) {
    const { fromMs, toMs, step, endsNow } = chartWindow(NOW_MS, { period, ...ALONE })
    const candles = (toMs - fromMs) / CANDLE_STEP_MS[step]
    assert.deepEqual([toMs, endsNow], [NOW_MS, true])
    assert(candles >= 60 && candles <= 365, `${period}: ${candles}`)
  }
})

test('a range ends where to says, begins where from says, and never lies in the future or before the epoch', () => {
  const window = (from: number | null, to: number | null) => {
    const { fromMs, toMs, endsNow } = chartWindow(NOW_MS, { period: '1d', from, to })
    return [fromMs, toMs, endsNow]
  }
  const to = NOW_MS - DAY_MS
  assert.deepEqual(window(to - 5, to), [to - 5, to, false])
  assert.deepEqual(window(null, to), [to - DAY_MS, to, false])
  assert.deepEqual(window(to, null), [to, NOW_MS, true])
  assert.deepEqual(window(null, NOW_MS + 1), [NOW_MS - DAY_MS, NOW_MS, true])
  assert.deepEqual(window(to, to), [to - DAY_MS, to, false])
  assert.deepEqual(window(NOW_MS + 1, null), [NOW_MS - DAY_MS, NOW_MS, true])
  assert.deepEqual(window(null, 10), [0, 10, false])
})

test('candles grow until the range needs no more than a thousand; days are the largest', () => {
  const stepOf = (days: number) => chartWindow(NOW_MS, { period: '1h', from: NOW_MS - days * DAY_MS, to: NOW_MS }).step
  assert.deepEqual([0.1, 0.6, 0.8, 3, 5, 20, 100, 400, 5_000].map(stepOf), [
    '1m',
    '1m',
    '5m',
    '5m',
    '15m',
    '1h',
    '4h',
    '12h',
    '1d',
  ])
  const coarse = chartWindow(NOW_MS, { period: '365d', from: NOW_MS - 3_600_000, to: NOW_MS })
  assert.equal(coarse.step, '1d', 'never finer than the period')
})
