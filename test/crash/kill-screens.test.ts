import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runScreensRounds } from './screens-rounds.ts'

test('killed while rows enter and leave saved screens: no change is lost or repeated, and the rows are those that match', async (t) => {
  const report = await runScreensRounds({ rounds: 3, lifeMs: (round) => (round * 37) % 60 })
  t.diagnostic(JSON.stringify(report))
  assert(report.changes > 10, 'rows entered and left')
})
