import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LIMITS } from '../../../src/config/limits.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { foldToStep, fromColumns, toColumns } from '../../../src/services/market/candle-columns.ts'
import type { Candle } from '../../../src/upstreams/market-capabilities.ts'
import { createWorkers, type Workers } from '../../../src/workers/pool.ts'
import { keptLog } from '../../support/test-client.ts'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

function candlesOf(count: number, stepMs: number, fromMs = 0): Candle[] {
  return Array.from({ length: count }, (_, at) => ({
    tMs: fromMs + at * stepMs,
    open: at + 1,
    high: at + 2,
    low: at + 0.5,
    close: at + 1.5,
    volumeUsd: at % 5 === 4 ? null : 10,
  }))
}

const pool = createWorkers({
  config: { workers: 1, pinThreads: false, mode: 'sandbox' },
  log: keptLog().log,
  metrics: createMetrics(),
})
after(() => pool.close())

/** The real compute threads, and what they were asked. */
function countedWorkers(): { readonly workers: Workers; readonly asked: string[] } {
  const asked: string[] = []
  const run: Workers['run'] = (name, input, options) => {
    asked.push(name)
    return pool.run(name, input, options)
  }
  return { workers: { start: () => {}, run, close: async () => {} }, asked }
}

test('columns and rows are the same candles, unknown volumes included', () => {
  const candles = candlesOf(7, HOUR_MS)
  assert.deepEqual(fromColumns(toColumns(candles), candles.length), candles)
})

test('finer candles fold into the wanted size; one unknown volume makes the whole unknown', async () => {
  const { workers, asked } = countedWorkers()
  const folded = await foldToStep({ workers }, { stepMs: HOUR_MS, candles: candlesOf(8, HOUR_MS) }, 4 * HOUR_MS)
  assert.deepEqual(folded.ok && folded.value, [
    { tMs: 0, open: 1, high: 5, low: 0.5, close: 4.5, volumeUsd: 40 },
    { tMs: 4 * HOUR_MS, open: 5, high: 9, low: 4.5, close: 8.5, volumeUsd: null },
  ])
  assert.deepEqual(asked, [])
})

test('days fold into weeks from Monday', async () => {
  const friday = Date.parse('2026-01-02')
  const list = { stepMs: 24 * HOUR_MS, candles: candlesOf(9, 24 * HOUR_MS, friday) }
  const folded = await foldToStep(countedWorkers(), list, WEEK_MS)
  assert.deepEqual(folded.ok && folded.value.map(({ tMs }) => new Date(tMs).toISOString().slice(0, 10)), [
    '2025-12-29',
    '2026-01-05',
  ])
})

test('candles of the wanted size pass through untouched', async () => {
  const candles = candlesOf(3, HOUR_MS)
  const folded = await foldToStep(countedWorkers(), { stepMs: HOUR_MS, candles }, HOUR_MS)
  assert.equal(folded.ok && folded.value, candles)
})

test('many candles are folded on a compute thread, to the same result', async () => {
  const candles = candlesOf(LIMITS.candlesInline + 8, HOUR_MS)
  const list = { stepMs: HOUR_MS, candles }
  const { workers, asked } = countedWorkers()
  const folded = await foldToStep({ workers }, list, 4 * HOUR_MS)
  const short = await foldToStep({ workers }, { ...list, candles: candles.slice(-LIMITS.candlesInline) }, 4 * HOUR_MS)
  assert(folded.ok && short.ok)
  assert.deepEqual(asked, ['resampleCandles'])
  assert.deepEqual(folded.value.slice(-(LIMITS.candlesInline / 4)), short.value)
})

test('a compute thread that refuses is a failure', async () => {
  const refuse = { workers: { run: async () => ({ ok: false, code: 'too_busy', message: 'x' }) } as unknown as Workers }
  const list = { stepMs: HOUR_MS, candles: candlesOf(LIMITS.candlesInline + 1, HOUR_MS) }
  assert.equal((await foldToStep(refuse, list, 4 * HOUR_MS)).ok, false)
})
