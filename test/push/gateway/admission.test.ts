// second run: waits for frames to arrive on a socket

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GATEWAY } from '../../../src/config/gateway.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { exchangeRaw, parseReply, type Reply } from '../../support/http-test-server.ts'
import { until } from '../../support/until.ts'
import { KEY, startTestGateway } from './start-gateway.ts'

/** The answer to an upgrade request with these headers. */
async function upgrade(port: number, headers: Record<string, string>, query = ''): Promise<Reply> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const text =
    `GET /api/v2/stream${query} HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${lines.join('')}\r\n`
  return parseReply(await exchangeRaw(port, [text])).reply
}

test('an upgrade with a body is refused, and what is pipelined after a refusal is dropped', async (t) => {
  const { port } = await startTestGateway(t)
  for (const [name, value] of [
    ['Content-Length', '0'],
    ['Transfer-Encoding', 'chunked'],
  ] as const) {
    const { status, json } = await upgrade(port, { 'X-API-Key': KEY, [name]: value })
    assert.deepEqual([status, json.error], [400, 'no body expected with an upgrade'])
  }
  const one =
    'GET /api/v2/stream HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n'
  const bytes = await exchangeRaw(port, [one.repeat(100)])
  assert.equal(bytes.toString('latin1').split('HTTP/1.1 401').length - 1, 0)
})

const protocolOf = (key: string): string => `mg.key.${Buffer.from(key).toString('base64url')}`

test('a key is taken from X-API-Key, bearer, ticket or subprotocol, and the subprotocol is named in the answer', async (t) => {
  let redeemed = 0
  const gateway = await startTestGateway(t, {
    redeemTicket: (text) => {
      redeemed++
      return text === 'good' ? ok(ticketKey) : fail('unauthorized', 'invalid ticket')
    },
  })
  const ticketKey = gateway.addKey('rt_of_ticket', 'scale')
  const tierOf = async (options: Parameters<typeof gateway.open>[0]) => {
    const client = await gateway.open({ key: undefined, ...options })
    return [(await client.next('welcome'))['tier'], client.protocol]
  }
  assert.deepEqual(await tierOf({ headers: { 'X-API-Key': KEY } }), ['data', ''])
  assert.deepEqual(await tierOf({ headers: { Authorization: `Bearer ${KEY}` } }), ['data', ''])
  assert.deepEqual(await tierOf({ query: '?ticket=good' }), ['scale', ''])
  const protocol = protocolOf(KEY)
  assert.deepEqual(await tierOf({ protocols: ['chat', protocol] }), ['data', protocol])
  assert.equal(redeemed, 1)
})

test('the first credential decides even when it is wrong', async (t) => {
  let redeemed = 0
  const { port } = await startTestGateway(t, {
    redeemTicket() {
      redeemed++
      return fail('unauthorized', 'invalid ticket')
    },
  })
  const bad = { 'X-API-Key': 'rt_nobody' }
  assert.equal((await upgrade(port, { ...bad, Authorization: `Bearer ${KEY}` })).status, 401)
  assert.equal((await upgrade(port, { ...bad, 'Sec-WebSocket-Protocol': protocolOf(KEY) }, '?ticket=x')).status, 401)
  assert.equal(redeemed, 0)
  assert.equal((await upgrade(port, { 'Sec-WebSocket-Protocol': protocolOf(KEY) }, '?ticket=x')).status, 401)
  assert.equal(redeemed, 1)
  assert.equal((await upgrade(port, { Authorization: 'Basic abc' })).status, 401)
})

test('free, unknown, revoked and missing keys are refused with 401 in the envelope, before the upgrade', async (t) => {
  const { port, addKey, server } = await startTestGateway(t)
  addKey('mg_free', 'free')
  const revoked = addKey('rt_revoked', 'enterprise')
  await server.ctx.store.apiKeys.update(revoked.id, { revokedAtMs: 1 })
  for (const [headers, error] of [
    [{ 'X-API-Key': 'mg_free' }, /paid key or a data grant/],
    [{ 'X-API-Key': 'rt_unknown' }, /invalid API key/],
    [{ 'X-API-Key': 'rt_revoked' }, /invalid API key/],
    [{ 'Sec-WebSocket-Protocol': 'mg.key.' }, /invalid API key/],
    [{}, /missing API key/],
  ] as [Record<string, string>, RegExp][]) {
    const reply = await upgrade(port, { ...headers, 'X-Request-Id': 'asked-1' })
    assert.equal(reply.status, 401)
    assert.equal(reply.headers.get('x-request-id'), 'asked-1')
    assert.equal(reply.json.success, false)
    assert.match(reply.json.error, error)
  }
})

test('invented credentials of an upgrade count against their address; callers with a valid one go on', async (t) => {
  const { port, open, addKey } = await startTestGateway(t, { tuning: { publicPerWindow: 4 } })
  addKey('mg_free', 'free')
  const guess = (at: number) => upgrade(port, { 'X-API-Key': `rt_guess_${at}` })
  assert.equal((await guess(0)).status, 401)
  assert.equal((await upgrade(port, { Authorization: 'Bearer rt_guess_1' })).status, 401)
  assert.equal((await upgrade(port, {}, '?ticket=guess')).status, 401)
  assert.equal((await upgrade(port, { 'Sec-WebSocket-Protocol': protocolOf('rt_guess_2') })).status, 401)
  const refused = await guess(3)
  assert.equal(refused.status, 429)
  assert.equal(refused.json.error, 'rate limit exceeded')
  assert(Number(refused.headers.get('retry-after')) >= 1)
  assert.equal((await upgrade(port, {}, '?ticket=guess')).status, 429)
  assert.equal((await upgrade(port, {})).status, 401, 'without any there is nothing to guess')
  assert.match((await upgrade(port, { 'X-API-Key': 'mg_free' })).json.error, /paid key or a data grant/)
  await (await open()).next('welcome')
})

test('a key with domains is refused with 403 from elsewhere', async (t) => {
  const { port, addKey, open } = await startTestGateway(t)
  addKey('rt_at_home', 'builder', { allowedDomains: ['*.home.example'] })
  const key = { 'X-API-Key': 'rt_at_home' }
  assert.equal((await upgrade(port, key)).status, 403)
  assert.equal((await upgrade(port, { ...key, Origin: 'https://evil.example' })).status, 403)
  const client = await open({ key: undefined, headers: { ...key, Origin: 'https://a.home.example' } })
  await client.next('welcome')
})

test('connections over the cap of the key, or of the server, get 429; a closed one makes room', async (t) => {
  const { port, addKey, open } = await startTestGateway(t, { stream: { maxConnections: 4 } })
  addKey('rt_builder', 'builder')
  addKey('rt_scale', 'scale')
  const first = await open({ key: 'rt_builder' })
  await open({ key: 'rt_builder' })
  const refused = await upgrade(port, { 'X-API-Key': 'rt_builder' })
  assert.equal(refused.status, 429)
  assert.match(refused.json.error, /the plan has 2 WebSocket connections/)
  assert.equal(refused.headers.get('retry-after'), '5')
  await open({ key: 'rt_scale' })
  await open({ key: 'rt_scale' })
  assert.match((await upgrade(port, { 'X-API-Key': 'rt_scale' })).json.error, /too many WebSocket connections/)
  assert.equal((await upgrade(port, { 'X-API-Key': 'rt_nobody' })).status, 401, 'strangers learn nothing of the load')
  first.close()
  await eventuallyOpens(() => open({ key: 'rt_builder' }))
})

test('caps of a tier can be replaced', async (t) => {
  const { port, addKey, open } = await startTestGateway(t, {
    stream: { tierCaps: { builder: { connections: 1, topics: 7 }, scale: { connections: 0, topics: 0 } } },
  })
  addKey('rt_builder', 'builder')
  addKey('rt_scale', 'scale')
  const client = await open({ key: 'rt_builder' })
  assert.deepEqual((await client.next('welcome'))['caps'], { connections: 1, topics: 7 })
  assert.equal((await upgrade(port, { 'X-API-Key': 'rt_builder' })).status, 429)
  assert.equal((await upgrade(port, { 'X-API-Key': 'rt_scale' })).status, 401)
})

test('a key that is revoked while it is connected is closed within a second', async (t) => {
  const { addKey, open, server } = await startTestGateway(t)
  const record = addKey('rt_later', 'scale')
  const [client, other] = [await open({ key: 'rt_later' }), await open()]
  assert(GATEWAY.keyCheckMs <= 1_000)
  const atMs = performance.now()
  await server.ctx.store.apiKeys.update(record.id, { revokedAtMs: Date.now() })
  assert.deepEqual(await client.closed, { code: 4401, reason: 'key revoked' })
  assert(performance.now() - atMs < 1_500)
  other.send({ op: 'ping' })
  await other.next('welcome')
  await other.next('pong')
})

async function eventuallyOpens(open: () => Promise<unknown>): Promise<void> {
  let isOpen = false
  let isTrying = false
  await until(() => {
    if (!isTrying && !isOpen) {
      isTrying = true
      open().then(
        () => (isOpen = true),
        () => (isTrying = false),
      )
    }
    return isOpen
  }, 'there is room again')
}
