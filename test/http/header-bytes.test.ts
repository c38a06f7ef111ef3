import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import Type from 'typebox'
import { ok } from '../../src/contract/outcome.ts'
import type { HttpTuning } from '../../src/http/ports.ts'
import { probeParser } from '../../src/http/probe-parser.ts'
import { defineRoute } from '../../src/routes/define-route.ts'
import { defineIdentifiedRoute } from '../../src/routes/identified-route.ts'
import { UWS_PATCHES } from '../../src/runtime/uws-patch.ts'
import { anyBody } from '../support/any-body.ts'
import { exchangeRaw, parseReplies, startTestServer, TEST_KEY } from '../support/http-test-server.ts'
import { pricesRoute } from '../support/test-routes.ts'

/** Header values byte by byte: what stands at their ends is part of them, and what is left empty is not absent. */

const PLATFORM = `${process.platform}_${process.arch}_${process.versions.modules}`
const isUnpatched = UWS_PATCHES[PLATFORM] === undefined ? `no patch for ${PLATFORM}` : false

const Text = Type.Object({ user_ref: Type.String(), idempotency_key: Type.String(), body: Type.Unknown() })
const echoRoute = defineIdentifiedRoute({
  method: 'POST',
  path: '/v1/echo',
  auth: 'bearer',
  needs: [],
  cache: 'none',
  readsCaller: true,
  identity: ['user_ref', 'idempotency_key'],
  summary: 'What was read.',
  body: anyBody(),
  reply: Text,
  handle: async (_ctx, { body }, { userRef, idempotencyKey }) =>
    ok({ user_ref: userRef, idempotency_key: idempotencyKey, body: body ?? null }),
})
const readRoute = defineIdentifiedRoute({
  method: 'GET',
  path: '/v1/echo',
  auth: 'bearer',
  needs: [],
  cache: 'none',
  readsCaller: true,
  identity: ['user_ref'],
  summary: 'Whose wallet.',
  reply: Type.Object({ user_ref: Type.String() }),
  handle: async (_ctx, _input, { userRef }) => ok({ user_ref: userRef }),
})
const sessionRoute = defineRoute({
  method: 'GET',
  path: '/api/session-or-not',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: 'A route that a session changes.',
  headers: { 'x-session-token': 'The session.' },
  reply: Type.Object({ session: Type.String() }),
  handle: async (_ctx, { request }) => ok({ session: request.headers['x-session-token'] ?? '' }),
})
const ticketRoute = defineRoute({
  method: 'GET',
  path: '/api/v2/stream/echo',
  auth: 'apiKeyOrTicket',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'A key or a ticket.',
  reply: Type.Object({ kind: Type.String() }),
  handle: async (_ctx, { caller }) => ok({ kind: caller.kind }),
})
const ROUTES = [echoRoute, readRoute, sessionRoute, ticketRoute, pricesRoute]

type Answer = { readonly status: number; readonly json: Readonly<Record<string, unknown>> }
type Asker = (lines: readonly string[], options?: { line?: string; body?: string }) => Promise<Answer>

/** Header lines are written as latin1: one character, one byte. */
async function open(t: Parameters<typeof startTestServer>[0], tuning: Partial<HttpTuning> = {}): Promise<Asker> {
  const { port } = await startTestServer(t, ROUTES, { tuning })
  return async (lines, { line = 'POST /v1/echo', body = '' } = {}) => {
    const bytes = Buffer.from(body)
    const length = body === '' ? [] : [`Content-Length: ${bytes.length}`]
    const head = [`${line} HTTP/1.1`, 'Host: a', ...lines, ...length, 'Connection: close', '', ''].join('\r\n')
    const heard = await exchangeRaw(port, [Buffer.concat([Buffer.from(head, 'latin1'), bytes])])
    const reply = parseReplies(heard)[0]!
    return { status: reply.status, json: reply.json }
  }
}

const BEARER = `Authorization: Bearer ${TEST_KEY}`
const utf8 = (text: string): string => Buffer.from(text).toString('latin1')
const ENDS = ['\x80', '\xff', '\xe9', utf8('é'), utf8('😀'), utf8('\u00a0')]

test('bytes from 0x80 up at the ends of a user ref are not lost: 400, no other wallet', {
  skip: isUnpatched,
}, async (t) => {
  const ask = await open(t)
  for (const end of ENDS)
    for (const value of [`alice${end}`, `${end}alice`, `${end}alice${end}`, end, `al${end}ice`]) {
      const { status, json } = await ask([BEARER, `X-User-Ref: ${value}`])
      assert.deepEqual([status, json['error']], [400, 'invalid X-User-Ref'], JSON.stringify(value))
    }
  const { json } = await ask([BEARER, 'X-User-Ref: \t alice \t'])
  assert.equal(json['user_ref'], 'alice', 'white space around a value is no part of it')
})

test('an idempotency key beyond ASCII is 400, not another key and not none', { skip: isUnpatched }, async (t) => {
  const ask = await open(t)
  for (const value of [utf8('注文'), utf8('заказ-7'), ...ENDS, ...ENDS.map((end) => `k-1${end}`)]) {
    const { status, json } = await ask([BEARER, `Idempotency-Key: ${value}`])
    assert.equal(status, 400, JSON.stringify(value))
    assert.equal(json['error'], 'Idempotency-Key: expected 1 to 255 visible ASCII characters')
  }
})

test('a key with bytes beyond ASCII around it is another key: 401', { skip: isUnpatched }, async (t) => {
  const ask = await open(t)
  for (const end of ENDS) {
    assert.equal((await ask([`Authorization: Bearer ${TEST_KEY}${end}`])).status, 401)
    assert.equal((await ask([`Authorization: ${end}Bearer ${TEST_KEY}`])).status, 401)
    const lines = (key: string) => ask([`X-API-Key: ${key}`], { line: 'GET /api/v2/stream/echo' })
    assert.equal((await lines(`${TEST_KEY}${end}`)).status, 401)
    assert.equal((await lines(`${end}${TEST_KEY}`)).status, 401)
  }
})

test('a header that is there and empty is refused, and so is one that is given twice', async (t) => {
  const ask = await open(t, { headerBytes: 'whole' })
  for (const blank of ['', ' ', '\t \t']) {
    for (const name of ['X-User-Ref', 'x-user-ref', 'Idempotency-Key', 'IDEMPOTENCY-KEY']) {
      const { status, json } = await ask([BEARER, `${name}:${blank}`])
      assert.equal(status, 400)
      assert.match(String(json['error']), /^(X-User-Ref|Idempotency-Key): empty/)
      assert.deepEqual([json['stage'], json['retry_safe']], ['validate', true])
    }
    assert.equal((await ask([`Authorization:${blank}`])).status, 401)
    assert.equal((await ask([`X-API-Key:${blank}`], { line: 'GET /api/v2/stream/echo' })).status, 401)
    const session = await ask([`X-Session-Token:${blank}`], { line: 'GET /api/session-or-not' })
    assert.equal(session.status, 401, 'not taken for a request without a session')
  }
  for (const second of ['alice', 'bob', '']) {
    const { status, json } = await ask([BEARER, 'X-User-Ref: alice', `X-User-Ref: ${second}`])
    assert.deepEqual([status, json['error']], [400, 'X-User-Ref: given 2 times'])
  }
  assert.equal((await ask([BEARER])).status, 200, 'none at all is the default wallet')
  assert.equal((await ask([], { line: 'GET /api/session-or-not' })).status, 200)
})

test('an empty key is no reason to take the ticket instead', async (t) => {
  const ask = await open(t, { headerBytes: 'whole' })
  const line = 'GET /api/v2/stream/echo?ticket=st_nobody'
  assert.equal((await ask([], { line })).json['error'], 'invalid ticket')
  assert.equal((await ask(['X-API-Key: '], { line })).json['error'], 'missing API key or ticket')
})

test('framing headers with bytes beyond ASCII end the connection and are never read as without them', {
  skip: isUnpatched,
}, async (t) => {
  const { port } = await startTestServer(t, ROUTES)
  const smuggled = 'GET /health HTTP/1.1\r\nHost: a\r\nX-Request-Id: smuggled\r\n\r\n'
  const body = JSON.stringify({ mint: 'x' })
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const framings = ENDS.flatMap((end) => [
    [`Transfer-Encoding: ${end}chunked${end}`, chunks],
    [`Transfer-Encoding: chunked${end}`, chunks],
    [`Transfer-Encoding: ${end}chunked`, chunks],
    [`Content-Length: ${body.length}${end}`, body],
    [`Content-Length: ${end}${body.length}`, body],
    ['Transfer-Encoding: chunked', `${body.length.toString(16)}${end}\r\n${body}\r\n0\r\n\r\n`],
    ['Transfer-Encoding: chunked', `${end}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
  ])
  framings.push([`Transfer-Encoding: ${utf8('chun\u212aed')}`, chunks])
  for (const [line, payload] of framings) {
    for (const target of ['POST /v1/echo', 'GET /v1/echo', 'GET /api/session-or-not']) {
      const head = `${target} HTTP/1.1\r\nHost: a\r\n${BEARER}\r\n${line}\r\n\r\n`
      const heard = await exchangeRaw(port, [Buffer.from(`${head}${payload}${smuggled}`, 'latin1')])
      const text = heard.toString('latin1')
      assert.doesNotMatch(text, /^HTTP\/1\.1 200|smuggled/m, `${JSON.stringify(line)}: ${text.slice(0, 60)}`)
      assert.match(text, /^(HTTP\/1\.1 4\d\d |$)/, JSON.stringify(line))
    }
  }
})

test('a header line without a name is 400 and hides nothing below it', { skip: isUnpatched }, async (t) => {
  const { port } = await startTestServer(t, ROUTES)
  const smuggled = 'GET /health HTTP/1.1\r\nHost: a\r\nX-Request-Id: smuggled\r\n\r\n'
  const first = ['GET /v1/echo HTTP/1.1', 'POST /v1/echo HTTP/1.1']
  const below = ['X-User-Ref: alice', `Content-Length: ${smuggled.length}`, 'Transfer-Encoding: chunked']
  for (const nameless of [':', ': x', ':x', ':\t', ':::', ': a: b']) {
    for (const line of [...first, ...below]) {
      const heads = first.includes(line)
        ? [`${line}\r\n${nameless}\r\nHost: a\r\n${BEARER}\r\n\r\n`]
        : first.map((start) => `${start}\r\nHost: a\r\n${BEARER}\r\n${nameless}\r\n${line}\r\n\r\n`)
      for (const head of heads) {
        const text = (await exchangeRaw(port, [Buffer.from(head + smuggled)])).toString('latin1')
        assert.match(text, /^HTTP\/1\.1 400 /, JSON.stringify(head))
        assert.doesNotMatch(text, /^HTTP\/1\.1 2|smuggled/m, JSON.stringify(head))
        const cut = head.indexOf('\r\n:') + 3
        const pieces = [head.slice(0, cut - 1), head.slice(cut - 1, cut), head.slice(cut) + smuggled]
        const inPieces = await exchangeRaw(
          port,
          pieces.map((piece) => Buffer.from(piece)),
        )
        assert.match(inPieces.toString('latin1'), /^(HTTP\/1\.1 400 |$)/, `${JSON.stringify(head)} in pieces`)
        assert.doesNotMatch(inPieces.toString('latin1'), /^HTTP\/1\.1 2|smuggled/m)
      }
    }
  }
})

test('the probe sees the parser of this process as it is', { skip: isUnpatched }, async () => {
  assert.deepEqual(await probeParser(), { headerBytes: 'whole', lost: [] })
})

test('the probe sees the fault in a library that was not patched', { skip: isUnpatched }, () => {
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const source = `const { UWS_PATCHES } = await import(${url('../../src/runtime/uws-patch.ts')})
  delete UWS_PATCHES[${JSON.stringify(PLATFORM)}]
  const { probeParser } = await import(${url('../../src/http/probe-parser.ts')})
  process.stdout.write(JSON.stringify(await probeParser()))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' })
  assert.deepEqual(JSON.parse(stdout), {
    headerBytes: 'trimmed',
    lost: ['x-user-ref', 'idempotency-key', 'authorization', 'x-api-key', 'content-length', 'transfer-encoding'],
  })
})

test('over a parser that loses bytes both headers are refused and name what to use; body and query do', async (t) => {
  const ask = await open(t, { headerBytes: 'trimmed' })
  const user = await ask([BEARER, 'X-User-Ref: alice'])
  assert.equal(user.status, 400)
  assert.match(String(user.json['error']), /^X-User-Ref: .* send user_ref in the body or query$/)
  const key = await ask([BEARER, 'Idempotency-Key: k'])
  assert.match(String(key.json['error']), /^Idempotency-Key: .* send idempotency_key in the body or query$/)
  const body = JSON.stringify({ user_ref: 'alice', idempotency_key: 'k' })
  const { status, json } = await ask([BEARER], { body })
  assert.deepEqual([status, json['user_ref'], json['idempotency_key']], [200, 'alice', 'k'])
})

test('over a parser that loses bytes a request with a length is the last of its connection', async (t) => {
  const { port } = await startTestServer(t, ROUTES, { tuning: { headerBytes: 'trimmed' } })
  const request = `POST /v1/echo HTTP/1.1\r\nHost: a\r\n${BEARER}\r\nContent-Length: 2\r\n\r\n{}`
  const heard = (await exchangeRaw(port, [request])).toString('latin1')
  assert.match(heard, /^HTTP\/1\.1 200/)
  assert.match(heard, /\r\nConnection: close\r\n/)
})

test('user_ref and idempotency_key are taken in the body and in the query, alone or together, and the rule never sees them', async (t) => {
  const ask = await open(t, { headerBytes: 'whole' })
  const both = { user_ref: 'alice', idempotency_key: 'order-7' }
  const inBody = { body: JSON.stringify({ mint: 'm', ...both }) }
  const query = '?user_ref=alice&idempotency_key=order-7'
  const expected = { success: true, ...both, body: { mint: 'm' } }
  assert.deepEqual((await ask([BEARER], inBody)).json, expected)
  const inQuery = { line: `POST /v1/echo${query}`, body: JSON.stringify({ mint: 'm' }) }
  assert.deepEqual((await ask([BEARER], inQuery)).json, expected)
  const everywhere = { line: `POST /v1/echo${query}`, ...inBody }
  const lines = [BEARER, 'X-User-Ref: alice', 'Idempotency-Key: order-7']
  assert.deepEqual((await ask(lines, everywhere)).json, expected)
  assert.equal((await ask([BEARER], { line: 'GET /v1/echo?user_ref=alice' })).json['user_ref'], 'alice')
  assert.equal((await ask([BEARER], { line: 'GET /v1/echo?user_ref=a%2Bb' })).json['user_ref'], 'a+b')
  const absent = { body: JSON.stringify({ user_ref: null, idempotency_key: null }) }
  assert.deepEqual((await ask([BEARER], absent)).json, { success: true, user_ref: '', idempotency_key: '', body: {} })
})

test('header, query and body that differ are refused, and so is what is no name', async (t) => {
  const ask = await open(t, { headerBytes: 'whole' })
  const bodies = (members: object) => ({ body: JSON.stringify(members) })
  const differing: [string[], { line?: string; body?: string }][] = [
    [['X-User-Ref: alice'], bodies({ user_ref: 'bob' })],
    [['X-User-Ref: alice'], { line: 'POST /v1/echo?user_ref=bob' }],
    [[], { line: 'POST /v1/echo?user_ref=bob', ...bodies({ user_ref: 'alice' }) }],
    [['X-User-Ref: alice'], { line: 'GET /v1/echo?user_ref=Alice' }],
    [['Idempotency-Key: a'], bodies({ idempotency_key: 'b' })],
    [['X-User-Ref: default'], bodies({ user_ref: 'alice' })],
  ]
  for (const [lines, options] of differing) {
    const { status, json } = await ask([BEARER, ...lines], options)
    assert.equal(status, 400)
    assert.match(String(json['error']), /: given twice and not the same/)
    assert.equal(json['retry_safe'], true)
  }
  for (const value of ['', ' ', 'a b', 'é', '李雷', 'x'.repeat(65), 7, true, [], {}, ['alice']]) {
    const { status, json } = await ask([BEARER], bodies({ user_ref: value }))
    assert.deepEqual([status, String(json['error']).slice(0, 19)], [400, 'user_ref: expected '], JSON.stringify(value))
  }
  for (const value of ['', 'a b', '注文', 'x'.repeat(256), 7])
    assert.equal((await ask([BEARER], bodies({ idempotency_key: value }))).status, 400, JSON.stringify(value))
  for (const query of [
    'user_ref=',
    'user_ref',
    'user_ref=%ff',
    'user_ref=a+b',
    `idempotency_key=${encodeURIComponent('注文')}`,
  ])
    assert.equal((await ask([BEARER], { line: `POST /v1/echo?${query}` })).status, 400, query)
})
