import { Bench } from 'tinybench'
import { riskScore } from '../../src/hot-paths/risk-score.ts'

const COUNT = 1_000
const rows = Array.from({ length: COUNT }, (_, i) => ({
  top10Pct: (i * 7) % 101,
  insidersPct: i % 3 === 0 ? null : (i * 5) % 40,
  bundlersPct: (i * 11) % 60,
  snipersPct: (i * 13) % 30,
  devPct: (i * 3) % 12,
}))
let sum = 0
const bench = new Bench({ name: 'risk-score', time: 300, warmupTime: 50 })
bench.add(`${COUNT} tokens`, () => {
  for (const row of rows) sum += riskScore(row).score
})
await bench.run()
console.table(bench.table())
console.log(`checksum ${sum % 1_000}`)
