import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Type from 'typebox'
import { SANDBOX_KEYS } from '../../src/config/sandbox-keys.ts'
import { fail, ok } from '../../src/contract/outcome.ts'
import { addressParam, isSignature, type Rule, SignatureSchema } from '../../src/contract/params.ts'
import type { Route } from '../../src/routes/define-route.ts'
import { ROUTES as MOUNTED } from '../../src/routes/index.ts'
import type { ApiOptions, ApiReply } from '../support/api-client.ts'
import { type GoodValues, goodPath, readGoodValues } from '../support/good-requests.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { assertFails, successOf } from '../support/reply-check.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'

/** What holds for every mounted v2 route alike that asks and answers. Streams, webhooks, saved screens, trading, recovery, accounts,
 *  the public helpers and the chain-generic surface are held to it by tests of their own. */

const OWN_TESTS =
  /^\/(v1|mcp|udf|api\/(?!v2\/|sandbox)|api\/v2\/(stream(?!\/chains)|webhooks|screens|swap|orders|chain\/))/
const ROUTES = MOUNTED.filter(({ path }) => !OWN_TESTS.test(path))

const TRADE_KEY = SANDBOX_KEYS.find(({ name }) => name === 'trade')!.key

const name = ({ method, path }: Route) => `${method} ${path}`
const keyed = ROUTES.filter(({ auth }) => auth === 'apiKey')
const posts = ROUTES.filter(({ method }) => method === 'POST')
const gets = ROUTES.filter(({ method }) => method === 'GET')

let sandbox: StartedSandbox
let server: OpenServer
let good: GoodValues
let mint: string

before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  good = await readGoodValues(sandbox, server, TRADE_KEY)
  mint = good.mint
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const pathOf = (route: Route): string => goodPath(route, good)

/** A request the route answers with success. */
function ask(route: Route, options: ApiOptions = {}): Promise<ApiReply> {
  if (route.method === 'GET') return server.get(pathOf(route), options)
  return server.post(pathOf(route), GOOD_BODIES[route.path]?.() ?? { mints: [mint] }, options)
}

/** Of routes that take another body than a list of mints. */
const GOOD_BODIES: Readonly<Record<string, () => unknown>> = {
  '/api/v2/rpc': () => ({ jsonrpc: '2.0', id: 1, method: 'getHealth' }),
  '/api/v2/wallets/decode-tx': () => ({ signatures: [good.signature] }),
  '/api/v2/wallets/cohort': () => ({ addresses: [good.wallet, mint] }),
  '/api/v2/screener/pairs': () => ({ filter: { field: 'volume', min: 0 } }),
  '/api/v2/whales/labels': () => ({ wallets: [good.wallet] }),
}

const successStatus = ({ status }: Route): number => status ?? 200

test('a parameter of any kind is filled by its rule, so that a new route needs no row here', async () => {
  const bearer = { key: null, headers: { Authorization: `Bearer ${TRADE_KEY}` } }
  for (const [path, options] of [
    ['/api/dashboard/{wallet}', {}],
    ['/api/v2/webhooks/{id}', {}],
    ['/v1/wallets/{id}', bearer],
  ] as const) {
    const route = MOUNTED.find((one) => one.path === path && one.method === 'GET')!
    assert.equal((await server.get(pathOf(route), options)).status, 200, path)
  }
  const signature: Rule<string> = {
    schema: SignatureSchema,
    required: true,
    aliases: [],
    parse: (raw) => (isSignature(raw) ? ok(raw) : fail('invalid_request', 'invalid signature')),
    canonical: (value) => value,
  }
  const params = { signature, owner: addressParam('invalid owner') }
  assert.equal(goodPath({ path: '/{owner}/{signature}', params, query: {} }, good), `/${good.wallet}/${good.signature}`)
  assert.equal(goodPath({ path: '/x', params: {}, query: { tx: signature } }, good), `/x?tx=${good.signature}`)
  const number = { ...signature, schema: Type.String({ pattern: '^[0-9]+$' }) }
  assert.throws(() => goodPath({ path: '/{n}', params: { n: number }, query: {} }, good), /is good for n; add a value/)
  assert.throws(() => goodPath({ path: '/{n}', params: {}, query: {} }, good), /\{n\} has no rule/)
})

test('every route answers its good request in its own closed shape', async () => {
  for (const route of ROUTES) {
    const reply = await ask(route)
    if (route.reply === 'relay') assert.equal(reply.status, 200, name(route))
    else successOf(name(route))(reply)
    assert.match(reply.headers['content-type']!, /^application\/json/)
    assert.match(reply.headers['x-request-id']!, /^\S+$/)
  }
})

test('a keyed route without a key, or with one that no one has, is 401 before anything else is looked at', async () => {
  for (const route of keyed) {
    // What no one has is limited too: ten routes would use its window up.
    server.clock.push(10_000)
    assertFails(await ask(route, { key: null }), 401, 'missing API key')
    assertFails(await ask(route, { key: 'mg_nobody' }), 401, 'invalid API key')
    const bearer = { key: null, headers: { Authorization: 'Bearer rt_sandbox_enterprise' } }
    assertFails(await ask(route, bearer), 401, /^missing API key.*: this route takes it in X-API-Key$/)
    const malformed = await server.send(route.method, pathOf(route).replace(mint, 'x'), { key: null, body: '{' })
    assertFails(malformed, 401, 'missing API key')
  }
})

test('public routes need no key and take no notice of a wrong one', async () => {
  for (const route of ROUTES.filter(({ auth }) => auth === 'public')) {
    assert.equal((await ask(route, { key: null })).status, 200)
    assert.equal((await ask(route, { key: 'mg_nobody' })).status, 200)
  }
})

test('a revoked key is invalid at once', async () => {
  const { key, record } = await server.ctx.store.apiKeys.create({ label: 'short', tier: 'data' })
  assert.equal((await ask(keyed[0]!, { key })).status, 200)
  await server.ctx.store.apiKeys.update(record.id, { revokedAtMs: server.clock.nowMs() })
  assertFails(await ask(keyed[0]!, { key }), 401, 'invalid API key')
})

test('a key with a list of domains is for pages on them, by Origin and else by Referer', async () => {
  const { key } = await server.ctx.store.apiKeys.create({
    label: 'site',
    tier: 'data',
    allowedDomains: ['shop.example', '*.wide.example'],
    limitPer10s: 1_000,
  })
  for (const route of keyed) {
    assertFails(await ask(route, { key }), 403, 'domain not allowed')
    for (const Origin of ['https://evil.example', 'https://notshop.example', 'https://wide.example', 'null', 'x'])
      assertFails(await ask(route, { key, headers: { Origin } }), 403, 'domain not allowed')
    const welcome: Record<string, string>[] = [
      { Origin: 'https://shop.example' },
      { Origin: 'https://a.b.wide.example:8443' },
      { Referer: 'https://SHOP.example/page?x=1' },
    ]
    for (const headers of welcome)
      assert.equal((await ask(route, { key, headers })).status, successStatus(route), name(route))
    const both = { Origin: 'https://evil.example', Referer: 'https://shop.example/' }
    assertFails(await ask(route, { key, headers: both }), 403, 'domain not allowed')
  }
})

test('ten requests in ten seconds, then 429 on every keyed route until the window ends', async () => {
  const { key } = await server.ctx.store.apiKeys.create({ label: 'narrow', tier: 'data' })
  const cheap = keyed.find(({ path }) => path.endsWith('/sol-price'))!
  for (let left = 9; left >= 0; left--) {
    const { status, headers } = await ask(cheap, { key })
    assert.equal(status, 200)
    assert.deepEqual([headers['ratelimit-limit'], headers['ratelimit-remaining']], ['10', String(left)])
    assert.equal(headers['ratelimit-policy'], '10;w=10')
  }
  for (const route of keyed) {
    const reply = await ask(route, { key })
    assertFails(reply, 429, 'rate limit exceeded')
    const waitSecs = Number(reply.headers['retry-after'])
    assert(waitSecs >= 1 && waitSecs <= 10)
    assert.equal(reply.headers['ratelimit-remaining'], '0')
    // Both are read from the clock, one after the other: a second may pass between them.
    assert(Math.abs(Number(reply.headers['ratelimit-reset']) - waitSecs) <= 1)
  }
  assert.equal(
    (await ask(gets.find(({ auth }) => auth === 'public')!, { key })).status,
    200,
    'health is no business of it',
  )
  server.clock.push(10_000)
  assert.equal((await ask(cheap, { key })).status, 200)
})

test('a warm answer counts like a cold one, and 304 too', async () => {
  const { key } = await server.ctx.store.apiKeys.create({ label: 'two', tier: 'data', limitPer10s: 2 })
  const path = '/api/v2/market/sol-price'
  const { headers } = await server.get(path, { key })
  assert.equal((await server.get(path, { key, headers: { 'If-None-Match': headers['etag']! } })).status, 304)
  assertFails(
    await server.get(path, { key, headers: { 'If-None-Match': headers['etag']! } }),
    429,
    'rate limit exceeded',
  )
})

test('no route, and the wrong method for one', async () => {
  for (const path of ['/api', '/api/v2', '/api/v2/tokens', `/api/v2/tokens/${mint}`, '/api/v2/Health', '/health/'])
    assertFails(await server.get(path), 404, 'not found')
  for (const route of ROUTES) {
    const methods = MOUNTED.filter(({ path }) => path === route.path).map(({ method }) => String(method))
    const shown = [...methods, 'OPTIONS', ...(methods.includes('GET') ? ['HEAD'] : [])]
    const allow = shown.sort().join(', ')
    for (const method of ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'].filter((one) => !methods.includes(one))) {
      const reply = await server.send(method, pathOf(route), { key: null })
      assertFails(reply, 405, 'method not allowed')
      assert.equal(reply.headers['allow'], allow, name(route))
    }
    const preflight = await server.send('OPTIONS', pathOf(route), {
      key: null,
      headers: { Origin: 'https://a.example' },
    })
    assert.deepEqual([preflight.status, preflight.headers['allow']], [204, allow])
    assert.equal(preflight.headers['access-control-allow-origin'], '*')
  }
})

test('a body that is no JSON is 400, one beyond the bound of its route is 413', async () => {
  for (const route of posts) {
    const lists = {
      mints: [mint],
      signatures: [good.signature],
      addresses: [good.wallet, mint],
      wallets: [good.wallet],
    }
    const wide = JSON.stringify({ ...lists, filler: 'x'.repeat(route.bodyBytes) })
    const fits = JSON.stringify({ ...lists, filler: 'x'.repeat(route.bodyBytes - 600) })
    for (const body of ['{"mints":', '[1,]', "{'a':1}", '\u0000'])
      assertFails(await server.post(pathOf(route), body), 400, 'invalid JSON body')
    assertFails(await server.post(pathOf(route), wide), 413, 'payload too large')
    const reply = await server.post(pathOf(route), fits)
    const isRefused = route.reply === 'relay' || route.body?.closedNames != null
    assert.equal(reply.status, isRefused ? 400 : successStatus(route), name(route))
  }
})

test('kept answers have a tag: HEAD shows it without a body, and a caller that has it is not sent the body again', async () => {
  for (const route of gets) {
    const first = await ask(route)
    const head = await server.send('HEAD', pathOf(route))
    assert.deepEqual([head.status, head.text], [200, ''], name(route))
    const isKept = route.cache !== 'none'
    assert.equal('etag' in first.headers, isKept, name(route))
    if (!isKept) continue
    assert.equal(head.headers['etag'], first.headers['etag'])
    assert.equal(head.headers['content-length'], String(Buffer.byteLength(first.text)))
    const same = await ask(route, { headers: { 'If-None-Match': `"x", W/${first.headers['etag']}` } })
    assert.deepEqual([same.status, same.text], [304, ''], name(route))
    assert.equal(same.headers['cache-control'], first.headers['cache-control'])
    assert.equal((await ask(route, { headers: { 'If-None-Match': '"x"' } })).status, 200)
  }
})

/** Spec 4.2 names their header. */
const PUBLIC_BY_SPEC = /^\/api\/v2\/wallets\/\{wallet\}\/(profile|wrapped|roast)$/
const PUBLIC = 'public, max-age=300, s-maxage=300, stale-while-revalidate=600'

test('keyed answers stay private to the key’s holder', async () => {
  for (const route of keyed) {
    const { headers } = await ask(route)
    const isPublic = PUBLIC_BY_SPEC.test(route.path)
    assert.equal(headers['cache-control'], isPublic ? PUBLIC : 'private, no-cache', name(route))
    // By key all the same: a shared cache gives none what another asked for.
    assert.match(headers['vary'] ?? '', /x-api-key/i, name(route))
  }
})
