import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runBackupRounds } from './backup-rounds.ts'

test('a backup under write load restores to a consistent state, whichever process is killed in the middle', async (t) => {
  const report = await runBackupRounds({ rounds: 5, seed: 7 })
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.rounds, 5)
  assert(report.whole >= 3 && report.killedBackups === 2 && report.killedLoads === 2)
  assert(report.keysChecked > 0 && report.slotsChecked > 0)
  assert(report.daysCopied >= report.whole, 'every backup had a tape')
})
