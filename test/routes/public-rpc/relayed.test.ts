// second run: waits for a held connection to be seen

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { PROVIDERS } from '../../../src/config/providers.ts'
import { OPEN_LIMITS, RELAY } from '../../../src/config/upstream-limits.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { type LocalServer, sendJson, startLocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer, WIDE_KEY } from '../../support/open-server.ts'
import { assertFails } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'

const [SEND, STATUS, SIMULATE, TOKEN_INFO] = [
  '/api/rpc/send',
  '/api/rpc/status',
  '/api/rpc/simulate',
  '/api/token-info',
] as const
const ALL = [SEND, STATUS, SIMULATE, TOKEN_INFO]
/** A body that each of them takes. */
const GOOD: Readonly<Record<string, unknown>> = {
  [SEND]: { transaction: 'AQ==' },
  [STATUS]: { signature: 's' },
  [SIMULATE]: { transaction: transferText() },
  [TOKEN_INFO]: { mints: ['m'] },
}
const SIMULATION = { context: { slot: 1 }, value: { err: null, logs: ['a'], unitsConsumed: 7, accounts: null } }

let node: LocalServer
let service: LocalServer
let server: OpenServer
let answer: (response: ServerResponse, call: { id: unknown; method: string }) => void

before(async () => {
  node = await startLocalServer(({ body }, response) => answer(response, JSON.parse(body)))
  service = await startLocalServer((_, response) => answer(response, { id: 0, method: 'token-info' }))
  server = await openServer({
    MINTGLASS_MODE: 'live',
    SOLANA_RPC_URL: node.url,
    TOKEN_INFO_URL: `${service.url}/v7/info`,
    TOKEN_INFO_API_KEY: 'service-secret',
    CORS_ORIGINS: 'https://own.example',
    TRUSTED_PROXIES: '127.0.0.1',
    INGEST_MODE: 'off',
  })
})
beforeEach(() => {
  answer = (response, { id }) => sendJson(response, { jsonrpc: '2.0', id, result: SIMULATION })
})
after(async () => {
  await server?.stop()
  await node?.close()
  await service?.close()
})

const post = (path: string, body: unknown, headers = {}): Promise<ApiReply> =>
  server.post(path, body, { key: null, headers })
const lastCall = () => JSON.parse(node.seen.at(-1)!.body)

/** A legacy transfer of one lamport without a right signature. */
function transferText(): string {
  const key = (fill: number) => Buffer.alloc(32, fill)
  const message = [Buffer.of(1, 0, 1, 3), key(1), key(2), key(0), key(9), Buffer.of(1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 1)]
  return Buffer.concat([Buffer.of(1), Buffer.alloc(64), ...message, Buffer.alloc(7)]).toString('base64')
}

test('send asks the node with the defaults, and the caller’s options over them', async () => {
  await post(SEND, { transaction: 'AQ==' })
  const defaults = { encoding: 'base64', skipPreflight: false, preflightCommitment: 'confirmed' }
  assert.deepEqual(lastCall(), { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: ['AQ==', defaults] })
  const options = { skipPreflight: true, maxRetries: 3, preflightCommitment: 'processed', odd: { any: [1] } }
  await post(SEND, { transaction: 'AQ==', options, method: 'getSlot', params: [], id: 9 })
  assert.deepEqual(lastCall().params, ['AQ==', { encoding: 'base64', ...options }])
})

test('status asks the node with the defaults, and the caller’s options over them', async () => {
  const expected = (signatures: string[], options: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'getSignatureStatuses',
    params: [signatures, options],
  })
  await post(STATUS, { signature: 'one' })
  assert.deepEqual(lastCall(), expected(['one'], { searchTransactionHistory: false }))
  await post(STATUS, { signatures: ['b', 'a', 'b'], options: { searchTransactionHistory: true, x: 1 } })
  assert.deepEqual(lastCall(), expected(['b', 'a', 'b'], { searchTransactionHistory: true, x: 1 }))
  await post(STATUS, { signatures: ['list'], signature: 'single' })
  assert.deepEqual(lastCall().params[0], ['list'])
  await post(STATUS, { signatures: [], signature: 'single' })
  assert.deepEqual(lastCall().params[0], ['single'])
})

test('simulate asks the node with the defaults, and the caller’s options over them; the encoding is ours', async () => {
  const transaction = transferText()
  await post(SIMULATE, { transaction })
  const defaults = { commitment: 'confirmed', sigVerify: false, replaceRecentBlockhash: true, encoding: 'base64' }
  const { method, params } = lastCall()
  assert.deepEqual([method, params], ['simulateTransaction', [transaction, defaults]])
  const options = {
    commitment: 'processed',
    replaceRecentBlockhash: false,
    innerInstructions: true,
    encoding: 'base58',
  }
  await post(SIMULATE, { transaction, options })
  assert.deepEqual(lastCall().params[1], { ...defaults, ...options, encoding: 'base64' })
})

test('what the node refuses with a bare status is said in a body; an envelope keeps its status', async () => {
  for (const path of [SEND, STATUS]) {
    answer = (response) => response.writeHead(413).end()
    assertFails(await post(path, GOOD[path]), 413, 'the node refuses the call: it is too large (413)')
    answer = (response) => response.writeHead(403).end()
    assertFails(await post(path, GOOD[path]), 502, 'the node answered 403 without a body')
    const envelope = { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'too large' } }
    answer = (response) => sendJson(response, envelope, 413)
    const relayed = await post(path, GOOD[path])
    assert.deepEqual([relayed.status, relayed.json], [413, envelope])
  }
})

test('nothing, said with 200 by a broken proxy, is a 502 in our envelope', async () => {
  for (const path of [SEND, STATUS]) {
    for (const body of ['', ' ', '\r\n\t ']) {
      answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      assertFails(await post(path, GOOD[path]), 502, 'the node answered 200 without a body')
    }
  }
})

test('options cannot turn one call into another', async () => {
  const smuggled = [
    '{"transaction":"AQ==","options":{"__proto__":{"method":"requestAirdrop"},"method":"requestAirdrop","id":2}}',
    '{"transaction":"AQ==","options":{"toJSON":"x","constructor":{"prototype":1}}}',
  ]
  for (const body of smuggled) {
    await post(SEND, body)
    const call = lastCall()
    assert.deepEqual([call.jsonrpc, call.id, call.method], ['2.0', 1, 'sendTransaction'])
    assert.equal(call.params.length, 2)
    assert.equal(call.params[0], 'AQ==')
  }
  for (const options of [[], 'x', 1, true, [{ skipPreflight: true }]])
    for (const path of [SEND, STATUS, SIMULATE])
      assertFails(await post(path, { ...(GOOD[path] as object), options }), 400, 'options: expected an object')
  assert.equal((await post(SEND, { transaction: 'AQ==', options: null })).status, 200)
})

test('a missing transaction is refused', async () => {
  for (const path of [SEND, SIMULATE])
    for (const [body, message] of [
      [{}, /^transaction is required$/],
      [{ transaction: null }, /^transaction is required$/],
      [{ transaction: '' }, /^transaction: expected (a text|base64)/],
      [{ transaction: ' ' }, /^transaction: expected (a text|base64)/],
      [{ transaction: 5 }, /^transaction: expected (a text|base64)/],
      [[], /^expected a JSON object$/],
      ['x', /^expected a JSON object$/],
    ] as const)
      assertFails(await post(path, JSON.stringify(body)), 400, message)
})

test('status needs signatures or a signature', async () => {
  for (const body of [{}, { signatures: [] }, { signatures: null, signature: null }])
    assertFails(await post(STATUS, JSON.stringify(body)), 400, 'signatures or signature is required')
  for (const body of [{ signatures: ['a', 1] }, { signatures: ['a', 1], signature: 'x' }])
    assertFails(await post(STATUS, JSON.stringify(body)), 400, 'signatures[1]: expected a text')
  for (const body of [{ signature: '' }, { signature: 5 }, { signatures: ['a'], signature: 5 }])
    assertFails(await post(STATUS, JSON.stringify(body)), 400, 'signature: expected a text')
  assertFails(await post(STATUS, '{"signatures":"x"}'), 400, 'signatures: expected a list of signatures')
  assertFails(await post(STATUS, '{"signatures":[""]}'), 400, 'signatures[0]: expected a text')
  assertFails(await post(STATUS, '[]'), 400, 'expected a JSON object')
})

test('token-info needs mints', async () => {
  for (const [body, message] of [
    [{}, 'mints is required'],
    [{ mints: null }, 'mints is required'],
    [{ mints: [] }, 'mints: expected a list of one or more texts'],
    [{ mints: 'x' }, 'mints: expected a list of one or more texts'],
    [{ mints: ['a', 1] }, 'mints[1]: expected a text'],
    [{ mints: [''] }, 'mints[0]: expected a text'],
    [[], 'expected a JSON object'],
  ] as const)
    assertFails(await post(TOKEN_INFO, JSON.stringify(body)), 400, message)
})

test('what is no JSON is refused before anyone is asked', async () => {
  const asked = node.seen.length + service.seen.length
  for (const path of ALL) assertFails(await post(path, '{'), 400, /JSON/i)
  assert.equal(node.seen.length + service.seen.length, asked)
})

test('token-info hands the service the mints and nothing else, with the operator’s key', async () => {
  await post(TOKEN_INFO, { mints: ['b', 'a', 'b'], extra: 1 }, { Cookie: 'c=1', Authorization: 'Bearer x' })
  const { method, url, headers, body } = service.seen.at(-1)!
  assert.deepEqual([method, url, body], ['POST', '/v7/info', '{"mints":["b","a","b"]}'])
  assert.deepEqual(
    [headers['x-api-key'], headers['cookie'], headers.authorization],
    ['service-secret', undefined, undefined],
  )
})

test('status, content type and body come back unchanged, whatever they are', async () => {
  const answers: [number, string, string][] = [
    [200, 'application/json', ' {"jsonrpc":"2.0", "id":1,"result":18446744073709551615}\n'],
    [404, 'text/plain; charset=x', 'nothing here'],
    [429, 'application/json', '{"error":"slow down"}'],
    [500, 'application/problem+json', '{"title":"broken"}'],
    [503, 'application/json', '{"jsonrpc":"2.0","error":{"code":-32005,"message":"behind"},"id":1}'],
  ]
  for (const [status, type, body] of answers) {
    answer = (response) => void response.writeHead(status, { 'content-type': type }).end(body)
    for (const path of [SEND, STATUS, TOKEN_INFO]) {
      const reply = await post(path, GOOD[path])
      assert.deepEqual([reply.status, reply.headers['content-type'], reply.text], [status, type, body], path)
    }
  }
})

test('a provider that does not answer is a 502 in the envelope', async () => {
  answer = (response) => void response.destroy()
  assertFails(await post(SEND, GOOD[SEND]), 502, /cannot be reached/)
  assertFails(await post(STATUS, GOOD[STATUS]), 502, /cannot be reached|resting/)
  assertFails(await post(SIMULATE, GOOD[SIMULATE]), 502, /cannot be reached|resting/)
  assertFails(await post(TOKEN_INFO, GOOD[TOKEN_INFO]), 502, /cannot be reached/)
})

test('a node that answers a simulation with something else is a 502, its own troubles too', async () => {
  await rested()
  answer = (response, { id }) => sendJson(response, { jsonrpc: '2.0', id, result: { value: { logs: 'none' } } })
  assertFails(await post(SIMULATE, GOOD[SIMULATE]), 502, /unexpected shape/)
  answer = (response, { id }) => sendJson(response, { jsonrpc: '2.0', id, error: { code: -32_005, message: 'behind' } })
  assertFails(await post(SIMULATE, GOOD[SIMULATE]), 502, /cannot answer simulateTransaction now/)
})

/** Until the breaker that an earlier test opened lets calls through again. */
async function rested(): Promise<void> {
  await until(async () => (await post(STATUS, GOOD[STATUS])).status === 200, 'the lane comes back', 100)
}

test('a simulation without units and logs says so', async () => {
  answer = (response, { id }) =>
    sendJson(response, { jsonrpc: '2.0', id, result: { value: { err: 'AccountNotFound' } } })
  const { json } = await post(SIMULATE, GOOD[SIMULATE])
  assert.deepEqual(json, {
    success: true,
    err: 'AccountNotFound',
    logs: [],
    unitsConsumed: null,
    accountsReturned: 0,
    simulationDetails: { hasError: true, computeUnits: null, logCount: 0 },
  })
})

test('accounts that a simulation asks for are counted here, and the node is not asked to send them', async () => {
  const known = '11111111111111111111111111111111'
  const ask = async (accounts: unknown) => {
    const { status, json } = await post(SIMULATE, { transaction: transferText(), options: { accounts, odd: 1 } })
    return [status, json.accountsReturned, lastCall().params[1]]
  }
  const passedOn = {
    sigVerify: false,
    replaceRecentBlockhash: true,
    odd: 1,
    commitment: 'confirmed',
    encoding: 'base64',
  }
  for (const encoding of ['base64', 'base64+zstd', 'jsonParsed', null]) {
    assert.deepEqual(await ask({ encoding, addresses: [known, known] }), [200, 2, passedOn])
    assert.deepEqual(await ask({ encoding, addresses: [] }), [200, 0, passedOn])
  }
  // What a node refuses goes to the node, which says so.
  for (const accounts of [
    'all',
    { addresses: 'all' },
    { addresses: [known, known, known, known] },
    { addresses: [`${known}1`] },
    { addresses: [known], encoding: 'base58' },
  ])
    assert.deepEqual(await ask(accounts), [200, 0, { ...passedOn, accounts }])
})

test('any page may call them, whatever CORS_ORIGINS says: answers, refusals and preflights', async () => {
  const Origin = 'https://somewhere.example'
  for (const path of ALL) {
    for (const reply of [
      await post(path, GOOD[path], { Origin }),
      await post(path, '{', { Origin }),
      await server.send('PUT', path, { key: null, headers: { Origin } }),
    ]) {
      assert.equal(reply.headers['access-control-allow-origin'], '*', `${path} ${reply.status}`)
      assert.doesNotMatch(reply.headers['vary'] ?? '', /origin/i)
    }
    const asked = { Origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'solana-client' }
    const preflight = await server.send('OPTIONS', path, { key: null, headers: asked })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers['access-control-allow-origin'], '*')
    assert.match(preflight.headers['access-control-allow-methods']!, /\bPOST\b/)
    assert.match(preflight.headers['access-control-allow-headers']!, /^\*, /)
  }
  const keyed = await server.post('/api/v2/rpc', { method: 'getSlot' }, { headers: { Origin } })
  assert.equal(keyed.headers['access-control-allow-origin'], undefined, 'the others keep to the setting')
})

test('a body of 5 MiB is taken, and not a byte more', async () => {
  for (const path of ALL) {
    const text = JSON.stringify(GOOD[path])
    const padded = (bytes: number) => `${' '.repeat(bytes - text.length)}${text}`
    assert.equal((await post(path, padded(5 * 1024 ** 2))).status, 200, path)
    assertFails(await post(path, padded(5 * 1024 ** 2 + 1)), 413, 'payload too large')
  }
})

test('they need no key and count against no limit', async () => {
  for (const path of ALL) {
    const reply = await server.post(path, GOOD[path], { key: 'mg_nobody_knows_this_key' })
    assert.equal(reply.status, 200, path)
    assert.equal(reply.headers['ratelimit-limit'], undefined)
  }
  const many = await Promise.all(Array.from({ length: 60 }, () => post(STATUS, GOOD[STATUS])))
  assert(many.every(({ status }) => status === 200))
})

/** Calls of a lane that the node has, and those that wait. */
async function callsOf(lane: string): Promise<number> {
  const text = await server.ctx.metrics.expose()
  const gauge = (name: string): number =>
    Number(new RegExp(`^mintglass_upstream_${name}\\{provider="${lane}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  return gauge('in_flight') + gauge('queued')
}

test('a crowd there is refused beyond a bounded queue, while keyed calls go on', async () => {
  for (const [paths, limits, lane] of [
    [[SEND, STATUS, SIMULATE], OPEN_LIMITS, 'solanaRpc open'],
    [[TOKEN_INFO], PROVIDERS.tokenInfo.limits, 'tokenInfo'],
  ] as const) {
    const held: ServerResponse[] = []
    answer = (response, { id, method }) => {
      if (method === 'getSlot') sendJson(response, { jsonrpc: '2.0', id, result: 5 })
      else held.push(response)
    }
    const room = limits.maxConcurrent + limits.maxQueued
    // Of several addresses: one alone gets no more than its part.
    const from = (i: number) => ({ 'X-Forwarded-For': `203.0.113.${i % 4}` })
    const crowd = Array.from({ length: room }, (_, i) =>
      post(paths[i % paths.length]!, GOOD[paths[i % paths.length]!], from(i)),
    )
    await until(async () => (await callsOf(lane)) === room, `${room} calls are on their way or wait`)
    await until(() => held.length === limits.maxConcurrent, 'the node has as many as it may')
    for (const path of paths) {
      const refused = await post(path, GOOD[path])
      assertFails(refused, 429, /^too many calls wait for /)
      assert.equal(refused.headers['retry-after'], '1')
    }
    assert.equal(held.length, limits.maxConcurrent)
    const keyed = await server.post('/api/v2/rpc', { jsonrpc: '2.0', id: 3, method: 'getSlot' }, { key: WIDE_KEY })
    assert.deepEqual([keyed.status, keyed.json.result], [200, 5])
    answer = (response, { id }) => sendJson(response, { jsonrpc: '2.0', id, result: SIMULATION })
    for (const response of held) sendJson(response, { jsonrpc: '2.0', id: 1, result: SIMULATION })
    for (const reply of await Promise.all(crowd)) assert([200, 502].includes(reply.status))
  }
})

test('two addresses cannot hold every place: a third is answered while they wait', async () => {
  for (const [path, limits] of [
    [STATUS, OPEN_LIMITS],
    [TOKEN_INFO, PROVIDERS.tokenInfo.limits],
  ] as const) {
    const held: ServerResponse[] = []
    answer = (response) => void held.push(response)
    const from = (last: number) => ({ 'X-Forwarded-For': `203.0.113.${last}` })
    const crowd = Array.from({ length: 40 }, (_, i) => post(path, GOOD[path], from(i % 2)))
    const ofOne = limits.ofOne!.maxConcurrent
    await until(() => held.length === 2 * ofOne, 'the node has as many as it may')
    answer = (response, { id }) => sendJson(response, { jsonrpc: '2.0', id, result: SIMULATION })
    const third = await post(path, GOOD[path], from(9))
    assert.deepEqual([third.status < 500 || third.status === 502, held.length], [true, 2 * ofOne])
    for (const response of held) sendJson(response, { jsonrpc: '2.0', id: 1, result: SIMULATION })
    await Promise.all(crowd)
  }
})

test('without a node or a service they are 503 by name', async (t) => {
  const bare = await openServer({ MINTGLASS_MODE: 'live', INGEST_MODE: 'off' })
  t.after(() => bare.stop())
  for (const path of [SEND, STATUS, SIMULATE])
    assertFails(await bare.post(path, GOOD[path], { key: null }), 503, 'provider not configured: rpc')
  assertFails(await bare.post(TOKEN_INFO, GOOD[TOKEN_INFO], { key: null }), 503, 'provider not configured: tokenInfo')
})

test('an answer of send or status that breaks off, or is long, is a 502 and never half a response', async () => {
  for (const path of [SEND, STATUS]) {
    for (const bytes of [20, RELAY.openCallBytes - 1_000]) {
      answer = (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write(`{"jsonrpc":"2.0","id":1,"result":"${'1'.repeat(bytes)}`, () => response.destroy())
      }
      assertFails(await post(path, GOOD[path]), 502, 'solanaRpc open cannot be reached')
    }
    answer = (response) => sendJson(response, { jsonrpc: '2.0', id: 1, result: '1'.repeat(RELAY.openCallBytes) })
    assertFails(await post(path, GOOD[path]), 502, `solanaRpc open sent more than ${RELAY.openCallBytes} bytes`)
    answer = (response) => sendJson(response, { jsonrpc: '2.0', id: 1, result: '1'.repeat(RELAY.openCallBytes - 100) })
    assert.equal((await post(path, GOOD[path])).status, 200)
  }
})
