import { parseArgs } from 'node:util'
import { runCohortRounds } from '../../test/crash/cohort-rounds.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'

/** `node bench/crash/kill-cohorts.ts [--rounds 20] [--life-ms 1500] [--seed 1]`: the crash test of cohort jobs, longer. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    'life-ms': { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1' },
  },
})
const startMs = performance.now()
const sandbox = await startSandbox()
try {
  const report = await runCohortRounds({
    sandbox,
    rounds: Number(values.rounds),
    lifeMs: Number(values['life-ms']),
    seed: Number(values.seed),
    say: console.log,
  })
  console.table({ ...report, seconds: Math.round((performance.now() - startMs) / 1_000) })
  if (report.lost + report.changed > 0) process.exitCode = 1
} finally {
  await sandbox.stop()
}
