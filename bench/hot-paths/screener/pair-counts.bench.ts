import { Bench } from 'tinybench'
import { createPairCounts } from '../../../src/hot-paths/screener/pair-counts.ts'

const counts = createPairCounts()
const map = new Map<string, number>()
const bench = new Bench({ name: 'pair-counts', time: 300, warmupTime: 100 })
let at = 0
bench.add('count and uncount, table', () => {
  at = (at + 1) % 1_000_000
  counts.add(at % 1_000, at * 7_919)
  counts.remove((at + 500_000) % 1_000, ((at + 500_000) % 1_000_000) * 7_919)
})
bench.add('count and uncount, Map of texts', () => {
  at = (at + 1) % 1_000_000
  map.set(`${at % 1_000}:${at * 7_919}`, 1)
  map.delete(`${(at + 500_000) % 1_000}:${((at + 500_000) % 1_000_000) * 7_919}`)
})
await bench.run()
console.table(bench.table())
