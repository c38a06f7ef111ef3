import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { holderGraph } from '../../../bench/engines/holder-graph.ts'
import { makeTrades } from '../../../bench/engines/make-trades.ts'
import { clusterHolders } from '../../../src/hot-paths/cluster-holders.ts'
import { ENTITY_CONCENTRATION_LENGTH, entityConcentration } from '../../../src/hot-paths/entity-concentration.ts'
import { buildOhlcv, countBuckets, createCandles } from '../../../src/hot-paths/ohlcv.ts'
import { resampleCandles } from '../../../src/hot-paths/resample-candles.ts'
import { createLogger } from '../../../src/runtime/log.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createWorkers } from '../../../src/workers/pool.ts'

/** Each task gives, through a thread, what its hot path gives here. */
const workers = createWorkers({
  config: { workers: 1, pinThreads: false, mode: 'live' },
  log: createLogger({ level: 'warn', process: 'test' }),
  metrics: createMetrics(),
})
after(() => workers.close())

test('clusterGraph answers with the entities and both concentrations', async () => {
  const graph = holderGraph(400, 5)
  const options = { seed: 1, weakThreshold: 0.7, minWeakKinds: 2, density: 0.2, gatherKinds: false }
  const entities = clusterHolders(graph, options)
  const concentration = new Float64Array(ENTITY_CONCENTRATION_LENGTH)
  const { entityOf, entityCount } = entities
  entityConcentration(
    { amounts: graph.amounts, entityOf, entityCount, skipped: graph.excluded, supply: 1 },
    concentration,
  )
  const got = await workers.run('clusterGraph', { graph, options, skipped: graph.excluded, supply: 1 })
  assert.deepEqual(got, { ok: true, value: { entities, concentration } })
  assert.equal(graph.amounts.length, 400, 'what was not handed over is still ours')
})
test('buildOhlcv takes the columns over and answers with one set of candles for each period', async () => {
  const trades = makeTrades(5_000, 3_600_000, 2)
  const periodsMs = [60_000, 300_000]
  const outs = periodsMs.map((periodMs) => createCandles(countBuckets(trades.timesMs, periodMs, true)))
  const counts = buildOhlcv(trades, periodsMs, true, outs)
  const transfer = Object.values(trades).map(({ buffer }) => buffer as ArrayBuffer)
  const got = await workers.run('buildOhlcv', { trades, periodsMs, isCarried: true }, { transfer })
  assert.deepEqual(got, { ok: true, value: { candles: outs, counts } })
  assert.equal(trades.timesMs.length, 0)
})
test('resampleCandles answers with as many rows as it says', async () => {
  const trades = makeTrades(2_000, 36_000_000, 2)
  const fine = createCandles(countBuckets(trades.timesMs, 60_000, false))
  const [count] = buildOhlcv(trades, [60_000], false, [fine])
  const out = createCandles(count!)
  const coarseCount = resampleCandles(fine, count!, { fromMs: 60_000, toMs: 3_600_000 }, out)
  const got = await workers.run('resampleCandles', { candles: fine, count: count!, fromMs: 60_000, toMs: 3_600_000 })
  assert.deepEqual(got, { ok: true, value: { candles: out, count: coarseCount } })
})
test('an input that a hot path refuses is a failed computation, and the thread goes on', async () => {
  const fine = createCandles(1)
  const refused = await workers.run('resampleCandles', { candles: fine, count: 1, fromMs: 7, toMs: 10 })
  assert(!refused.ok && refused.code === 'internal')
  assert((await workers.run('resampleCandles', { candles: fine, count: 1, fromMs: 5, toMs: 10 })).ok)
})
