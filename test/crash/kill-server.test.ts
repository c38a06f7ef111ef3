import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import { runServerRounds } from './server-rounds.ts'

/** Twice the promised second, for a machine that runs other tests at the same time. */
const USAGE_LOSS_MS = 2_000
const ROUNDS = 3

test('a server killed under load comes back with every key, its usage never doubled, and no wrong body', async (t) => {
  const sandbox = await sharedSandbox()
  t.after(() => sandbox.stop())
  const said: string[] = []
  const report = await runServerRounds({
    sandbox,
    rounds: ROUNDS,
    lifeMs: 800,
    seed: 7,
    say: (line) => said.push(line),
  })
  t.diagnostic(JSON.stringify(report))
  const why = said.join('\n')
  assert.deepEqual([report.rounds, report.restarted], [ROUNDS, ROUNDS], why)
  assert.equal(report.keysIntact, report.keysAsked, why)
  assert.equal(report.revocationsLost, 0, why)
  assert.equal(report.doubleCounts, 0, why)
  assert.equal(report.cacheViolations, 0, why)
  assert.deepEqual([report.oddAnswers, report.errorsLogged], [0, 0], why)
  assert(report.usageMostLossMs <= USAGE_LOSS_MS, why)
  assert(report.answers > 0 && report.keysAsked > 0 && report.cachedWarm > 0, 'there was something to lose')
})
