import { Bench } from 'tinybench'
import { buildOhlcv, countBuckets, createCandles } from '../../src/hot-paths/ohlcv.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createWorkers } from '../../src/workers/pool.ts'
import { makeTrades } from '../engines/make-trades.ts'

/** On the loop, and through the pool; the other engines are in `bench/engines`. */
const PERIODS_MS = [60_000, 300_000, 3_600_000, 86_400_000]
const workers = createWorkers({
  config: { workers: 1, pinThreads: true, mode: 'live' },
  log: createLogger({ level: 'warn', process: 'bench' }),
  metrics: createMetrics(),
})
const bench = new Bench({ name: 'ohlcv', time: 300, warmupTime: 100 })
for (const count of [1_000, 10_000, 50_000, 1_000_000]) {
  const trades = makeTrades(count, count * 250, 3)
  const outs = PERIODS_MS.map((periodMs) => createCandles(countBuckets(trades.timesMs, periodMs, false)))
  bench.add(`${count} trades, four periods, inline`, () => {
    buildOhlcv(trades, PERIODS_MS, false, outs)
  })
  bench.add(`${count} trades, one period, inline`, () => {
    buildOhlcv(trades, [60_000], false, outs.slice(0, 1))
  })
  bench.add(`${count} trades, four periods, pool`, async () => {
    await workers.run('buildOhlcv', { trades, periodsMs: PERIODS_MS, isCarried: false })
  })
}
await bench.run()
console.table(bench.table())
await workers.close()
