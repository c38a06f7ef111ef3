import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runKillRounds } from './kill-rounds.ts'

/** The short form of `bench/crash/kill-store.ts`. */
const ROUNDS = 12

test('killed 12 times under load, two processes at a time: keys are there, usage is never double, the cache never wrong', async (t) => {
  const report = await runKillRounds({ rounds: ROUNDS, lifeMs: (round) => 20 + ((round * 97) % 300), flushEveryMs: 50 })
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.rounds, ROUNDS)
  assert(report.keysAcknowledged > ROUNDS, 'the children made keys')
  assert(report.usageStored > 0, 'the children wrote usage')
  assert(report.cacheRowsChecked > 0, 'the children filled the cache')
})
