import { Bench } from 'tinybench'
import { FUNDING_STEP, findPartings, traceFunders } from '../../src/hot-paths/funder-trace.ts'
import { createRandom } from '../../test/support/seeded-random.ts'

/** Each node is paid by one that came before it, one in fifty by a service; every second node is a target. */
const bench = new Bench({ name: 'funder-trace', time: 300, warmupTime: 100 })
for (const nodeCount of [1_000, 100_000]) {
  const random = createRandom(5)
  const forest = {
    funder: Int32Array.from({ length: nodeCount }, (_, node) => (node === 0 ? -1 : Math.floor(random() * node))),
    lamports: Float64Array.from({ length: nodeCount }, (_, node) => Math.floor((2e9 / (node + 1)) * random())),
    timesSec: Float64Array.from({ length: nodeCount }, (_, node) => node),
    slots: Float64Array.from({ length: nodeCount }, (_, node) => 2 * node),
    step: Uint8Array.from({ length: nodeCount }, () => (random() < 0.02 ? FUNDING_STEP.refuse : FUNDING_STEP.follow)),
  }
  const targets = Uint32Array.from({ length: nodeCount / 2 }, (_, i) => 2 * i)
  const options = { maxHops: 4, maxPrivacyHops: 0, minCarriedPct: 0, maxHopSecs: nodeCount }
  bench.add(`${targets.length} targets among ${nodeCount} wallets, traced`, () => {
    traceFunders(forest, targets, options)
  })
  const traces = traceFunders(forest, targets, options)
  bench.add(`${targets.length} targets among ${nodeCount} wallets, where their money parted`, () => {
    findPartings(forest, targets, traces)
  })
}
await bench.run()
console.table(bench.table())
