import { clusterHolders } from '../../src/hot-paths/cluster-holders.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createWorkers } from '../../src/workers/pool.ts'
import { holderGraph } from './holder-graph.ts'

/** The server of the HTTP bench (same arguments before ours) which clusters graphs without a pause: `inline` on the
 *  loop, `pool` on the compute threads with more in the queue than there are threads, `idle` not at all. */
const [holders, mode] = [Number(process.argv[4]), process.argv[5]]
const OPTIONS = { seed: 1, weakThreshold: 0.7, minWeakKinds: 2, density: 0.2, gatherKinds: false }
const WORKERS = 1
const IN_FLIGHT = 4

const graph = holderGraph(holders, 7)
for (let i = 0; i < 20; i++) clusterHolders(graph, OPTIONS)

await import('../http/server-ours.ts')
if (mode === 'inline') clusterInline()
if (mode === 'pool') {
  const workers = createWorkers({
    config: { workers: WORKERS, pinThreads: true, mode: 'live' },
    log: createLogger({ level: 'warn', process: 'bench' }),
    metrics: createMetrics(),
  })
  for (let i = 0; i < IN_FLIGHT; i++) void clusterInPool()

  async function clusterInPool(): Promise<void> {
    for (;;) {
      const answer = await workers.run('clusterGraph', { graph, options: OPTIONS, skipped: graph.excluded, supply: 1 })
      if (!answer.ok) throw new Error(answer.message)
    }
  }
}

function clusterInline(): void {
  clusterHolders(graph, OPTIONS)
  setImmediate(clusterInline)
}
