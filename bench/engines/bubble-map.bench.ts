import { createLogger } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { judgeMapBytes } from '../../src/services/bubble-map/judge-task.ts'
import { encodeBundle } from '../../src/services/evidence-bundle/encode-bundle.ts'
import { createWorkers } from '../../src/workers/pool.ts'
import { interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { mapInputs, TEAM } from './map-inputs.ts'

/** A Bubble Map with its inputs at hand, from the bytes of the bundle to the bytes of the report. CPU of this process,
 *  whose other threads sleep: a worker's own, with what posting costs. */
const ROUNDS = 9
const GOAL_MS = 150

const workers = createWorkers({
  config: { workers: 1, pinThreads: false, mode: 'live' },
  log: createLogger({ level: 'warn', process: 'bench' }),
  metrics: createMetrics(),
})
const cases = await Promise.all(
  [100, 500].map(async (holders) => ({ holders, bundle: (await encodeBundle(mapInputs(holders))).bytes })),
)
for (const { holders, bundle } of cases) {
  const { nodes, links, clusters, summary } = JSON.parse(Buffer.from(judgeMapBytes(bundle)).toString('utf8'))
  if ((clusters[0]?.memberCount ?? 0) < TEAM) throw new Error('the team was not found: a map of nothing is no measure')
  console.log(
    `${holders} holders, ${bundle.length} bytes in: ${nodes.length} nodes, ${links.length} of ${summary.linkCount} links, ${clusters.length} clusters, the largest of ${clusters[0].memberCount}`,
  )
}

async function cpuUs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const measured = await interleave(
  cases.flatMap(({ holders, bundle }) => [
    { name: `${holders} holders, in place`, measure: () => cpuUs(() => judgeMapBytes(bundle)) },
    {
      name: `${holders} holders, worker`,
      measure: () =>
        cpuUs(async () => {
          const answer = await workers.run('judgeBubbleMap', { bundle: Uint8Array.from(bundle) })
          if (!answer.ok) throw new Error(answer.message)
        }),
    },
  ]),
  ROUNDS,
)
printMeasured('Bubble Map with inputs at hand', measured, 'us CPU per map')
const gotMs = medianOf(measured, '500 holders, worker') / 1_000
reportGoals('engines', [
  {
    what: `Bubble Map of 500 holders: ${GOAL_MS} ms over the CPU it takes (${gotMs.toFixed(1)} ms)`,
    got: GOAL_MS / gotMs,
    reach: 1,
    aim: 2,
  },
])
await workers.close()
if (gotMs > GOAL_MS) process.exitCode = 1
