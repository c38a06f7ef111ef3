import assert from 'node:assert/strict'
import { Bench } from 'tinybench'
import { topK } from '../../src/hot-paths/top-k.ts'

const N = 200_000
const K = 200
const values = Float64Array.from({ length: N }, (_, i) => Math.imul(i + 1, 2654435761) >>> 0)
const out = new Uint32Array(K)
const bySorting = () =>
  Array.from(values.keys())
    .sort((a, b) => values[b]! - values[a]! || a - b)
    .slice(0, K)
topK(values, out)
assert.deepEqual([...out], bySorting())

const bench = new Bench({ name: 'top-k', time: 500, warmupTime: 100 })
bench.add(`${K} of ${N}, heap`, () => {
  topK(values, out)
})
bench.add(`${K} of ${N}, full sort of indexes`, () => {
  bySorting()
})
await bench.run()
console.table(bench.table())
