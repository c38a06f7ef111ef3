import assert from 'node:assert/strict'
import { Bench } from 'tinybench'
import { buildUndirectedCsr } from '../../src/hot-paths/graph-csr.ts'
import { plantedGraph } from '../engines/planted-graph.ts'

const bench = new Bench({ name: 'graph-csr', time: 300, warmupTime: 100 })
for (const nodeCount of [1_000, 100_000]) {
  const { src, dst } = plantedGraph({ nodeCount, edgesPerNode: 3, mixing: 0.2, seed: 1 })
  const edges = { src, dst, weight: new Float64Array(src.length).fill(1) }
  assert.equal(buildUndirectedCsr(nodeCount, edges).offsets[nodeCount], 2 * src.length)
  bench.add(`${nodeCount} nodes`, () => {
    buildUndirectedCsr(nodeCount, edges)
  })
}
await bench.run()
console.table(bench.table())
