import { Bench } from 'tinybench'
import { buildUndirectedCsr } from '../../src/hot-paths/graph-csr.ts'
import { leiden } from '../../src/hot-paths/leiden.ts'
import { createLeidenRoom } from '../../src/hot-paths/leiden-unweighted.ts'
import { modularity } from '../engines/modularity.ts'
import { plantedGraph } from '../engines/planted-graph.ts'

/** By size and number of runs; against igraph and graphology in `bench/engines`. */
const bench = new Bench({ name: 'leiden', time: 500, warmupTime: 200 })
const room = createLeidenRoom()
for (const nodeCount of [500, 10_000, 100_000]) {
  const { src, dst } = plantedGraph({ nodeCount, edgesPerNode: 3, mixing: 0.2, seed: 1 })
  const graph = buildUndirectedCsr(nodeCount, { src, dst, weight: null })
  const labels = new Uint32Array(nodeCount)
  for (const runs of [0, 1, 2]) {
    leiden(graph, { resolution: 1, seed: 1, runs, objective: 'modularity' }, labels, room)
    bench.add(`${nodeCount} nodes, ${runs} runs, modularity ${modularity(graph, labels, 1).toFixed(4)}`, () => {
      leiden(graph, { resolution: 1, seed: 1, runs, objective: 'modularity' }, labels, room)
    })
  }
}
await bench.run()
console.table(bench.table())
