import { Bench } from 'tinybench'
import { clusterHolders } from '../../src/hot-paths/cluster-holders.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createWorkers } from '../../src/workers/pool.ts'
import { holderGraph } from '../engines/holder-graph.ts'

/** On the loop against on a compute thread, by number of holders. What counts is the time the loop is held: all of it
 *  inline, only posting and receiving through the pool. */
const workers = createWorkers({
  config: { workers: 1, pinThreads: true, mode: 'live' },
  log: createLogger({ level: 'warn', process: 'bench' }),
  metrics: createMetrics(),
})
const options = { seed: 1, weakThreshold: 0.7, minWeakKinds: 2, density: 0.2, gatherKinds: false }

const bench = new Bench({ name: 'cluster-holders', time: 300, warmupTime: 100 })
for (const holders of [20, 100, 200, 500, 5_000, 50_000]) {
  const graph = holderGraph(holders, 7)
  const edges = graph.strongSrc.length + graph.weakSrc.length
  bench.add(`${holders} holders, ${edges} edges, inline`, () => {
    clusterHolders(graph, options)
  })
  bench.add(`${holders} holders, ${edges} edges, pool`, async () => {
    await workers.run('clusterGraph', { graph, options, skipped: graph.excluded, supply: 1 })
  })
}
await bench.run()
console.table(bench.table())
await workers.close()
