import { Bench } from 'tinybench'
import { bucketSeries } from '../../src/hot-paths/bucket-series.ts'
import { makeTrades } from '../engines/make-trades.ts'

const bench = new Bench({ name: 'bucket-series', time: 300, warmupTime: 100 })
for (const count of [1_000, 100_000]) {
  const { timesMs, pricesUsd } = makeTrades(count, count * 60_000, 3)
  const out = { t: new Float64Array(300), v: new Float64Array(300) }
  const range = { fromMs: timesMs[0]!, toMs: timesMs.at(-1)!, pointCount: 300 }
  bench.add(`${count} values to 300 points`, () => {
    bucketSeries({ timesMs, values: pricesUsd }, range, out)
  })
}
await bench.run()
console.table(bench.table())
