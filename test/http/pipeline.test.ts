import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { LIMITS } from '../../src/config/limits.ts'
import { type Failure, fail, ok } from '../../src/contract/outcome.ts'
import { rpcBody } from '../../src/contract/rpc.ts'
import type { RequestInfo, Route } from '../../src/routes/define-route.ts'
import { systemRoutes } from '../../src/routes/system/index.ts'
import { exchangeRaw, parseReply, requestText, startTestServer, TEST_KEY } from '../support/http-test-server.ts'
import { echoRoute, INTEL_PATH, intelRoute, MINT, pricesRoute, waitingRoute } from '../support/test-routes.ts'
import { until } from '../support/until.ts'

const post = (body: string | Uint8Array, headers: Record<string, string> = {}) => ({
  method: 'POST',
  path: '/api/v2/tokens/prices',
  body,
  headers,
})

test('a success carries success and the fields of the route, and private headers', async (t) => {
  const { send } = await startTestServer(t, [intelRoute()])
  const { status, json, headers } = await send(`${INTEL_PATH}?limit=7`)
  assert.equal(status, 200)
  assert.deepEqual(json, { success: true, mint: MINT, limit: 7, calls: 1 })
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(headers.get('cache-control'), 'private, no-cache')
  assert.equal(headers.get('vary'), 'X-API-Key, Accept-Encoding')
})

test('health is public, unlimited and never stored, at both addresses', async (t) => {
  const { send, ctx, clock } = await startTestServer(t, systemRoutes)
  for (const path of ['/health', '/api/v2/health']) {
    const { status, json, headers } = await send({ path, headers: { 'X-API-Key': '' } })
    assert.equal(status, 200)
    assert.deepEqual(json, { success: true, ok: true, version: ctx.config.version, ts: clock.nowMs() })
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.has('ratelimit-limit'), false)
  }
})

test('an unknown path is 404 in the envelope', async (t) => {
  const { send } = await startTestServer(t, [intelRoute()])
  for (const path of ['/nope', '/api/v2/tokens', `${INTEL_PATH}/`, `${INTEL_PATH}/more`, '//', '/api/v2/../health']) {
    const { status, json, headers } = await send(path)
    assert.equal(status, 404, path)
    assert.deepEqual([json.success, json.error, json.code], [false, 'not found', 'not_found'])
    assert.equal(headers.get('cache-control'), 'no-store')
  }
})

test('another method is 405 and says which are allowed', async (t) => {
  const { send } = await startTestServer(t, [intelRoute(), pricesRoute])
  const wrong = await send({ method: 'DELETE', path: INTEL_PATH })
  assert.equal(wrong.status, 405)
  assert.deepEqual([wrong.json.error, wrong.json.code], ['method not allowed', 'method_not_allowed'])
  assert.equal(wrong.headers.get('allow'), 'GET, HEAD, OPTIONS')
  const got = await send('/api/v2/tokens/prices')
  assert.equal(got.status, 405)
  assert.equal(got.headers.get('allow'), 'OPTIONS, POST')
  assert.equal((await send({ method: 'FOO', path: INTEL_PATH })).status, 405)
})

test('missing and unknown keys are 401 with their own words', async (t) => {
  const { send } = await startTestServer(t, [intelRoute(), echoRoute({ auth: 'bearer' })])
  const missing = await send({ path: INTEL_PATH, headers: { 'X-API-Key': '' } })
  assert.deepEqual([missing.status, missing.json.error], [401, 'missing API key'])
  const unknown = await send({ path: INTEL_PATH, headers: { 'X-API-Key': 'mg_nobody' } })
  assert.deepEqual([unknown.status, unknown.json.error], [401, 'invalid API key'])
  // The trading surface does not read X-API-Key.
  const wrongHeader = await send('/api/v2/echo/a')
  const bearerOnly = 'missing API key: this route takes it as Authorization: Bearer'
  assert.deepEqual([wrongHeader.status, wrongHeader.json.error], [401, bearerOnly])
  const bearer = await send({
    path: '/api/v2/echo/a',
    headers: { 'X-API-Key': '', Authorization: `bearer ${TEST_KEY}` },
  })
  assert.equal(bearer.status, 200)
  const basic = await send({ path: '/api/v2/echo/a', headers: { Authorization: `Basic ${TEST_KEY}` } })
  assert.equal(basic.json.error, bearerOnly)
})

test('a session route takes its token and nothing else', async (t) => {
  const { send } = await startTestServer(t, [echoRoute({ auth: 'session', readsCaller: true })], {
    parts2: { authenticateSession: (token) => (token === 's3ss' ? { kind: 'session', keyId: 9, wallet: MINT } : null) },
  })
  const get = (headers: Record<string, string>) => send({ path: '/api/v2/echo/a', headers })
  assert.equal((await get({})).json.error, 'missing session token')
  assert.equal((await get({ 'X-Session-Token': 'old' })).json.error, 'invalid session token')
  assert.equal((await get({ 'X-Session-Token': 's3ss' })).json.caller, 'session')
})

test('a revoked key is refused from the next request on, also for a warm body', async (t) => {
  const { send, ctx, addKey } = await startTestServer(t, [intelRoute()])
  const record = addKey('mg_soon_gone')
  const get = () => send({ path: INTEL_PATH, headers: { 'X-API-Key': 'mg_soon_gone' } })
  assert.equal((await get()).status, 200)
  assert.equal((await get()).status, 200)
  await ctx.store.apiKeys.update(record.id, { revokedAtMs: 1 })
  assert.equal((await get()).status, 401)
})

test('a key with domains works only from pages on them, warm or cold', async (t) => {
  const { send, addKey } = await startTestServer(t, [intelRoute()])
  addKey('mg_domains', { allowedDomains: ['app.example.org', '*.shop.example'], limitPer10s: 1_000 })
  const from = async (headers: Record<string, string>) => {
    const { status, json } = await send({ path: INTEL_PATH, headers: { 'X-API-Key': 'mg_domains', ...headers } })
    return status === 200 ? 200 : `${status} ${json.error}`
  }
  const refused = '403 domain not allowed'
  assert.equal(await from({ Origin: 'https://app.example.org' }), 200)
  assert.equal(await from({ Origin: 'https://APP.example.org:8443' }), 200)
  assert.equal(await from({ Referer: 'https://a.b.shop.example/page?x=1' }), 200)
  assert.equal(await from({}), refused)
  assert.equal(await from({ Origin: 'https://shop.example' }), refused)
  assert.equal(await from({ Origin: 'https://evilshop.example' }), refused)
  assert.equal(await from({ Origin: 'https://app.example.org.evil.net' }), refused)
  assert.equal(await from({ Origin: 'null' }), refused)
  assert.equal(await from({ Origin: 'https://evil.net', Referer: 'https://app.example.org/' }), refused)
})

test('a scope is asked of the key', async (t) => {
  const { send, addKey } = await startTestServer(t, [echoRoute({ scope: 'trade' })])
  addKey('mg_reads', { scopes: ['read'] })
  addKey('mg_trades', { scopes: ['read', 'trade'] })
  const denied = await send({ path: '/api/v2/echo/a', headers: { 'X-API-Key': 'mg_reads' } })
  assert.deepEqual([denied.status, denied.json.error], [403, 'scope required: trade'])
  assert.equal((await send({ path: '/api/v2/echo/a', headers: { 'X-API-Key': 'mg_trades' } })).status, 200)
})

test('the order is limit, key, domain, scope, parameters, capability', async (t) => {
  const route = { ...intelRoute(), scope: 'trade' as const, needs: ['pairs'] }
  const { send, addKey } = await startTestServer(t, [route])
  const bad = '/api/v2/tokens/bad/intel'
  const get = async (key: string, path: string, headers = {}) => {
    const { status, json } = await send({ path, headers: { 'X-API-Key': key, ...headers } })
    return `${status} ${json.error}`
  }
  addKey('mg_0', { limitPer10s: 1, allowedDomains: ['a.b'] })
  assert.equal(await get('mg_0', bad), '403 domain not allowed')
  assert.equal(await get('mg_0', bad), '429 rate limit exceeded')
  addKey('mg_1', { allowedDomains: ['a.b'] })
  assert.equal(await get('mg_1', bad, { Origin: 'https://a.b' }), '403 scope required: trade')
  addKey('mg_2', { scopes: ['trade'] })
  assert.equal(await get('mg_2', bad), '400 invalid mint')
  assert.equal(await get('mg_2', INTEL_PATH), '503 provider not configured: pairs (DEXSCREENER_URL is not set)')
  for (let i = 0; i < 10; i++) await get('mg_stranger', bad)
  assert.equal(await get('mg_stranger', bad), '429 rate limit exceeded')
})

test('either of two capabilities will do, and the 503 names both', async (t) => {
  const route = { ...echoRoute(), needs: ['pairs|rpc'] }
  const without = await startTestServer(t, [route])
  assert.equal(
    (await without.send('/api/v2/echo/a')).json.error,
    'provider not configured: pairs or rpc (none of DEXSCREENER_URL, SOLANA_RPC_URL is set)',
  )
  const providers = { solanaRpc: { url: 'http://127.0.0.1:1', apiKey: null } }
  const withRpc = await startTestServer(t, [route], { config: { providers } })
  assert.equal((await withRpc.send('/api/v2/echo/a')).status, 200)
})

test('path and query text is decoded once; broken escapes reach the rule as they are', async (t) => {
  const { send } = await startTestServer(t, [echoRoute(), intelRoute()])
  const echo = async (path: string) => {
    const { json } = await send(path)
    return [json.word, json.q]
  }
  assert.deepEqual(await echo('/api/v2/echo/a%20b%2Fc?q=1%2B1'), ['a b/c', '1+1'])
  assert.deepEqual(await echo('/api/v2/echo/a%2520b?q=x+y'), ['a%20b', 'x y'])
  assert.deepEqual(await echo('/api/v2/echo/%zz?q=%ff'), ['%zz', '%ff'])
  assert.deepEqual(await echo('/api/v2/echo/a?q=first&q=second&q'), ['a', 'first'])
  assert.deepEqual(await echo('/api/v2/echo/a?query=alias'), ['a', 'alias'])
  assert.deepEqual(await echo('/api/v2/echo/a?query=alias&q=name'), ['a', 'name'])
  assert.deepEqual(await echo('/api/v2/echo/a?&&=&q'), ['a', ''])
  assert.deepEqual(await echo(`/api/v2/echo/a?q=${'x'.repeat(1_500)}`), ['a', 'x'.repeat(1_500)])
  assert.equal((await send('/api/v2/tokens/%zz/intel')).json.error, 'invalid mint')
  assert.equal((await send('/api/v2/tokens//intel')).json.error, 'invalid mint')
})

test('a handler sees its caller only when its route says so', async (t) => {
  const named = { ...echoRoute(), path: '/api/v2/named/{word}', readsCaller: true }
  const { send } = await startTestServer(t, [echoRoute(), named])
  assert.equal((await send('/api/v2/echo/a')).json.caller, 'public')
  assert.equal((await send('/api/v2/named/a')).json.caller, 'key')
})

test('a body is read as JSON whatever its content type says', async (t) => {
  const { send } = await startTestServer(t, [pricesRoute])
  const body = JSON.stringify({ mints: [MINT, 'nonsense'] })
  const types: Record<string, string>[] = [{}, { 'Content-Type': 'text/plain' }, { 'Content-Type': 'application/json' }]
  for (const headers of types) assert.deepEqual((await send(post(body, headers))).json, { success: true, count: 1 })
  assert.equal((await send(post(`\uFEFF${body}`))).status, 200)
})

test('a malformed body is 400, and so is one that is not UTF-8, is refused by its rule, or is not there at all', async (t) => {
  const { send } = await startTestServer(t, [pricesRoute])
  const refusal = async (body: string | Uint8Array) => {
    const { status, json } = await send(post(body))
    return `${status} ${json.error}`
  }
  assert.equal(await refusal('{"mints":'), '400 invalid JSON body')
  assert.equal(await refusal(''), '400 no valid mints')
  assert.equal(await refusal(Buffer.from('{"mints":["\xff"]}', 'latin1')), '400 invalid JSON body')
  assert.equal(await refusal('null'), '400 no valid mints')
  assert.equal(await refusal('{"mints":[]}'), '400 no valid mints')
  assert.equal(await refusal('['.repeat(60_000)), '400 invalid JSON body')
})

test('a body that nests beyond any honest depth is 400, not a stack that runs out', async (t) => {
  const { send } = await startTestServer(t, [
    { ...pricesRoute, body: rpcBody(25), handle: async () => ok({ count: 1 }) },
  ])
  const callOf = (depth: number) =>
    post(`{"method":"getSlot","id":"[[\\"{","params":${'['.repeat(depth)}${']'.repeat(depth)}}`)
  assert.equal((await send(callOf(LIMITS.jsonDepth - 1))).status, 200)
  for (const depth of [LIMITS.jsonDepth, 30_000]) {
    const { status, json } = await send(callOf(depth))
    assert.deepEqual([status, json.error], [400, 'invalid JSON body'])
  }
})

test('a handler that throws is a logged 500 that reveals nothing', async (t) => {
  const route = echoRoute({
    handle: async () => {
      throw new Error('secret detail')
    },
  })
  const { send, logged } = await startTestServer(t, [route])
  const { status, json, headers } = await send('/api/v2/echo/a')
  assert.deepEqual([status, json.error, json.code], [500, 'internal error', 'internal'])
  const line = logged.find(({ msg }) => msg === 'handler threw')
  assert.equal(line?.['requestId'], headers.get('x-request-id'))
  assert.match(JSON.stringify(line), /secret detail/)
})

test('a reply that cannot be written as JSON is a logged 500, cached route or not', async (t) => {
  const handle = async () => ok({ amount: 1n })
  const { send, logged } = await startTestServer(t, [echoRoute({ handle }), intelRoute(undefined, { handle })])
  assert.equal((await send('/api/v2/echo/a')).status, 500)
  assert.equal((await send(INTEL_PATH)).status, 500)
  assert.equal(logged.filter(({ msg }) => msg === 'request failed').length, 2)
})

test('failures get the status of their code, and Retry-After where asking again helps', async (t) => {
  const answers: [Failure, number, string | undefined][] = [
    [fail('upstream_rate_limited', 'provider is busy', 2.5), 502, '3'],
    [fail('upstream_timeout', 'upstream timeout'), 502, '5'],
    [fail('shutting_down', 'stopping'), 503, '5'],
    [fail('upstream_refused', 'provider says no'), 502, undefined],
    [fail('unconfigured', 'provider not configured'), 503, undefined],
    [fail('not_found', 'not found'), 404, undefined],
  ]
  for (const [failure, expected, retryAfter] of answers) {
    const { send } = await startTestServer(t, [echoRoute({ handle: async () => failure })])
    const { status, json, headers } = await send('/api/v2/echo/a')
    assert.deepEqual([status, json.error, headers.get('retry-after')], [expected, failure.message, retryAfter])
  }
})

test('a relay passes on no page that a browser would run, and every answer forbids content sniffing', async (t) => {
  const relay = (contentType: string): Route =>
    echoRoute({ reply: 'relay', handle: async () => ok({ status: 200, contentType, body: Buffer.from('<script>') }) })
  for (const [theirs, ours] of [
    ['text/html', 'text/plain; charset=utf-8'],
    ['application/xhtml+xml', 'text/plain; charset=utf-8'],
    ['image/svg+xml', 'text/plain; charset=utf-8'],
    ['application/json, text/html', 'text/plain; charset=utf-8'],
    ['', 'text/plain; charset=utf-8'],
    ['application/problem+json', 'application/problem+json'],
    ['Application/JSON; charset=utf-8', 'Application/JSON; charset=utf-8'],
  ] as const) {
    const { send } = await startTestServer(t, [relay(theirs)])
    const { text, headers } = await send('/api/v2/echo/a')
    assert.deepEqual([text, headers.get('content-type')], ['<script>', ours])
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  }
  const { send } = await startTestServer(t, [intelRoute(), echoRoute()])
  for (const path of [INTEL_PATH, INTEL_PATH, '/api/v2/echo/a', '/nowhere', '/api/v2/openapi.json'])
    assert.equal((await send(path)).headers.get('x-content-type-options'), 'nosniff', path)
})

test('a relay hands on status, content type and body unchanged', async (t) => {
  const body = Buffer.from('{"jsonrpc":"2.0","error":{"code":-32015}}')
  const relay = (contentType: string): Route =>
    echoRoute({ reply: 'relay', handle: async () => ok({ status: 418, contentType, body }) })
  const { send } = await startTestServer(t, [relay('application/json')])
  const { status, text, headers } = await send('/api/v2/echo/a')
  assert.deepEqual([status, text, headers.get('content-type')], [418, body.toString(), 'application/json'])
  const evil = await startTestServer(t, [relay('a/b\r\nX-Evil: 1')])
  const answered = await evil.send('/api/v2/echo/a')
  assert.equal(answered.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(answered.headers.has('x-evil'), false)
})

test('a route may have another success status and its own cache header', async (t) => {
  const { send } = await startTestServer(t, [echoRoute({ status: 201, cacheControl: 'public, max-age=60' })])
  const { status, headers } = await send('/api/v2/echo/a')
  assert.deepEqual([status, headers.get('cache-control')], [201, 'public, max-age=60'])
})

test('HEAD has the headers of GET and no body, and leaves the connection usable', async (t) => {
  const { send } = await startTestServer(t, [intelRoute(), echoRoute()])
  const got = await send(INTEL_PATH)
  const head = await send({ method: 'HEAD', path: INTEL_PATH })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  for (const name of ['content-length', 'etag', 'content-type', 'cache-control'])
    assert.equal(head.headers.get(name), got.headers.get(name), name)
  assert.equal((await send({ method: 'HEAD', path: '/nope' })).status, 404)
})

test('every answer has a request id: the caller’s when it fits, ours when not', async (t) => {
  const { send } = await startTestServer(t, [intelRoute()])
  const idOf = async (given: string) =>
    (await send({ path: INTEL_PATH, headers: { 'X-Request-Id': given } })).headers.get('x-request-id')
  assert.equal(await idOf('abc_DEF-123'), 'abc_DEF-123')
  assert.notEqual(await idOf('a b'), 'a b')
  assert.notEqual(await idOf('x'.repeat(65)), 'x'.repeat(65))
  const ids = new Set(await Promise.all(Array.from({ length: 20 }, () => idOf(''))))
  assert.equal(ids.size, 20)
})

test('If-None-Match gives 304 with the tag and no body, after the same checks', async (t) => {
  const { send } = await startTestServer(t, [intelRoute()])
  const etag = (await send(INTEL_PATH)).headers.get('etag')!
  assert.match(etag, /^"[\w-]{27}"$/)
  const get = (tag: string, key = TEST_KEY) =>
    send({ path: INTEL_PATH, headers: { 'If-None-Match': tag, 'X-API-Key': key } })
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const { status, text, headers } = await get(tag)
    assert.deepEqual([status, text, headers.get('etag')], [304, '', etag], tag)
    assert.equal(headers.get('vary'), 'X-API-Key, Accept-Encoding')
    assert.equal(headers.has('content-type'), false)
  }
  assert.equal((await get('"other"')).status, 200)
  assert.equal((await get(etag, 'mg_nobody')).status, 401)
})

test('usage is recorded for every answer to a known key, and for no one else', async (t) => {
  const { send, usage, addKey } = await startTestServer(t, [intelRoute(), pricesRoute, ...systemRoutes])
  const { id } = addKey('mg_counted', { limitPer10s: 4 })
  const headers = { 'X-API-Key': 'mg_counted' }
  await send({ path: INTEL_PATH, headers })
  await send({ path: INTEL_PATH, headers })
  await send({ path: '/api/v2/tokens/bad/intel', headers })
  await send({ ...post('{'), headers })
  await send({ path: INTEL_PATH, headers })
  await send({ path: INTEL_PATH, headers: { 'X-API-Key': 'mg_nobody' } })
  await send('/health')
  assert.deepEqual(
    usage.map(({ keyId, route, status }) => [keyId, route, status]),
    [
      [id, 'GET /api/v2/tokens/{mint}/intel', 200],
      [id, 'GET /api/v2/tokens/{mint}/intel', 200],
      [id, 'GET /api/v2/tokens/{mint}/intel', 400],
      [id, 'POST /api/v2/tokens/prices', 400],
      [id, 'GET /api/v2/tokens/{mint}/intel', 429],
    ],
  )
})

test('a request that asks several routes is charged with what all of them cost', async (t) => {
  const { currentScope } = await import('../../src/runtime/request-scope.ts')
  const asked = intelRoute(async () => {
    currentScope()!.upstreamCalls += 3
    currentScope()!.upstreamCostUsd += 0.25
    return ok({})
  })
  const asking: Route = {
    ...pricesRoute,
    asksRoutes: true,
    async handle(_ctx, { request }) {
      for (const limit of ['1', '2']) {
        const question = { pathValues: [MINT], query: new Map([['limit', limit]]), bodyText: '{}' }
        const answered = await request.ask!('GET /api/v2/tokens/{mint}/intel', question)
        if (!answered.ok) return answered
      }
      return ok({})
    },
  }
  const { send, usage } = await startTestServer(t, [asked, asking])
  assert.equal((await send(post(JSON.stringify({ mints: [MINT] })))).status, 200)
  const costs = usage.map(({ upstreamCalls, upstreamCostUsd }) => [upstreamCalls, upstreamCostUsd])
  assert.deepEqual(costs, [[6, 0.5]])
})

test('upstream calls are charged to the caller who caused them', async (t) => {
  const { currentScope } = await import('../../src/runtime/request-scope.ts')
  const route = intelRoute(async () => {
    const scope = currentScope()
    assert(scope)
    scope.upstreamCalls += 3
    scope.upstreamCostUsd += 0.25
    return ok({})
  })
  const { send, usage } = await startTestServer(t, [route])
  await send(INTEL_PATH)
  await send(INTEL_PATH)
  assert.deepEqual(
    usage.map(({ upstreamCalls, upstreamCostUsd }) => [upstreamCalls, upstreamCostUsd]),
    [
      [3, 0.25],
      [0, 0],
    ],
  )
})

test('what work asks of upstreams after its caller has left is charged too, as no call of its own', async (t) => {
  const { currentScope } = await import('../../src/runtime/request-scope.ts')
  let started = false
  const work = async (signal: AbortSignal) => {
    started = true
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    // The provider's answer comes in just as the work is told to stop.
    currentScope()!.upstreamCalls += 2
    return fail('cancelled', 'cancelled')
  }
  for (const route of [
    intelRoute((_call, signal) => work(signal)),
    echoRoute({ path: INTEL_PATH, params: {}, handle: (_ctx, { request }) => work((request as RequestInfo).signal) }),
  ]) {
    started = false
    const { port, usage } = await startTestServer(t, [route])
    const socket = connect(port, '127.0.0.1')
    socket.write(requestText({ path: INTEL_PATH }))
    await until(() => started, 'the handler starts')
    socket.destroy()
    await until(() => usage.length === 2, 'the late charge')
    assert.deepEqual(
      usage.map(({ status, upstreamCalls, isLate }) => [status, upstreamCalls, isLate]),
      [
        [499, 0, undefined],
        [0, 2, true],
      ],
    )
  }
})

test('a route past its deadline is 502 upstream timeout and its work is aborted', async (t) => {
  for (const overrides of [{}, { cache: 'tokenIntel' as const }]) {
    const { route, seen } = waitingRoute({ deadlineMs: 4_000, ...overrides })
    const { send, clock } = await startTestServer(t, [route])
    const answer = send('/api/v2/wait')
    await until(() => seen.started === 1, 'the handler starts')
    await clock.advance(3_999)
    assert.equal(seen.aborted, 0)
    await clock.advance(1)
    const { status, json } = await answer
    assert.deepEqual([status, json.error, seen.aborted], [502, 'upstream timeout', 1])
  }
})

test('queries and keys never reach the log', async (t) => {
  const { send, logged } = await startTestServer(t, [echoRoute(), intelRoute()], { logLevel: 'trace' })
  await send({ path: '/api/v2/echo/a?q=very-secret', headers: { 'X-API-Key': 'mg_very-secret' } })
  await send('/api/v2/echo/a?q=very-secret')
  await send(INTEL_PATH)
  const lines = logged.filter(({ msg }) => msg === 'answered')
  assert.deepEqual(
    lines.map(({ status, route, path }) => [status, route, path]),
    [
      [401, 'GET /api/v2/echo/{word}', '/api/v2/echo/a'],
      [200, 'GET /api/v2/echo/{word}', '/api/v2/echo/a'],
      [200, 'GET /api/v2/tokens/{mint}/intel', INTEL_PATH],
    ],
  )
  assert.doesNotMatch(JSON.stringify(logged), /very-secret|mg_test_key/)
})

test('the client address is the peer’s unless a trusted proxy says otherwise', async (t) => {
  const headers = { 'X-Forwarded-For': '6.6.6.6, 203.0.113.9' }
  const plain = await startTestServer(t, [echoRoute()])
  assert.equal((await plain.send({ path: '/api/v2/echo/a', headers })).json.ip, '127.0.0.1')
  const behind = await startTestServer(t, [echoRoute()], { config: { trustedProxies: ['127.0.0.0/8'] } })
  assert.equal((await behind.send({ path: '/api/v2/echo/a', headers })).json.ip, '203.0.113.9')
})

test('a line of X-Forwarded-For that the client sent does not hide the one its proxy added', async (t) => {
  const { port } = await startTestServer(t, [echoRoute()], { config: { trustedProxies: ['127.0.0.0/8'] } })
  const lines = 'X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 203.0.113.9'
  const request = `GET /api/v2/echo/a HTTP/1.1\r\nHost: test\r\nX-API-Key: ${TEST_KEY}\r\n${lines}\r\nConnection: close\r\n\r\n`
  assert.equal(parseReply(await exchangeRaw(port, [Buffer.from(request)])).reply.json.ip, '203.0.113.9')
})
