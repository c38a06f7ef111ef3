import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAST_SLOT_MS } from '../support/fast-slots.ts'
import { startSandbox } from '../support/start-sandbox.ts'
import { runDoubleSend } from './double-send/run.ts'

/** The short form of `bench/crash/double-send.ts`. */
test('duplicates of trades, withdrawals and broadcasts move money once while their servers are killed', async (t) => {
  const sandbox = await startSandbox({ SANDBOX_SLOT_MS: String(FAST_SLOT_MS) })
  t.after(() => sandbox.stop())
  const said: string[] = []
  const { violations, checks, errors, ownEnds, ...counts } = await runDoubleSend({
    sandbox,
    requests: 160,
    kills: 3,
    seed: 5,
    say: (line) => said.push(line),
  })
  t.diagnostic(JSON.stringify({ ...counts, ...checks }))
  for (const line of new Set(errors)) t.diagnostic(`logged: ${line}`)
  assert.deepEqual(violations.slice(0, 20), [], said.join('\n'))
  assert.deepEqual(ownEnds, [])
  // How many fit in depends on how busy the machine is.
  assert(counts.kills > 0 && counts.lost > 0, 'somebody was killed who had something to answer')
  assert(checks['landed']! > 0 && checks['replays']! > 0 && checks['mismatches']! > 0, 'there was something to lose')
})
