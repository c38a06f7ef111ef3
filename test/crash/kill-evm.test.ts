import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandbox } from '../support/start-sandbox.ts'
import { runEvmRounds } from './evm-rounds.ts'

test('follower and server killed with three chains on the tape: no gap, no duplicate, and forks are told', async (t) => {
  // Its traders put events of Solana between those of the others.
  const sandbox = await startSandbox({ SANDBOX_AGENTS: '1', SANDBOX_TPS: '20' })
  t.after(() => sandbox.stop())
  const said: string[] = []
  const report = await runEvmRounds({ sandbox, rounds: 3, lifeMs: 1_500, seed: 11, say: (line) => said.push(line) })
  t.diagnostic(JSON.stringify(report))
  assert.deepEqual(report.killed, { follower: 2, server: 2 }, said.join('\n'))
  assert(report.events.ethereum > 0 && report.events.base > 0)
})
