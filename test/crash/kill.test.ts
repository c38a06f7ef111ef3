import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runKillRounds } from './kill-rounds.ts'

test('killed 25 times under load, two processes at a time: keys are there, usage is never double, the cache never wrong', async (t) => {
  const report = await runKillRounds({ rounds: 25, lifeMs: (round) => 20 + ((round * 97) % 300), flushEveryMs: 50 })
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.rounds, 25)
  assert(report.keysAcknowledged > 25, 'the children made keys')
  assert(report.usageStored > 0, 'the children wrote usage')
  assert(report.cacheRowsChecked > 0, 'the children filled the cache')
})
