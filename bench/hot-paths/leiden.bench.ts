import { Bench } from 'tinybench'
import { buildUndirectedCsr } from '../../src/hot-paths/graph-csr.ts'
import { leiden } from '../../src/hot-paths/leiden.ts'
import { communityQuality } from '../engines/community-quality.ts'
import { plantedGraph } from '../engines/planted-graph.ts'

/** By size and number of runs; against igraph in `bench/engines`. */
const DENSITY = 0.2
const bench = new Bench({ name: 'leiden', time: 500, warmupTime: 200 })
for (const nodeCount of [500, 10_000, 100_000]) {
  const { src, dst } = plantedGraph({ nodeCount, edgesPerNode: 3, mixing: 0.2, seed: 1 })
  const graph = buildUndirectedCsr(nodeCount, { src, dst, weight: null })
  const labels = new Uint32Array(nodeCount)
  for (const runs of [0, 1, 2]) {
    leiden(graph, { resolution: DENSITY, seed: 1, runs }, labels)
    bench.add(
      `${nodeCount} nodes, ${runs} runs, quality ${communityQuality(graph, labels, DENSITY).toFixed(4)}`,
      () => {
        leiden(graph, { resolution: DENSITY, seed: 1, runs }, labels)
      },
    )
  }
}
await bench.run()
console.table(bench.table())
