import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STREAM_TICKETS } from '../../../src/config/stream-tickets.ts'
import type { Caller } from '../../../src/contract/api-key.ts'
import {
  authenticateTicket,
  issueTicket,
  openEventsTicket,
  redeemWebSocketTicket,
} from '../../../src/services/stream/tickets.ts'
import type { Store } from '../../../src/store/store.ts'
import { movingClock, openTempStore, tempDir } from '../../store/temp-store.ts'

const KEY = 'mg_ticket_test_key'

function keyOf(store: Store): Extract<Caller, { kind: 'key' }> {
  return { kind: 'key', key: store.apiKeys.addVolatile(KEY, { label: 'test', tier: 'data' }) }
}

async function issue(ctx: Parameters<typeof issueTicket>[0], purpose: 'events' | 'websocket'): Promise<string> {
  const issued = await issueTicket(ctx, keyOf(ctx.store), purpose)
  assert(issued.ok)
  return issued.value.ticket
}

function eventsTicketOf(ctx: Parameters<typeof issueTicket>[0], text: string) {
  const caller = authenticateTicket(ctx, text)
  assert(caller?.kind === 'ticket', 'the ticket is known')
  return caller.ticket
}

test('a WebSocket ticket opens one connection, in whichever process of the store', async (t) => {
  const dir = tempDir(t)
  const clock = movingClock()
  const ctx = { clock, store: await openTempStore(t, { dir, clock }) }
  const sibling = { clock, store: await openTempStore(t, { dir, clock }) }
  keyOf(sibling.store)
  const ticket = await issue(ctx, 'websocket')
  const first = redeemWebSocketTicket(sibling, ticket)
  assert(first.ok)
  assert.equal(first.value.label, 'test')
  for (const again of [redeemWebSocketTicket(ctx, ticket), redeemWebSocketTicket(sibling, ticket)]) {
    assert(!again.ok)
    assert.deepEqual([again.code, again.message], ['unauthorized', 'ticket was used'])
  }
})

test('a WebSocket ticket is void after its minute, and after every process of the store has ended', async (t) => {
  const dir = tempDir(t)
  const clock = movingClock()
  const store = await openTempStore(t, { dir, clock })
  const ctx = { clock, store }
  const late = await issue(ctx, 'websocket')
  clock.advance(STREAM_TICKETS.openWithinMs + 1)
  const refused = redeemWebSocketTicket(ctx, late)
  assert(!refused.ok && refused.message === 'ticket expired')
  const used = await issue(ctx, 'websocket')
  assert(redeemWebSocketTicket(ctx, used).ok)
  await store.close()
  const after = { clock, store: await openTempStore(t, { dir, clock }) }
  keyOf(after.store)
  assert(!redeemWebSocketTicket(after, used).ok, 'a restart does not make a used ticket good again')
})

test('a ticket stands for its key, whatever the id: stored keys have random ones of 53 bits', async (t) => {
  const clock = movingClock()
  const store = await openTempStore(t, { clock })
  const ctx = { clock, store }
  for (let i = 0; i < 8; i++) {
    const { record } = await store.apiKeys.create({ label: `stored ${i}`, tier: 'data' })
    for (const purpose of ['events', 'websocket'] as const) {
      const issued = await issueTicket(ctx, { kind: 'key', key: record }, purpose)
      assert(issued.ok)
      const { ticket } = issued.value
      const found = purpose === 'events' ? authenticateTicket(ctx, ticket) : redeemWebSocketTicket(ctx, ticket)
      const key = found !== null && 'kind' in found ? found.kind === 'ticket' && found.key : found?.ok && found.value
      assert.ok(key, purpose)
      assert.equal(key.id, record.id, purpose)
    }
  }
})

test('a ticket of one purpose opens nothing of the other, and a changed one opens nothing', async (t) => {
  const clock = movingClock()
  const ctx = { clock, store: await openTempStore(t, { clock }) }
  const events = await issue(ctx, 'events')
  const socket = await issue(ctx, 'websocket')
  assert(!redeemWebSocketTicket(ctx, events).ok)
  assert.equal(authenticateTicket(ctx, socket), null)
  for (let at = 4; at < events.length; at++) {
    const other = events[at] === 'A' ? 'B' : 'A'
    assert.equal(authenticateTicket(ctx, events.slice(0, at) + other + events.slice(at + 1)), null, `changed at ${at}`)
  }
  for (const text of ['', 'mgt_', events.slice(1), `${events}A`, events.toUpperCase(), 'x'.repeat(events.length)])
    assert.equal(authenticateTicket(ctx, text), null)
  assert(authenticateTicket(ctx, events) !== null)
})

test('an event ticket is bound to the channels of its first use, over a restart too', async (t) => {
  const dir = tempDir(t)
  const clock = movingClock()
  const store = await openTempStore(t, { dir, clock })
  const text = await issue({ clock, store }, 'events')
  const ticket = eventsTicketOf({ clock, store }, text)
  assert((await openEventsTicket({ clock, store }, ticket, 'launches:solana')).ok)
  await store.close()
  const ctx = { clock, store: await openTempStore(t, { dir, clock }) }
  keyOf(ctx.store)
  clock.advance(STREAM_TICKETS.lastsMs - 1)
  assert((await openEventsTicket(ctx, eventsTicketOf(ctx, text), 'launches:solana')).ok, 'a reconnect a day later')
  const other = await openEventsTicket(ctx, ticket, 'launches:solana:orca')
  assert(!other.ok && other.message === 'ticket was opened for other channels')
  clock.advance(2)
  assert.equal(authenticateTicket(ctx, text), null, 'after its day')
})

test('opening another ticket of a key forgets none of its tickets that still last', async (t) => {
  const clock = movingClock()
  const ctx = { clock, store: await openTempStore(t, { clock }) }
  const first = eventsTicketOf(ctx, await issue(ctx, 'events'))
  assert((await openEventsTicket(ctx, first, 'launches:solana')).ok)
  clock.advance(STREAM_TICKETS.lastsMs - 1_000)
  const second = eventsTicketOf(ctx, await issue(ctx, 'events'))
  assert((await openEventsTicket(ctx, second, 'launches:solana')).ok)
  const other = await openEventsTicket(ctx, first, 'launches:solana:orca')
  assert(!other.ok && other.message === 'ticket was opened for other channels')
  // One that is over makes room.
  clock.advance(2_000)
  const third = eventsTicketOf(ctx, await issue(ctx, 'events'))
  assert((await openEventsTicket(ctx, third, 'launches:solana')).ok)
  assert.equal(ctx.store.streamTickets.opened(first.keyId, first.id), undefined)
})

test('an event ticket that opened nothing within its minute never does', async (t) => {
  const clock = movingClock()
  const ctx = { clock, store: await openTempStore(t, { clock }) }
  const ticket = eventsTicketOf(ctx, await issue(ctx, 'events'))
  clock.advance(STREAM_TICKETS.openWithinMs + 1)
  const opened = await openEventsTicket(ctx, ticket, 'launches:solana')
  assert(!opened.ok && opened.message === 'ticket expired')
})

test('a revoked key takes its tickets along', async (t) => {
  const clock = movingClock()
  const ctx = { clock, store: await openTempStore(t, { clock }) }
  const events = await issue(ctx, 'events')
  const socket = await issue(ctx, 'websocket')
  await ctx.store.apiKeys.update(keyOf(ctx.store).key.id, { revokedAtMs: clock.nowMs() })
  assert.equal(authenticateTicket(ctx, events), null)
  assert(!redeemWebSocketTicket(ctx, socket).ok)
})

test('one connection lives on a ticket: another is refused or takes its place, seen by every process', async (t) => {
  const dir = tempDir(t)
  const one = (await openTempStore(t, { dir })).streamTickets
  const other = (await openTempStore(t, { dir })).streamTickets
  assert(one.hold('id', 'a', false))
  assert(!other.hold('id', 'b', false))
  assert(one.holds('id', 'a'))
  assert(other.hold('id', 'b', true))
  assert(!one.holds('id', 'a'))
  one.letGo('id', 'a')
  assert(other.holds('id', 'b'), 'who was replaced takes nothing away')
  other.letGo('id', 'b')
  assert(one.hold('id', 'c', false))
})

test('callers without a record get no ticket', async (t) => {
  const ctx = { clock: movingClock(), store: await openTempStore(t) }
  const refused = await issueTicket(ctx, { kind: 'preview', limitPer10s: null }, 'events')
  assert(!refused.ok && refused.message === 'no key context')
})

test('opened tickets of one key are bounded: its oldest is forgotten', async (t) => {
  const { streamTickets } = await openTempStore(t)
  const opened = { channels: 'c', firstOpenedAtMs: 1 }
  const id = (n: number) => n.toString(16).padStart(12, '0')
  const writes = []
  for (let n = 0; n <= STREAM_TICKETS.openedPerKey; n++) writes.push(streamTickets.remember(1, id(n), opened, id(0)))
  await Promise.all(writes)
  assert.equal(streamTickets.opened(1, id(0)), undefined)
  assert.deepEqual(streamTickets.opened(1, id(1)), opened)
  assert.deepEqual(streamTickets.opened(1, id(STREAM_TICKETS.openedPerKey)), opened)
})
