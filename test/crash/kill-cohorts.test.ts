import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usedSandbox } from '../support/used-sandbox.ts'
import { runCohortRounds } from './cohort-rounds.ts'

test('a server killed during cohort jobs finishes every job that it acknowledged, and keeps every result', async (t) => {
  const sandbox = await usedSandbox('faults')
  t.after(() => sandbox.stop())
  const said: string[] = []
  const report = await runCohortRounds({ sandbox, rounds: 1, lifeMs: 300, seed: 11, say: (line) => said.push(line) })
  t.diagnostic(JSON.stringify(report))
  assert.deepEqual([report.lost, report.changed], [0, 0], said.join('\n'))
  assert(report.interrupted > 0, 'a kill met a job under way')
})
