import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAST_SLOT_MS } from '../support/fast-slots.ts'
import { startSandbox } from '../support/start-sandbox.ts'
import { runPush } from './push/run.ts'

/** What is told of is what happens: of the past a quarter of an hour will do. */
const SHORT_PAST = { INGEST_BACKFILL_SLOTS: String(900_000 / FAST_SLOT_MS) }

/** The short form of `bench/crash/once-and-in-order.ts`, which reads the whole past. */
test('follower, server and subscribers are killed and the chain forks: everyone gets everything once and in order', async (t) => {
  const sandbox = await startSandbox({ SANDBOX_AGENTS: '1', SANDBOX_TPS: '8', SANDBOX_SLOT_MS: String(FAST_SLOT_MS) })
  t.after(() => sandbox.stop())
  const said: string[] = []
  const { violations, tally, kills, forks, tapeRetractions, errors } = await runPush({
    sandbox,
    runMs: 20_000,
    subscribers: 3,
    seed: 5,
    killEveryMs: 2_500,
    forkEveryMs: 4_000,
    phaseMs: 1_500,
    withWebhooks: true,
    settleMs: 120_000,
    settings: SHORT_PAST,
    say: (line) => said.push(line),
  })
  t.diagnostic(JSON.stringify({ kills, forks, tapeRetractions, ...tally }))
  for (const line of new Set(errors)) t.diagnostic(`logged: ${line}`)
  assert.deepEqual(violations.slice(0, 20), [], said.join('\n'))
  assert(kills.server + kills.follower + kills.subscribers > 2, 'somebody was killed')
  assert(forks > 0 && tapeRetractions > 0, 'a fork took something back')
  assert(tally.events > 0 && tally.posted > 0, 'something was told')
})
