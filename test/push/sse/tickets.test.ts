// second run: waits for events to arrive on a stream

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STREAM_TICKETS } from '../../../src/config/stream-tickets.ts'
import { movingClock, tempDir } from '../../store/temp-store.ts'
import { TEST_KEY } from '../../support/http-test-server.ts'
import { openSse, type SseReader } from '../../support/sse-client.ts'
import { MINT, openTapeLab } from '../../support/tape-lab.ts'
import { addKey, BUILDER_KEY, eventsPath, FREE_KEY, type SseServer, startSse } from './start-sse.ts'

const NO_KEY = { 'X-API-Key': '' }
const LAUNCHES = 'launches:solana'

async function issue({ send }: SseServer, body: object | undefined = {}, key = TEST_KEY) {
  const text = body === undefined ? {} : { body: JSON.stringify(body) }
  return send({ method: 'POST', path: '/api/v2/stream/ticket', headers: { 'X-API-Key': key }, ...text })
}

async function ticketOf(server: SseServer, key = TEST_KEY): Promise<string> {
  const reply = await issue(server, {}, key)
  assert.equal(reply.status, 200, reply.text)
  return reply.json.ticket
}

async function refusedBy(server: SseServer, ticket: string, channels = LAUNCHES): Promise<[number, string]> {
  const reply = await server.send({ path: eventsPath(channels, { ticket }), headers: NO_KEY })
  return [reply.status, reply.json?.error]
}

async function openWith(
  t: Parameters<typeof openSse>[0],
  port: number,
  ticket: string,
  headers = {},
): Promise<SseReader> {
  const reader = openSse(t, port, eventsPath(LAUNCHES, { ticket }), { ...NO_KEY, ...headers })
  await reader.until('hello')
  return reader
}

test('the ticket route gives what the query asks for, and refuses other purposes', async (t) => {
  const server = await startSse(t)
  const events = await issue(server, {})
  assert.equal(events.json.purpose, 'events')
  assert.equal(events.json.expiresAt - events.json.openBefore, STREAM_TICKETS.lastsMs - STREAM_TICKETS.openWithinMs)
  assert.equal(events.headers.get('cache-control'), 'no-store')
  const socket = await issue(server, { purpose: 'websocket' })
  assert.equal(socket.json.expiresAt, socket.json.openBefore)
  for (const body of [{ purpose: 'x' }, { purpose: null }, [], 'events', 7])
    assert.equal((await issue(server, body as object)).status, 400)
  assert.equal((await issue(server, {}, '')).status, 401)
  const bodiless = await server.send({
    method: 'POST',
    path: '/api/v2/stream/ticket',
    headers: { 'Content-Length': '0' },
  })
  assert.equal(bodiless.json.purpose, 'events')
})

test('a ticket opens a stream without a key, and the key decides when both are there', async (t) => {
  const server = await startSse(t)
  const ticket = await ticketOf(server)
  await openWith(t, server.port, ticket)
  const withKey = await server.send({ path: eventsPath(LAUNCHES, { ticket }), headers: { 'X-API-Key': 'nobody' } })
  assert.deepEqual([withKey.status, withKey.json.error], [401, 'invalid API key'])
})

test('a ticket that opened nothing within its minute is void; one that did reconnects for a day', async (t) => {
  const clock = movingClock()
  const server = await startSse(t, { clock })
  const late = await ticketOf(server)
  const used = await ticketOf(server)
  const reader = await openWith(t, server.port, used)
  reader.socket.destroy()
  clock.advance(STREAM_TICKETS.openWithinMs + 1)
  assert.deepEqual(await refusedBy(server, late), [401, 'ticket expired'])
  const again = await openWith(t, server.port, used, { 'Last-Event-ID': reader.lastEventId() })
  again.socket.destroy()
  clock.advance(STREAM_TICKETS.lastsMs)
  assert.deepEqual(await refusedBy(server, used), [401, 'invalid ticket'])
})

test('a ticket is bound to the channels of its first use, in any spelling and order', async (t) => {
  const server = await startSse(t)
  const ticket = await ticketOf(server)
  const open = async (channels: string, headers = {}) => {
    const reader = openSse(t, server.port, eventsPath(channels, { ticket }), { ...NO_KEY, ...headers })
    await reader.until('hello')
    return reader
  }
  const first = await open(`${LAUNCHES},trades:solana:${MINT}`)
  await open(`trades:SOL:${MINT},launches:sol`, { 'Last-Event-ID': first.lastEventId() })
  assert.deepEqual(await refusedBy(server, ticket), [401, 'ticket was opened for other channels'])
})

test('a ticket never feeds two connections: a second is refused, a reconnect takes the place of the first', async (t) => {
  const server = await startSse(t)
  const ticket = await ticketOf(server)
  const first = await openWith(t, server.port, ticket)
  assert.deepEqual(await refusedBy(server, ticket), [409, 'ticket is in use'])
  assert.equal(first.isClosed(), false)
  const second = await openWith(t, server.port, ticket, { 'Last-Event-ID': first.lastEventId() })
  await first.closed()
  assert.deepEqual(first.named('bye')[0]!.data, { reason: 'ticket was opened elsewhere' })
  assert.equal(second.isClosed(), false)
})

test('a revoked key ends the streams of its tickets and voids them', async (t) => {
  const server = await startSse(t)
  const { id } = addKey(server, BUILDER_KEY, 'builder')
  const ticket = await ticketOf(server, BUILDER_KEY)
  const reader = await openWith(t, server.port, ticket)
  await server.ctx.store.apiKeys.update(id, { revokedAtMs: 1 })
  assert.deepEqual((await reader.until('bye'))[0]!.data, { reason: 'key revoked' })
  assert.deepEqual(await refusedBy(server, ticket), [401, 'invalid ticket'])
})

test('streams opened with tickets count against the plan of their key', async (t) => {
  const server = await startSse(t)
  addKey(server, BUILDER_KEY, 'builder')
  addKey(server, FREE_KEY, 'free')
  for (let i = 0; i < 2; i++) await openWith(t, server.port, await ticketOf(server, BUILDER_KEY))
  assert.equal((await refusedBy(server, await ticketOf(server, BUILDER_KEY)))[0], 429)
  assert.equal((await refusedBy(server, await ticketOf(server, FREE_KEY)))[0], 429)
})

test('a ticket obeys the domains of its key', async (t) => {
  const server = await startSse(t)
  server.addKey(BUILDER_KEY, { tier: 'builder', allowedDomains: ['example.org'], limitPer10s: 1_000 })
  const path = '/api/v2/stream/ticket'
  const headers = { 'X-API-Key': BUILDER_KEY, Origin: 'https://example.org' }
  const { json } = await server.send({ method: 'POST', path, headers, body: '{}' })
  const other = { ...NO_KEY, Origin: 'https://example.com' }
  assert.equal((await server.send({ path: eventsPath(LAUNCHES, { ticket: json.ticket }), headers: other })).status, 403)
  await openWith(t, server.port, json.ticket, { Origin: 'https://example.org' })
})

test('a reconnect with its ticket works over a restart of the server', async (t) => {
  const dir = tempDir(t)
  const first = await startSse(t, { lab: await openTapeLab(t, { dir }) })
  const ticket = await ticketOf(first)
  const reader = await openWith(t, first.port, ticket)
  await first.server.close(2_000)
  await reader.closed()
  await first.lab.close()
  const second = await startSse(t, { lab: await openTapeLab(t, { dir }) })
  await openWith(t, second.port, ticket, { 'Last-Event-ID': reader.lastEventId() })
})

test('neither tickets nor keys are logged', async (t) => {
  const server = await startSse(t)
  const ticket = await ticketOf(server)
  await openWith(t, server.port, ticket)
  await refusedBy(server, ticket)
  const logged = JSON.stringify(server.logged)
  assert(!logged.includes(ticket) && !logged.includes(TEST_KEY))
})
