import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CACHES } from '../../src/config/cache-ttls.ts'
import { readConfig } from '../../src/config/env.ts'
import { STREAM_TICKETS } from '../../src/config/stream-tickets.ts'
import { TIMEOUTS } from '../../src/config/timeouts.ts'
import { WEBHOOKS } from '../../src/config/webhooks.ts'
import type { LaunchEvent } from '../../src/contract/tape-event.ts'
import { getRecentLaunches } from '../../src/services/launches/recent.ts'
import type { Tape } from '../../src/store/tape/types.ts'
import { fakeContext } from '../support/fake-context.ts'
import { launchFact } from '../support/tape-facts.ts'
import { startTestGateway } from './gateway/start-gateway.ts'

/** Figures of spec section 8 that no other test would miss. */

test('what no one has tuned is as the specification says', () => {
  const { stream, ingest } = readConfig({})
  assert.deepEqual(
    [stream.maxConnections, stream.maxTopics, stream.messageBytes, stream.heartbeatMs, stream.sseHeartbeatMs],
    [500, 300, 2_048, 30_000, 15_000],
  )
  assert.deepEqual(stream.tierCaps, {})
  assert.equal(ingest.tapeDays, 14)
  assert.deepEqual(STREAM_TICKETS.openWithinMs, 60_000)
  assert.equal(STREAM_TICKETS.lastsMs, 86_400_000)
  assert.equal(WEBHOOKS.attemptMs, 10_000)
  const lives = [CACHES.tokenTrades, CACHES.launches, CACHES.lighthouse].map(({ ttlMs }) => ttlMs)
  assert.deepEqual(lives, [30_000, 5_000, 300_000])
  assert.equal(TIMEOUTS.lighthouseMs, 20_000)
})

test('each paid tier is welcomed with the caps of the specification', async (t) => {
  const { addKey, open } = await startTestGateway(t)
  for (const [tier, connections, topics] of [
    ['builder', 2, 2],
    ['scale', 20, 15],
    ['enterprise', 50, 50],
    ['data', 20, 30],
  ] as const) {
    addKey(`rt_${tier}`, tier)
    const client = await open({ key: `rt_${tier}` })
    assert.deepEqual((await client.next('welcome'))['caps'], { connections, topics }, tier)
  }
})

/** A tape whose list is given by hand. */
function launchesOf(next: () => { readonly launches: readonly LaunchEvent[]; readonly nextBeforeSeq: number | null }) {
  const tape: Partial<Tape> = { launches: next, launchOf: () => undefined, formatCursor: String }
  const { ctx, clock } = fakeContext({ store: { tape: tape as Tape } })
  return { clock, ask: () => getRecentLaunches(ctx, { limit: 50, dex: null, cursor: '' }) }
}
const eventOf = (seq: number, given: Parameters<typeof launchFact>[2] = {}): LaunchEvent => ({
  ...launchFact(seq, 0, given),
  seq,
  indexedAtMs: seq,
})

test('launches that take more than 4 s to find are left out of an answer that is none the less given', async () => {
  let looks = 0
  const { ask, clock } = launchesOf(() => {
    void clock.advance(2_100)
    looks++
    return { launches: [eventOf(100 - looks)], nextBeforeSeq: looks < 5 ? 100 - looks : null }
  })
  const answer = await ask()
  assert(answer.ok)
  assert.deepEqual([looks, answer.value.count], [2, 2])
})

test('a launch row turns empty strings into null', async () => {
  const { ask } = launchesOf(() => ({
    launches: [eventOf(1, { name: '', symbol: '', uri: '', creator: '', signature: '' })],
    nextBeforeSeq: null,
  }))
  const answer = await ask()
  assert(answer.ok)
  const { name, symbol, uri, creator, signature } = answer.value.launches[0]!
  assert.deepEqual([name, symbol, uri, creator, signature], [null, null, null, null, null])
})
