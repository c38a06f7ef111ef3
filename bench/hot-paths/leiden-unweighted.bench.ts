import { Bench } from 'tinybench'
import { buildUndirectedCsr } from '../../src/hot-paths/graph-csr.ts'
import { createLeidenRoom, leidenUnweighted } from '../../src/hot-paths/leiden-unweighted.ts'
import { plantedGraph } from '../engines/planted-graph.ts'

/** In a room that is kept and in one of its own. */
const bench = new Bench({ name: 'leiden-unweighted', time: 500, warmupTime: 200 })
const room = createLeidenRoom()
for (const nodeCount of [500, 10_000, 100_000]) {
  const { src, dst } = plantedGraph({ nodeCount, edgesPerNode: 3, mixing: 0.2, seed: 1 })
  const graph = buildUndirectedCsr(nodeCount, { src, dst, weight: null })
  const labels = new Uint32Array(nodeCount)
  const options = { resolution: 1, seed: 1, runs: 1 }
  bench.add(`${nodeCount} nodes`, () => {
    leidenUnweighted(graph, options, labels, room)
  })
  bench.add(`${nodeCount} nodes, new room`, () => {
    leidenUnweighted(graph, options, labels, createLeidenRoom())
  })
}
await bench.run()
console.table(bench.table())
