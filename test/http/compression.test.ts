import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import Type from 'typebox'
import { CONTENT_CODING } from '../../src/config/content-coding.ts'
import { fail, ok } from '../../src/contract/outcome.ts'
import { createCompressor } from '../../src/http/compressor.ts'
import { CODINGS, type Coding, codedTag, createCodingChoice } from '../../src/http/content-coding.ts'
import type { HttpTuning } from '../../src/http/ports.ts'
import { defineRoute, type Route } from '../../src/routes/define-route.ts'
import {
  exchangeRaw,
  type HttpTestServer,
  requestText,
  startTestServer,
  TEST_KEY,
} from '../support/http-test-server.ts'
import { intelRoute, MINT } from '../support/test-routes.ts'

const OPEN = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }
const LONG = `/api/v2/tokens/${MINT}/long`
const LONG_PATH = `${LONG}?limit=100`
const Rows = Type.Object({ rows: Type.Array(Type.String()), calls: Type.Integer() }, { additionalProperties: false })

/** Answers with as many rows as its query asks for. */
function longRoute(overrides: Partial<Route> = {}): Route {
  let calls = 0
  const route = intelRoute(undefined, {
    path: '/api/v2/tokens/{mint}/long',
    cache: 'launchFacts',
    reply: Rows,
    handle: async (_ctx, { query }) => {
      const rows = Array.from({ length: (query as { limit: number }).limit }, (_, i) => `row ${i} of this list`)
      return ok({ rows, calls: ++calls })
    },
    ...overrides,
  })
  return route
}

type Raw = { status: number; headers: Map<string, string>; body: Buffer }

async function ask(
  { port }: { port: number },
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Raw> {
  const bytes = await exchangeRaw(port, [requestText({ method, path, headers })])
  const headEnd = bytes.indexOf('\r\n\r\n')
  const [first, ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)]
  })
  assert.equal(new Set(pairs.map(([name]) => name)).size, pairs.length, 'no header twice')
  return { status: Number(first!.split(' ')[1]), headers: new Map(pairs), body: bytes.subarray(headEnd + 4) }
}

const accept = (coding: string): Record<string, string> => ({ 'Accept-Encoding': coding })

/** Short way, pipeline, and a memory that holds nothing, so that each body comes from disk. */
const WAYS: readonly (readonly [string, string, Partial<HttpTuning>])[] = [
  ['short way', 'info', {}],
  ['pipeline', 'debug', {}],
  ['disk', 'info', { cacheBytes: 0 }],
]

for (const [way, logLevel, tuning] of WAYS) {
  test(`a kept body comes in each coding, made once, with a tag of its own (${way})`, async (t) => {
    const server = await startTestServer(t, [longRoute()], { logLevel, tuning })
    const plain = await ask(server, LONG_PATH)
    assert.equal(plain.headers.get('content-encoding'), undefined)
    assert.equal(plain.headers.get('vary'), 'X-API-Key, Accept-Encoding')
    const tags = new Set([plain.headers.get('etag')])
    for (const coding of CODINGS) {
      const first = await ask(server, LONG_PATH, accept(coding))
      const second = await ask(server, LONG_PATH, accept(`identity;q=0.1, ${coding}`))
      for (const coded of [first, second]) {
        assert.equal(coded.status, 200)
        assert.equal(coded.headers.get('content-encoding'), coding)
        assert.equal(Number(coded.headers.get('content-length')), coded.body.byteLength)
        assert.ok(coded.body.byteLength < plain.body.byteLength / 2, 'it has shrunk')
        assert.equal(OPEN[coding](coded.body).toString(), plain.body.toString())
        assert.equal(coded.headers.get('content-type'), plain.headers.get('content-type'))
        assert.equal(coded.headers.get('vary'), plain.headers.get('vary'))
      }
      assert.deepEqual(second.body, first.body, 'the same bytes again')
      const etag = first.headers.get('etag')!
      assert.equal(etag, codedTag(plain.headers.get('etag')!, coding))
      tags.add(etag)
      const same = await ask(server, LONG_PATH, { ...accept(coding), 'If-None-Match': etag })
      assert.deepEqual([same.status, same.headers.get('etag'), same.body.byteLength], [304, etag, 0])
      assert.equal(same.headers.get('content-encoding'), undefined)
      const other = await ask(server, LONG_PATH, { 'If-None-Match': etag })
      assert.equal(other.status, 200, 'the tag of a coding names no plain body')
      const head = await ask(server, LONG_PATH, accept(coding), 'HEAD')
      assert.deepEqual(
        [head.headers.get('content-length'), head.headers.get('etag'), head.body.byteLength],
        [String(first.body.byteLength), etag, 0],
      )
    }
    assert.equal(tags.size, 1 + CODINGS.length)
    assert.equal((await ask(server, LONG_PATH, accept('identity, *;q=0'))).headers.get('content-encoding'), undefined)
    assert.equal(JSON.parse(plain.body.toString()).calls, 1, 'one load for all of them')
  })
}

test('a body is compressed once, however many clients ask at the same moment', async (t) => {
  const server = await startTestServer(t, [longRoute()])
  const asked = Array.from({ length: 20 }, () => ask(server, LONG_PATH, accept('gzip, br')))
  const bodies = (await Promise.all(asked)).map(({ headers, body }) => [headers.get('content-encoding'), body])
  for (const one of bodies) assert.deepEqual(one, bodies[0])
  assert.equal(bodies[0]![0], 'br')
  for (let i = 0; i < 5; i++) await ask(server, LONG_PATH, accept('gzip, br'))
  assert.match(await metricsOf(server), /mintglass_http_compressions_total\{coding="br"\} 1\n/)
})

async function metricsOf({ ctx }: HttpTestServer): Promise<string> {
  return ctx.metrics.expose()
}

test('short bodies and failures leave as they are', async (t) => {
  const failing = longRoute({
    path: '/api/v2/tokens/{mint}/failing',
    handle: async () => fail('upstream_failed', 'no '.repeat(1_000)),
  })
  const server = await startTestServer(t, [longRoute(), failing])
  const short = await ask(server, `${LONG}?limit=3`, accept('gzip'))
  assert.ok(short.body.byteLength < CONTENT_CODING.fromBytes)
  assert.equal(short.headers.get('content-encoding'), undefined)
  assert.equal(short.headers.get('vary'), 'X-API-Key, Accept-Encoding', 'what it is may differ next time')
  const failed = await ask(server, `/api/v2/tokens/${MINT}/failing`, accept('gzip'))
  assert.equal(failed.status, 502)
  assert.equal(failed.headers.get('content-encoding'), undefined)
})

test('an answer that is not kept is compressed for who takes it', async (t) => {
  const route = longRoute({ cache: 'none', path: '/api/v2/tokens/{mint}/fresh' })
  const server = await startTestServer(t, [route])
  const path = `/api/v2/tokens/${MINT}/fresh?limit=100`
  const plain = await ask(server, path)
  assert.equal(plain.headers.get('content-encoding'), undefined)
  for (const coding of CODINGS) {
    const coded = await ask(server, path, accept(coding))
    assert.equal(coded.headers.get('content-encoding'), coding)
    const { rows } = JSON.parse(OPEN[coding](coded.body).toString()) as { rows: string[] }
    assert.equal(rows.length, 100)
    assert.equal(coded.headers.get('etag'), undefined)
  }
  // A client of the platform, which opens what it asked for.
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { 'X-API-Key': TEST_KEY } })
  assert.notEqual(response.headers.get('content-encoding'), null)
  assert.equal(((await response.json()) as { rows: string[] }).rows.length, 100)
})

test('relayed answers and streams stay as they came', async (t) => {
  const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(5_000) }))
  const relay = defineRoute({
    method: 'POST',
    path: '/api/v2/relay',
    auth: 'apiKey',
    needs: [],
    cache: 'none',
    summary: 'Relays.',
    reply: 'relay',
    handle: async () => ok({ status: 200, contentType: 'application/json', body }),
  })
  const server = await startTestServer(t, [relay])
  const got = await ask(server, '/api/v2/relay', accept('gzip'), 'POST')
  assert.equal(got.headers.get('content-encoding'), undefined)
  assert.equal(got.headers.get('vary'), 'X-API-Key')
  assert.deepEqual(got.body, body)
})

test('the descriptions and their reader come compressed, an image does not', async (t) => {
  const server = await startTestServer(t, [longRoute()])
  for (const path of ['/api/v2/openapi.json', '/api/v2/asyncapi.json', '/docs/swagger-ui-bundle.js', '/docs/push']) {
    const plain = await ask(server, path)
    for (const coding of ['br', 'gzip'] as const) {
      const coded = await ask(server, path, accept(coding))
      assert.equal(coded.headers.get('content-encoding'), coding, path)
      assert.deepEqual(OPEN[coding](coded.body), plain.body, path)
      assert.deepEqual((await ask(server, path, accept(coding))).body, coded.body)
    }
  }
  const icon = await ask(server, '/docs/favicon-32x32.png', accept('br, gzip'))
  assert.equal(icon.headers.get('content-encoding'), undefined)
})

test('a compressor that is busy says so, and the body goes as it is', async () => {
  const compressor = createCompressor()
  const body = Buffer.alloc(100_000, 'some text ')
  const running = Array.from({ length: CONTENT_CODING.atOnce }, (_, i) => compressor.compress(body, 'gzip', `${i}`))
  assert.equal(compressor.compress(body, 'gzip', 'one more'), null)
  assert.equal(compressor.compress(body, 'gzip', '0'), running[0], 'the same body waits for the same work')
  for (const coded of await Promise.all(running)) assert.deepEqual(gunzipSync(coded!), body)
  assert.notEqual(compressor.compress(body, 'gzip', 'one more'), null)
  assert.equal(compressor.counts.gzip, CONTENT_CODING.atOnce + 1)
})

test('what Accept-Encoding means is remembered for as many texts as are usual', () => {
  const choose = createCodingChoice()
  const rows: readonly (readonly [string, Coding | null])[] = [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['deflate', null],
    [`gzip, ${'x'.repeat(10_000)}`, 'gzip'],
    ['gzip;q=nonsense', null],
    ['', null],
  ]
  for (let round = 0; round < 2; round++) for (const [text, coding] of rows) assert.equal(choose(text), coding, text)
})
