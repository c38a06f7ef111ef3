import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveCachedResponse } from '../../src/http/cached-response.ts'
import { createHttpServerState, DEFAULT_TUNING } from '../../src/http/create-server-state.ts'
import { plainMissingPage } from '../../src/http/explorer.ts'
import type { SocketRequest, SocketResponse } from '../../src/http/uws.ts'
import { fakeContext } from '../support/fake-context.ts'
import { type HttpTestServer, type SendOptions, startTestServer, TEST_KEY } from '../support/http-test-server.ts'
import { INTEL_PATH, intelRoute, MINT } from '../support/test-routes.ts'

/** The short way and the pipeline must answer alike. Access logging switches the short way off, so two servers that
 *  differ in nothing else are asked the same. */
test('the short way gives the same answers as the pipeline, byte for byte', async (t) => {
  const setUp = async (logLevel: string) => {
    const server = await startTestServer(t, [intelRoute()], { logLevel })
    server.addKey('mg_few', { limitPer10s: 3 })
    server.addKey('mg_domain', { allowedDomains: ['a.example'], limitPer10s: 1_000 })
    const { id } = server.addKey('mg_revoked')
    await server.ctx.store.apiKeys.update(id, { revokedAtMs: 1 })
    await server.send(INTEL_PATH)
    return server
  }
  const [short, long] = [await setUp('info'), await setUp('debug')] as [HttpTestServer, HttpTestServer]
  const etag = (await short.send(INTEL_PATH)).headers.get('etag')!
  await long.send(INTEL_PATH)

  const paths = [
    INTEL_PATH,
    `${INTEL_PATH}?limit=20`,
    `${INTEL_PATH}?limit=1000`,
    `/api/v2/tokens/%53${MINT.slice(1)}/intel`,
    '/api/v2/tokens/x/intel',
    `${INTEL_PATH}/x`,
  ]
  const headerSets: Record<string, string>[] = [
    {},
    { 'If-None-Match': etag },
    { 'If-None-Match': `W/"x", ${etag}` },
    { 'If-None-Match': '"x"' },
    { 'X-API-Key': '' },
    { 'X-API-Key': 'mg_few' },
    { 'X-API-Key': 'mg_few' },
    { 'X-API-Key': 'mg_few' },
    { 'X-API-Key': 'mg_domain' },
    { 'X-API-Key': 'mg_domain', Origin: 'https://a.example' },
    { 'X-API-Key': 'mg_revoked' },
    { 'X-API-Key': 'mg_nobody' },
    { Origin: 'https://b.example' },
    { 'Content-Length': '0' },
    { 'Accept-Encoding': 'gzip' },
    { 'X-API-Key': `${TEST_KEY} ` },
    { Authorization: `Bearer ${TEST_KEY}`, 'X-API-Key': '' },
  ]
  let compared = 0
  for (let round = 0; round < 2; round++) {
    for (const path of paths) {
      for (const headers of headerSets) {
        const request: SendOptions = { path, headers: { 'X-Request-Id': `r${compared}`, ...headers } }
        const [a, b] = await Promise.all([short.send(request), long.send(request)])
        const shown = (reply: typeof a) => [
          reply.status,
          reply.text,
          [...reply.headers].filter(([name]) => name !== 'date').sort(),
        ]
        assert.deepEqual(shown(a), shown(b), `${path} ${JSON.stringify(headers)}`)
        compared++
      }
    }
  }
  assert.deepEqual(
    short.usage.map(({ keyId, route, status }) => [keyId, route, status]),
    long.usage.map(({ keyId, route, status }) => [keyId, route, status]),
  )
  assert.equal(compared, 204)
})

test('a query that its route refuses is refused also while the plain answer is warm', async (t) => {
  const { send } = await startTestServer(t, [{ ...intelRoute(), isClosedQuery: true }])
  for (let round = 0; round < 2; round++) {
    assert.equal((await send(INTEL_PATH)).status, 200)
    const { status, json } = await send(`${INTEL_PATH}?minVolumne=5`)
    assert.deepEqual([status, json.error], [400, 'unknown query parameter minVolumne'])
  }
})

test('a usage recorder that throws costs no answer', async (t) => {
  const server = await startTestServer(t, [intelRoute()], {
    parts2: {
      usage: {
        record() {
          throw new Error('no disk')
        },
      },
    },
  })
  for (let i = 0; i < 3; i++) assert.equal((await server.send(INTEL_PATH)).status, 200)
  assert.equal(server.logged.filter(({ msg }) => msg === 'usage was not counted').length, 3)
})

test('an invented key fills nothing that is remembered of requests', async (t) => {
  const { ctx, authenticate, addKey } = fakeContext()
  addKey(TEST_KEY, { limitPer10s: 1_000 })
  const parts = { authenticate, usage: { record: () => {} }, isReady: () => true }
  const http = createHttpServerState(ctx, [intelRoute()], parts, { ...DEFAULT_TUNING, headerBytes: 'whole' }, () => ({
    documents: new Map(),
    missingPage: plainMissingPage(),
  }))
  t.after(() => http.turns.stop())
  http.credentials.holderOf('apiKey', TEST_KEY)
  const ask = (key: string, limit: number): boolean => {
    const headers: Record<string, string> = { 'x-api-key': key }
    const request = {
      getUrl: () => INTEL_PATH,
      getQuery: () => `limit=${limit}`,
      getHeader: (name: string) => headers[name] ?? '',
      forEach: (each: (name: string, value: string) => void) => each('x-api-key', key),
    }
    return serveCachedResponse(http, {} as SocketResponse, request as unknown as SocketRequest, 0)
  }
  for (let limit = 1; limit <= 20; limit++) assert.equal(ask('mg_invented', limit), false)
  assert.equal(http.spellings.size, 0)
  assert.equal(ask(TEST_KEY, 1), false)
  assert.equal(http.spellings.size, 1)
})
