import { Bench } from 'tinybench'
import { percentilesOf } from '../../../src/hot-paths/screener/percentiles.ts'

const values = Float64Array.from({ length: 100_000 }, (_, i) => Math.imul(i + 1, 2_654_435_761) >>> 0)
const shares = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
const bench = new Bench({ name: 'percentiles', time: 300, warmupTime: 100 })
bench.add('of 100,000 values', () => void percentilesOf(values.slice(), shares))
bench.add('of 100,000 values, sorted with a function', () => void Array.from(values).sort((a, b) => a - b))
await bench.run()
console.table(bench.table())
