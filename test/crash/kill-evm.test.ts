import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import { runEvmRounds } from './evm-rounds.ts'

test('follower and server killed with three chains on the tape: no gap, no duplicate, and forks are told', async (t) => {
  const sandbox = await sharedSandbox()
  t.after(() => sandbox.stop())
  const said: string[] = []
  const report = await runEvmRounds({ sandbox, rounds: 3, lifeMs: 1_500, seed: 11, say: (line) => said.push(line) })
  t.diagnostic(JSON.stringify(report))
  assert.deepEqual(report.killed, { follower: 2, server: 2 }, said.join('\n'))
  assert(report.events.ethereum > 0 && report.events.base > 0)
})
