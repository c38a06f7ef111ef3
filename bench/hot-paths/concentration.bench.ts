import { Bench } from 'tinybench'
import { CONCENTRATION_LENGTH, concentration } from '../../src/hot-paths/concentration.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createWorkers } from '../../src/workers/pool.ts'

/** On the loop against on a compute thread, by number of holders. What decides `LIMITS.concentrationInline` is the time
 *  the loop is held: all of it inline, only posting and receiving through the pool. */
const config = { workers: 1, pinThreads: true, mode: 'live' as const }
const workers = createWorkers({
  config,
  log: createLogger({ level: 'warn', process: 'bench' }),
  metrics: createMetrics(),
})
const out = new Float64Array(CONCENTRATION_LENGTH)

/** Balances with the long tail of a real token, seeded. */
function balancesOf(holders: number): Float64Array {
  let state = 42
  return Float64Array.from({ length: holders }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor(1e6 / ((state + 1) / 2 ** 32) ** 0.8)
  })
}

const bench = new Bench({ name: 'concentration', time: 250, warmupTime: 50 })
for (const holders of [100, 1_000, 2_000, 5_000, 20_000, 100_000, 1_000_000]) {
  const balances = balancesOf(holders)
  bench.add(`${holders} holders, inline`, () => {
    concentration(balances.slice(), 1e15, out)
  })
  bench.add(`${holders} holders, pool`, async () => {
    const copy = balances.slice()
    await workers.run('concentration', { balances: copy, supply: 1e15 }, { transfer: [copy.buffer] })
  })
}
await bench.run()
console.table(bench.table())
await workers.close()
