import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  HISTORY_STEP_SECS,
  HISTORY_STEPS,
  historyPriceAt,
  planHistory,
  sumHistory,
} from '../../../sandbox/world/planned-history.ts'

test('a history ends exactly at the price it leads to', () => {
  const history = planHistory('seed', 'mint', 'listed')
  assert.equal(history.close.at(-1), 1)
  assert.equal(historyPriceAt(history, 1_000_000, 1_000_000), 1)
})

test('the same seed and mint give the same history, another mint another one', () => {
  assert.deepEqual(planHistory('s', 'm', 'major'), planHistory('s', 'm', 'major'))
  assert.notDeepEqual(planHistory('s', 'm', 'major').close, planHistory('s', 'n', 'major').close)
})

test('a stablecoin stays within two percent, a listed token moves', () => {
  const spread = (temper: 'stable' | 'listed'): number => {
    const { close } = planHistory('s', 'm', temper)
    return Math.max(...close) / Math.min(...close)
  }
  assert(spread('stable') < 1.02)
  assert(spread('listed') > 1.05)
})

test('windows that reach back further hold more, and none reaches past the end', () => {
  const history = planHistory('s', 'm', 'major')
  const end = 1_700_000_000
  const hour = sumHistory(history, end, end - 3_600)
  const day = sumHistory(history, end, end - 86_400)
  assert(day.volume > hour.volume && day.buys > hour.buys)
  assert.deepEqual(sumHistory(history, end, end + 60), { volume: 0, buys: 0, sells: 0 })
  const everything = sumHistory(history, end, 0)
  const wholeSpan = sumHistory(history, end, end - HISTORY_STEPS * HISTORY_STEP_SECS)
  assert.equal(everything.buys, wholeSpan.buys)
})
