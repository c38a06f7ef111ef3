import { parseArgs } from 'node:util'
import { runServerRounds } from '../../test/crash/server-rounds.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'

/** `node bench/crash/kill-server.ts [--rounds 100] [--life-ms 2500] [--seed 1]`: kills a real server under load, starts
 *  it again and checks what it had acknowledged: keys, usage, cached bodies. Fails when a promise was broken. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    'life-ms': { type: 'string', default: '2500' },
    seed: { type: 'string', default: '1' },
  },
})
/** What a killed process may lose of its usage. */
const USAGE_LOSS_MS = 1_000

const startMs = performance.now()
const sandbox = await startSandbox()
try {
  const report = await runServerRounds({
    sandbox,
    rounds: Number(values.rounds),
    lifeMs: Number(values['life-ms']),
    seed: Number(values.seed),
    say: (line) => console.log(line),
  })
  const usageMostLossMs = Math.round(report.usageMostLossMs)
  console.table({ ...report, usageMostLossMs, seconds: Math.round((performance.now() - startMs) / 1_000) })
  const { keysAsked, keysIntact, revocationsLost, doubleCounts, cacheViolations } = report
  const isKept =
    report.restarted === report.rounds &&
    keysIntact === keysAsked &&
    revocationsLost + doubleCounts + cacheViolations === 0 &&
    report.usageMostLossMs <= USAGE_LOSS_MS
  console.log(isKept ? 'kept' : 'NOT KEPT')
  process.exitCode = isKept ? 0 : 1
} finally {
  await sandbox.stop()
}
