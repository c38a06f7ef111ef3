import { Bench } from 'tinybench'
import { countBuckets, createCandles, foldTrades } from '../../src/hot-paths/ohlcv.ts'
import { foldValues, resampleCandles } from '../../src/hot-paths/resample-candles.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createWorkers } from '../../src/workers/pool.ts'
import { makeTrades } from '../engines/make-trades.ts'

/** On the loop, and through the pool. */
const workers = createWorkers({
  config: { workers: 1, pinThreads: true, mode: 'live' },
  log: createLogger({ level: 'warn', process: 'bench' }),
  metrics: createMetrics(),
})
const bench = new Bench({ name: 'resample-candles', time: 300, warmupTime: 100 })
for (const count of [1_000, 10_000, 50_000, 500_000]) {
  const trades = makeTrades(count, count * 60_000, 3)
  const fine = createCandles(countBuckets(trades.timesMs, 60_000, false))
  const fineCount = foldTrades(trades, 60_000, fine)
  const out = createCandles(fineCount)
  bench.add(`${fineCount} minutes to hours, inline`, () => {
    resampleCandles(fine, fineCount, { fromMs: 60_000, toMs: 3_600_000 }, out)
  })
  bench.add(`${fineCount} minutes to hours, pool`, async () => {
    await workers.run('resampleCandles', { candles: fine, count: fineCount, fromMs: 60_000, toMs: 3_600_000 })
  })
  const series = { timesMs: trades.timesMs, values: trades.pricesUsd }
  const range = { fromMs: trades.timesMs[0]!, toMs: trades.timesMs.at(-1)!, bucketCount: 300 }
  bench.add(`${count} values to 300 candles`, () => {
    foldValues(series, range, out)
  })
}
await bench.run()
console.table(bench.table())
await workers.close()
