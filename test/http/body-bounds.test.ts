import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import Type from 'typebox'
import { BODY_LIMITS } from '../../src/config/body-limits.ts'
import { jsonBody } from '../../src/contract/json-body.ts'
import { objectOf } from '../../src/contract/object-member.ts'
import { ok } from '../../src/contract/outcome.ts'
import { mintsBody } from '../../src/contract/public-rpc.ts'
import { rpcBody } from '../../src/contract/rpc.ts'
import { text } from '../../src/contract/text-members.ts'
import { addBytes, createBodyBudget, giveBytes, takeBytes } from '../../src/http/body-budget.ts'
import { defineRoute, type Route } from '../../src/routes/define-route.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createWorkers } from '../../src/workers/pool.ts'
import { anyBody } from '../support/any-body.ts'
import { exchangeRaw, parseReply, requestText, startTestServer, TEST_KEY } from '../support/http-test-server.ts'
import { until } from '../support/until.ts'

const SHARED = {
  method: 'POST',
  needs: [],
  cache: 'none',
  summary: 'Takes a body.',
  body: anyBody(),
  reply: Type.Object({}),
  handle: async () => ok({}),
} as const
/** Answers what it got. */
const KEEPS = {
  body: jsonBody(objectOf({ text: text() })),
  reply: Type.Object({ text: Type.String() }),
  handle: async (_: unknown, { body }: { body: { text: string } }) => ok(body),
} as const
const [SIGN_IN, KEYED] = ['/api/auth/challenge', '/api/v2/keyed'] as const
const routes: readonly Route[] = [
  defineRoute({ ...SHARED, path: SIGN_IN, auth: 'public' }),
  defineRoute({ ...SHARED, path: KEYED, auth: 'apiKey' }),
]
const KIB = 1_024

test('without a key a body has 16 KiB, with one 64, for a node 5 MiB, unless the route says otherwise', () => {
  const bytesOf = (parts: object) => defineRoute({ ...SHARED, path: '/a', auth: 'public', ...parts }).bodyBytes
  assert.equal(bytesOf({}), 16 * KIB)
  assert.equal(bytesOf({ auth: 'session' }), 16 * KIB)
  assert.equal(bytesOf({ auth: 'apiKey' }), 64 * KIB)
  assert.equal(bytesOf({ auth: 'bearer' }), 64 * KIB)
  assert.equal(bytesOf({ openProxy: true }), 5 * KIB * KIB)
  assert.equal(bytesOf({ bodyBytes: 7 }), 7)
})

test('a route may not take more than the loop can parse, unless a compute thread knows its rule', async (t) => {
  const wide = defineRoute({ ...SHARED, path: '/api/v2/wide', auth: 'apiKey', bodyBytes: BODY_LIMITS.onLoopBytes + 1 })
  await assert.rejects(async () => startTestServer(t, [wide]), /need a rule that a compute thread knows/)
})

test('a body in chunks is refused at the byte that passes the bound of its route, in the envelope', async (t) => {
  const { port } = await startTestServer(t, routes)
  const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`
  const head = requestText({ method: 'POST', path: SIGN_IN, headers: { 'Transfer-Encoding': 'chunked' } })
  for (const [last, expected] of [
    ['{}', 200],
    ['{} ', 413],
  ] as const) {
    const bytes = await exchangeRaw(port, [head, chunk(16 * KIB - 2), `${last.length}\r\n${last}\r\n0\r\n\r\n`])
    const { status, json } = parseReply(bytes).reply
    assert.equal(status, expected)
    if (status === 413) assert.deepEqual([json.error, json.code], ['payload too large', 'payload_too_large'])
  }
})

/** Sockets that have sent all of a body but its last byte. */
function holdBodies(port: number, path: string, count: number, bytes: number): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${TEST_KEY}\r\nContent-Length: ${bytes}\r\n\r\n`)
    socket.write(Buffer.alloc(bytes - 1, 32))
    return socket
  })
}

test('chunks of a byte, thousands in one go, end their connection at once and hold no memory', async (t) => {
  const { port, send } = await startTestServer(t, routes)
  const head = `POST ${SIGN_IN} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
  const turnsBefore = process.cpuUsage()
  const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'))
  const gone = sockets.map((socket) => new Promise((resolve) => socket.on('error', () => {}).once('close', resolve)))
  const chunks = Buffer.from('1\r\n[\r\n'.repeat(200_000))
  for (const socket of sockets) socket.write(Buffer.concat([Buffer.from(head), chunks]))
  await Promise.all(gone)
  const { user } = process.cpuUsage(turnsBefore)
  // A callback for each of them would be 800,000; 16 KiB a body are read at most in any case.
  assert.ok(user < 2_000_000, `${user / 1_000} ms`)
  assert.equal((await send({ method: 'POST', path: SIGN_IN, body: '{}' })).status, 200)
})

test('a client that writes its body in small chunks is served, a few in one go and many in a row', async (t) => {
  const { port } = await startTestServer(t, [defineRoute({ ...SHARED, ...KEEPS, path: SIGN_IN, auth: 'public' })])
  const head = `POST ${SIGN_IN} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
  const body = JSON.stringify({ text: 'é'.repeat(400) })
  const bytes = Buffer.from(body)
  const chunkOf = (from: number, to: number) =>
    Buffer.concat([Buffer.from(`${(to - from).toString(16)}\r\n`), bytes.subarray(from, to), Buffer.from('\r\n')])
  for (const size of [4, 100]) {
    const chunks: Buffer[] = []
    for (let at = 0; at < bytes.length; at += size) chunks.push(chunkOf(at, Math.min(at + size, bytes.length)))
    const { reply } = parseReply(await exchangeRaw(port, [head, ...chunks, '0\r\n\r\n']))
    assert.deepEqual([reply.status, reply.json.text], [200, 'é'.repeat(400)], `${size}`)
  }
})

test('strangers who keep back the last byte of their bodies keep no key holder out', async (t) => {
  const tuning = { keylessBodyBytesInFlight: 40 * KIB, bodyBytesInFlight: 40 * KIB }
  const { port, send, server } = await startTestServer(t, routes, { tuning })
  const sockets = holdBodies(port, SIGN_IN, 2, 16 * KIB)
  t.after(() => sockets.forEach((socket) => void socket.destroy()))
  const held = async (kind: string) => {
    const text = await (await fetch(`http://127.0.0.1:${server.internalPort}/metrics`)).text()
    return Number(new RegExp(`^mintglass_http_body_bytes_in_flight\\{kind="${kind}"\\} (\\d+)`, 'm').exec(text)?.[1])
  }
  await until(async () => (await held('keyless')) >= 32 * KIB - 2, 'all are being read')
  assert.equal(await held('keyless'), 32 * KIB - 2)
  assert.equal(await held('keyed'), 0)
  const body = '{}'.padEnd(10 * KIB)
  assert.equal((await send({ method: 'POST', path: SIGN_IN, body })).status, 429, 'their own room is full')
  assert.equal((await send({ method: 'POST', path: KEYED, body })).status, 200)
})

test('one address cannot fill the room of those without a key, nor one key that of all keys', () => {
  const budget = createBodyBudget({ bytes: 100, bytesEach: 30 })
  assert.equal(takeBytes(budget, 'a', 20), true)
  assert.equal(takeBytes(budget, 'a', 11), false)
  assert.equal(takeBytes(budget, 'a', 10), true)
  for (const holder of ['b', 'c']) assert.equal(takeBytes(budget, holder, 30), true)
  assert.equal(takeBytes(budget, 'd', 11), false, 'all together')
  assert.equal(takeBytes(budget, 'd', 10), true)
  giveBytes(budget, 'a', 30)
  addBytes(budget, 'a', 5)
  assert.deepEqual([budget.bytes, [...budget.byHolder]], [75, [...Object.entries({ b: 30, c: 30, d: 10, a: 5 })]])
  for (const [holder, bytes] of [...budget.byHolder]) giveBytes(budget, holder, bytes)
  assert.deepEqual([budget.bytes, budget.byHolder.size], [0, 0])
})

test('one address has a share of the room of those without a key', async (t) => {
  const { port, send } = await startTestServer(t, routes)
  const share = BODY_LIMITS.keyless.bytesEach
  const sockets = holdBodies(port, SIGN_IN, share / (16 * KIB), 16 * KIB)
  t.after(() => sockets.forEach((socket) => void socket.destroy()))
  const ask = () => send({ method: 'POST', path: SIGN_IN, body: '{}'.padEnd(KIB) })
  let status = 200
  for (let i = 0; i < 100 && status === 200; i++) {
    status = (await ask()).status
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  assert.equal(status, 429)
})

test('a body that trickles has as long as its length takes at a slow rate, and no longer', async (t) => {
  const { port, clock } = await startTestServer(t, routes)
  const answer = exchangeRaw(port, [`POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nContent-Length: 16000\r\n\r\n{`])
  await until(() => clock.sleepers() > 0, 'the body is waited for')
  await clock.advance(BODY_LIMITS.graceMs)
  await until(() => clock.sleepers() > 0, 'it is still waited for')
  await clock.advance(50)
  assert.deepEqual(parseReply(await answer).reply.status, 408)
})

test('long bodies are parsed on a compute thread, by the same rule, and bounded there as well', async (t) => {
  const seen: unknown[] = []
  const parts = { ...SHARED, auth: 'public', unlimited: true, openProxy: true } as const
  const take = async (_ctx: unknown, { body }: { body: unknown }) => {
    seen.push(body)
    return ok({})
  }
  const log = { error: assert.fail, warn() {}, info() {}, debug() {} } as never
  const workers = createWorkers({
    config: { workers: 1, pinThreads: false, mode: 'sandbox' },
    log,
    metrics: createMetrics(),
  })
  t.after(() => workers.close())
  const { send } = await startTestServer(
    t,
    [
      defineRoute({ ...parts, path: '/api/token-info', body: mintsBody, handle: take }),
      defineRoute({ ...parts, path: '/api/rpc', body: rpcBody(25), handle: take }),
    ],
    { parts: { workers } },
  )
  const ask = async (path: string, body: string) => {
    const { status, json } = await send({ method: 'POST', path, body })
    return status === 200 ? 200 : `${status} ${json.error}`
  }
  const pad = (text: string) => text.padEnd(4 * KIB * KIB, ' ')
  assert.equal(await ask('/api/token-info', pad('{"mints":["b","a"]}')), 200)
  assert.deepEqual(seen.pop(), { mints: ['b', 'a'] })
  assert.equal(await ask('/api/rpc', pad('{"method":"getSlot","method":"getVersion"}')), 200)
  assert.equal(Buffer.from((seen.pop() as { wire: Uint8Array }).wire).toString(), '{"method":"getVersion"}')
  assert.equal(await ask('/api/token-info', pad('{"mints":[]}')), '400 mints: expected a list of one or more texts')
  assert.equal(await ask('/api/rpc', pad('{"method":"sendTransaction"}')), '400 method not allowed')
  assert.equal(await ask('/api/rpc', pad('{"method":')), '400 invalid JSON body')
  assert.equal(
    await ask('/api/rpc', pad(`{"method":"getSlot","params":${'['.repeat(70)}${']'.repeat(70)}}`)),
    '400 invalid JSON body',
  )
  const many = (count: number) => `{"method":"getSlot","params":[${'0,'.repeat(count)}0]}`
  assert.equal(await ask('/api/rpc', many(40_000)), 200, 'more values than the loop takes, in few bytes')
  assert.equal(await ask('/api/rpc', many(60_000)), '413 the JSON body holds too many values')
  assert.equal(
    await ask('/api/token-info', `{"mints":["a"],"x":[${'[],'.repeat(1_700_000)}0]}`),
    '413 the JSON body holds too many values',
  )
  assert.match(
    String(await ask('/api/token-info', JSON.stringify({ mints: ['x'.repeat(600 * KIB)] }))),
    /^413 payload too large: at most/,
  )
})
