import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import Type from 'typebox'
import { Agent } from 'undici'
import { UPSTREAM_TUNING } from '../../src/config/upstream-limits.ts'
import { type RequestScope, runInScope } from '../../src/runtime/request-scope.ts'
import { type LocalServer, type Seen, sendJson, startLocalServer } from '../support/local-server.ts'
import { pushedClock, testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function serve(answer: (request: Seen, response: ServerResponse) => void): Promise<LocalServer> {
  const server = await startLocalServer(answer)
  servers.push(server)
  return server
}

const schema = Type.Object({ value: Type.Number() })
const call = { schema, timeoutMs: 5_000 }
const post = { ...call, json: { ask: 1 } }
const { maxAttempts } = UPSTREAM_TUNING

/** Answers with these statuses one after the other, then with 200 for good. */
const statuses =
  (...list: number[]) =>
  (_: Seen, response: ServerResponse) =>
    sendJson(response, { value: 1 }, list.shift() ?? 200)

test('a reply of the right shape is the value, and the key travels in its header', async () => {
  const server = await serve((_, response) => sendJson(response, { value: 7, more: 'is allowed' }))
  const { client } = testClient(server.url, { apiKey: 'k1', keyHeader: 'authorization', keyPrefix: 'Bearer ' })
  assert.deepEqual(await client.getJson({ ...call, path: '/a', query: { q: 'b c', none: undefined } }), {
    ok: true,
    value: { value: 7, more: 'is allowed' },
  })
  assert.equal(server.seen[0]!.url, '/a?q=b+c')
  assert.equal(server.seen[0]!.headers['authorization'], 'Bearer k1')
})

test('path, query and credentials of the base address are kept', async () => {
  const server = await serve((_, response) => sendJson(response, { value: 7 }))
  const address = server.url.replace('http://', 'http://user:p%40ss@')
  const { client } = testClient(`${address}/v1/secret/?api-key=abc`)
  assert.equal((await client.getJson({ ...call, path: '/x', query: { q: 1 } })).ok, true)
  assert.equal((await client.postJson({ ...post, idempotent: true })).ok, true)
  assert.deepEqual(
    server.seen.map(({ url }) => url),
    ['/v1/secret/x?api-key=abc&q=1', '/v1/secret?api-key=abc'],
  )
  assert.equal(server.seen[0]!.headers['authorization'], `Basic ${Buffer.from('user:p@ss').toString('base64')}`)
})

test('a server that never answers costs the deadline and no more', async () => {
  const server = await serve(() => {})
  const { client } = testClient(server.url)
  const outcome = await client.getJson({ ...call, timeoutMs: 40 })
  assert.equal(outcome.ok ? '' : outcome.code, 'upstream_timeout')
  assert.equal(server.seen.length, 1)
})

test('a body that stalls costs the deadline too', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"value":')
  })
  const { client } = testClient(server.url)
  const outcome = await client.getJson({ ...call, timeoutMs: 60 })
  assert.equal(outcome.ok ? '' : outcome.code, 'upstream_timeout')
})

test('5xx and 429 are asked again, at most the bound', async () => {
  for (const status of [500, 502, 503, 504, 429]) {
    const healing = await serve(statuses(status, status))
    assert.equal((await testClient(healing.url).client.getJson(call)).ok, true)
    assert.equal(healing.seen.length, 3)
    const ill = await serve(statuses(status, status, status, status, status))
    const outcome = await testClient(ill.url).client.getJson(call)
    assert.equal(outcome.ok ? '' : outcome.code, status === 429 ? 'upstream_rate_limited' : 'upstream_failed')
    assert.equal(ill.seen.length, maxAttempts)
  }
})

test('4xx is final', async () => {
  for (const status of [400, 401, 403, 404, 410, 413]) {
    const server = await serve(statuses(status))
    const outcome = await testClient(server.url).client.getJson(call)
    assert.deepEqual(outcome, { ok: false, code: 'upstream_refused', message: `testProvider answered ${status}` })
    assert.equal(server.seen.length, 1)
  }
})

test('a POST that is not idempotent is sent once, an idempotent one is repeated', async () => {
  const once = await serve(statuses(503))
  assert.equal((await testClient(once.url).client.postJson({ ...post, idempotent: false })).ok, false)
  assert.equal(once.seen.length, 1)
  const again = await serve(statuses(503))
  assert.equal((await testClient(again.url).client.postJson({ ...post, idempotent: true })).ok, true)
  assert.deepEqual(
    again.seen.map(({ body }) => body),
    ['{"ask":1}', '{"ask":1}'],
  )
})

test('a connection that breaks before or amid the answer is tried again', async () => {
  let requests = 0
  const server = await serve((_, response) => {
    requests += 1
    if (requests === 1) response.destroy()
    else if (requests === 2) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"value":')
      setImmediate(() => response.destroy())
    } else sendJson(response, { value: 1 })
  })
  assert.equal((await testClient(server.url).client.getJson(call)).ok, true)
  assert.equal(requests, 3)
})

test('Retry-After that fits the deadline is waited for', async () => {
  let requests = 0
  const server = await serve((_, response) => {
    requests += 1
    sendJson(response, { value: 1 }, requests === 1 ? 429 : 200, { 'retry-after': '0' })
  })
  assert.equal((await testClient(server.url).client.getJson(call)).ok, true)
})

test('Retry-After beyond the deadline fails at once, and nothing is sent for half a minute, however long it says', async () => {
  const server = await serve((_, response) => sendJson(response, {}, 429, { 'retry-after': '60' }))
  const clock = pushedClock()
  const { client } = testClient(server.url, { clock })
  const first = await client.getJson(call)
  assert.deepEqual(first, {
    ok: false,
    code: 'upstream_rate_limited',
    message: 'testProvider answered 429',
    retryAfterSec: 30,
  })
  const second = await client.getJson(call)
  assert.equal(second.ok ? '' : second.code, 'upstream_rate_limited')
  assert.equal(server.seen.length, 1)
  assert.equal((await client.getJson({ ...call, rateClass: 'other' })).ok, false)
  assert.equal(server.seen.length, 2, 'another rate class is not held back')
  clock.push(30_001)
  await client.getJson(call)
  assert.equal(server.seen.length, 3)
})

test('a published rate holds calls back before the provider has to', async () => {
  const server = await serve((_, response) => sendJson(response, { value: 1 }))
  const clock = pushedClock()
  const { client } = testClient(server.url, { clock, perMinute: { default: 5 } })
  const asScope = () => runInScope(scope(), () => client.getJson(call))
  for (let i = 0; i < 4; i++) assert.equal((await client.getJson(call)).ok, true)
  const background = await client.getJson(call)
  assert.equal(background.ok ? '' : background.code, 'upstream_rate_limited', 'the reserve is for requests')
  assert.equal((await asScope()).ok, true)
  const over = await asScope()
  assert.equal(over.ok ? '' : over.code, 'upstream_rate_limited')
  assert.equal(server.seen.length, 5)
  clock.push(60_001)
  assert.equal((await asScope()).ok, true)
})

test('one free key cannot spend the whole rate of a provider, nor fill the queue for it', async () => {
  const server = await serve((_, response) => sendJson(response, { value: 1 }))
  const { client } = testClient(server.url, { clock: pushedClock(), perMinute: { default: 10 }, maxQueue: 8 })
  const as = (party: string, isFree: boolean, timeoutMs = call.timeoutMs) =>
    runInScope({ ...scope(), party, isFree }, () => client.getJson({ ...call, timeoutMs }))
  const done = async (count: number, party: string, isFree: boolean) => {
    const outcomes = await Promise.all(Array.from({ length: count }, () => as(party, isFree)))
    return outcomes.filter(({ ok }) => ok).length
  }
  assert.deepEqual([await done(10, 'key:1', true), await done(10, 'key:2', true)], [5, 3])
  // Those who can wait for their share do not keep the queue from others.
  const leaving = new AbortController()
  const patient = Array.from({ length: 8 }, () =>
    runInScope({ ...scope(), party: 'key:1', isFree: true }, () =>
      client.getJson({ ...call, timeoutMs: 90_000, signal: leaving.signal }),
    ),
  )
  const codes = (await Promise.all(patient.slice(4))).map((outcome) => (outcome.ok ? 'ok' : outcome.code))
  assert.deepEqual(codes, Array(4).fill('too_busy'))
  assert.deepEqual([await done(5, 'key:3', false), server.seen.length], [2, 10])
  leaving.abort()
  for (const outcome of await Promise.all(patient)) assert.equal(outcome.ok, false)
})

test('each place in the quota of a node is ended, however the call ends', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/ok') sendJson(response, { value: 1 })
    else if (request.url === '/bad') sendJson(response, {}, 500)
  })
  const ends: boolean[] = []
  let taken = 0
  const take = () => {
    taken += 1
    return { end: (isSent: boolean) => void ends.push(isSent) }
  }
  const { client } = testClient(server.url, { quota: { take, waitMs: () => 0 }, maxConnections: 1, maxQueue: 1 })
  await client.getJson({ ...call, path: '/ok' })
  const stalled = { ...call, path: '/stalls', timeoutMs: 60 }
  // One is sent, one waits for its place until its time is over, and there is no room for the third.
  await Promise.all([client.getJson(stalled), client.getJson({ ...stalled, timeoutMs: 30 }), client.getJson(stalled)])
  assert.deepEqual(ends, [true, false, false, true])
  for (let i = 0; i < 20; i++) await client.getJson({ ...call, path: '/bad' })
  const outcome = await client.getJson({ ...call, path: '/ok' })
  assert.match(outcome.ok ? '' : outcome.message, /is resting/)
  assert.equal(ends.at(-1), false)
  assert.equal(ends.length, taken)
})

test('the breaker opens after repeated failures, lets one probe through and closes on its success', async () => {
  let healthy = false
  const server = await serve((_, response) => sendJson(response, { value: 1 }, healthy ? 200 : 500))
  const clock = pushedClock()
  const { client } = testClient(server.url, { clock })
  const { breakerFailures, breakerRestMs } = UPSTREAM_TUNING
  while (server.seen.length < breakerFailures) await client.getJson(call)
  const sent = server.seen.length
  const resting = await client.getJson(call)
  assert.match(resting.ok ? '' : resting.message, /resting/)
  assert.equal(server.seen.length, sent, 'an open breaker sends nothing')

  clock.push(breakerRestMs + 1)
  await client.getJson(call)
  assert.equal(server.seen.length, sent + 1, 'one probe, whose failure opens it again')
  clock.push(breakerRestMs + 1)
  await client.getJson(call)
  assert.equal(server.seen.length, sent + 1, 'the rest has doubled')

  healthy = true
  clock.push(2 * breakerRestMs)
  assert.equal((await client.getJson(call)).ok, true)
  assert.equal((await client.getJson(call)).ok, true)
})

test('4xx answers leave the breaker closed', async () => {
  const server = await serve((_, response) => sendJson(response, {}, 404))
  const { client } = testClient(server.url)
  for (let i = 0; i < UPSTREAM_TUNING.breakerFailures * 2; i++) await client.getJson(call)
  assert.equal(server.seen.length, UPSTREAM_TUNING.breakerFailures * 2)
})

test('an error page that cannot be read counts as the failure it is', async () => {
  const server = await serve((_, response) => {
    response.writeHead(500, { 'content-type': 'application/json', 'content-encoding': 'unknown' }).end('x')
  })
  const { client } = testClient(server.url)
  const reader = () => ({ push() {}, end: () => null })
  for (let i = 0; i < UPSTREAM_TUNING.breakerFailures; i++)
    await client.postStream({ timeoutMs: 5_000, json: {}, idempotent: false, reader })
  assert.match(JSON.stringify(await client.getJson(call)), /resting/)
})

test('failed answers to relayed calls leave the breaker closed: their callers may have asked for them', async () => {
  const server = await serve((_, response) => sendJson(response, { value: 1 }, 503))
  const { client } = testClient(server.url)
  const relayed = {
    body: Buffer.from('{}'),
    contentType: 'application/json',
    idempotent: true,
    timeoutMs: 5_000,
    maxBytes: 1_000,
  }
  for (let i = 0; i < UPSTREAM_TUNING.breakerFailures * 2; i++) {
    const outcome = await client.postRelay(relayed)
    assert.equal(outcome.ok && outcome.value.status, 503)
  }
  assert.equal(server.seen.length, UPSTREAM_TUNING.breakerFailures * 2)
})

test('calls beyond the queue are refused at once, those in it run in order', async () => {
  const held: ServerResponse[] = []
  const server = await serve((_, response) => void held.push(response))
  const { client } = testClient(server.url, { maxConnections: 1, maxQueue: 2 })
  const calls = ['/1', '/2', '/3', '/4'].map((path) => client.getJson({ ...call, path }))
  const refused = await calls[3]!
  assert.equal(refused.ok ? '' : refused.code, 'too_busy')
  for (let answered = 0; answered < 3; answered++) {
    while (held.length === 0) await new Promise(setImmediate)
    sendJson(held.shift()!, { value: answered })
  }
  assert.deepEqual(
    (await Promise.all(calls.slice(0, 3))).map((outcome) => outcome.ok),
    [true, true, true],
  )
  assert.deepEqual(
    server.seen.map(({ url }) => url),
    ['/1', '/2', '/3'],
  )
})

test('a reply past the size bound is dropped, also one that is small before it is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(70 * 1024 * 1024, 0x20))
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
  })
  const outcome = await testClient(server.url).client.getJson({ ...call, timeoutMs: 30_000 })
  assert.deepEqual(outcome, {
    ok: false,
    code: 'upstream_failed',
    message: 'testProvider sent more than 67108864 bytes',
  })
  assert.equal(server.seen.length, 1)
})

test('gzip and brotli are asked for and read; a broken or unknown encoding is a failure', async () => {
  const body = Buffer.from('{"value":3}')
  const encodings: [string, Buffer, boolean][] = [
    ['gzip', gzipSync(body), true],
    ['br', brotliCompressSync(body), true],
    ['gzip', gzipSync(body).subarray(0, 20), false],
    ['zstd', body, false],
  ]
  for (const [encoding, bytes, readable] of encodings) {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(bytes)
    })
    const outcome = await testClient(server.url).client.getJson(call)
    assert.equal(outcome.ok, readable, encoding)
    if (!outcome.ok) assert.equal(outcome.code, 'upstream_failed')
    assert.equal(server.seen[0]!.headers['accept-encoding'], 'gzip, br')
  }
})

test('a page, cut-off JSON and another shape are failures that do not repeat the body', async () => {
  const replies: [string, string, RegExp][] = [
    ['text/html', '<html>SECRETBODY</html>', /did not send valid JSON/],
    ['application/json', '{"value": 1, "SECRETBODY', /did not send valid JSON/],
    ['application/json', '', /did not send valid JSON/],
    ['application/json', '{"value":"SECRETBODY"}', /unexpected shape/],
    ['application/json', '[]', /unexpected shape/],
  ]
  for (const [contentType, body, message] of replies) {
    const server = await serve((_, response) => void response.writeHead(200, { 'content-type': contentType }).end(body))
    const { client, lines } = testClient(server.url)
    const outcome = await client.getJson(call)
    assert.equal(outcome.ok ? '' : outcome.code, 'upstream_failed')
    assert.match(outcome.ok ? '' : outcome.message, message)
    assert.doesNotMatch(lines.join() + JSON.stringify(outcome), /SECRETBODY/)
  }
})

test('JSON under another content type is read', async () => {
  const server = await serve((_, response) => void response.writeHead(200).end('{"value":5}'))
  assert.deepEqual(await testClient(server.url).client.getJson(call), { ok: true, value: { value: 5 } })
})

test('an error body of the right shape is the answer only where that was asked for', async () => {
  const server = await serve((_, response) => sendJson(response, { value: 9 }, 403))
  const { client } = testClient(server.url)
  assert.equal((await client.getJson(call)).ok, false)
  assert.deepEqual(await client.getJson({ ...call, anyStatus: true }), { ok: true, value: { value: 9 } })
})

test('the caller can leave, before and during the call', async () => {
  const server = await serve(() => {})
  const { client, lines } = testClient(server.url)
  const left = await client.getJson({ ...call, signal: AbortSignal.abort() })
  assert.equal(left.ok ? '' : left.code, 'cancelled')
  assert.equal(server.seen.length, 0)
  const leaving = new AbortController()
  const running = client.getJson({ ...call, signal: leaving.signal })
  while (server.seen.length === 0) await new Promise(setImmediate)
  leaving.abort()
  const outcome = await running
  assert.equal(outcome.ok ? '' : outcome.code, 'cancelled')
  assert.deepEqual(lines, [], 'nobody is told about callers who leave')
})

test('callers who leave do not open the breaker', async () => {
  const server = await serve(() => {})
  const { client } = testClient(server.url)
  for (let i = 0; i < UPSTREAM_TUNING.breakerFailures + 2; i++) {
    const leaving = new AbortController()
    const running = client.getJson({ ...call, signal: leaving.signal })
    while (server.seen.length === i) await new Promise(setImmediate)
    leaving.abort()
    await running
  }
  assert.equal(server.seen.length, UPSTREAM_TUNING.breakerFailures + 2)
})

test('redirects are not followed', async () => {
  const other = await serve((_, response) => sendJson(response, { value: 1 }))
  const server = await serve((_, response) => void response.writeHead(302, { location: other.url }).end())
  const outcome = await testClient(server.url).client.getJson(call)
  assert.equal(outcome.ok ? '' : outcome.message, 'testProvider answered 302')
  assert.equal(other.seen.length, 0)
})

function scope(): RequestScope {
  return { requestId: 'r', route: '/x', keyId: 1, upstreamCalls: 0, upstreamCostUsd: 0 }
}

test('every attempt that went out is charged to the request that caused it, and to no other', async () => {
  const server = await serve(statuses(503, 503))
  const { client } = testClient(server.url, { callCostUsd: 0.25 })
  const [mine, other] = [scope(), scope()]
  await runInScope(mine, () => client.getJson(call))
  await runInScope(other, () => client.getJson(call))
  await client.getJson(call)
  assert.equal(mine.upstreamCalls, 3)
  assert.equal(mine.upstreamCostUsd, 0.75)
  assert.equal(other.upstreamCalls, 1)
})

test('an attempt that found no connection is not charged', async () => {
  const gone = await startLocalServer(() => {})
  await gone.close()
  const mine = scope()
  const outcome = await runInScope(mine, () => testClient(gone.url, { callCostUsd: 1 }).client.getJson(call))
  assert.equal(outcome.ok ? '' : outcome.code, 'upstream_failed')
  assert.deepEqual([mine.upstreamCalls, mine.upstreamCostUsd], [0, 0])
})

test('metrics count attempts and calls by provider and result', async () => {
  const server = await serve(statuses(503))
  const { client, metrics } = testClient(server.url)
  await client.getJson(call)
  const text = await metrics.expose()
  assert.match(text, /mintglass_upstream_attempts_total\{provider="testProvider",result="upstream_failed"\} 1/)
  assert.match(text, /mintglass_upstream_attempts_total\{provider="testProvider",result="ok"\} 1/)
  assert.match(text, /mintglass_upstream_calls_total\{provider="testProvider",result="ok"\} 1/)
  assert.match(text, /mintglass_upstream_in_flight\{provider="testProvider"\} 0/)
})

test('a relay hands any status, type and bytes on, and asks for them unpacked', async () => {
  const server = await serve((_, response) => {
    response.writeHead(429, { 'content-type': 'text/plain; charset=x' }).end(Buffer.from([0, 255, 1]))
  })
  const outcome = await testClient(server.url).client.postRelay({
    body: Buffer.from('bytes'),
    maxBytes: 1_000,
    contentType: 'application/json',
    idempotent: true,
    timeoutMs: 5_000,
  })
  assert.deepEqual(outcome, {
    ok: true,
    value: { status: 429, contentType: 'text/plain; charset=x', body: Buffer.from([0, 255, 1]) },
  })
  assert.equal(server.seen.length, 1)
  assert.equal(server.seen[0]!.headers['accept-encoding'], 'identity')
})

test('a closed client refuses', async () => {
  const server = await serve(statuses())
  const { client } = testClient(server.url)
  await client.close()
  const outcome = await client.getJson(call)
  assert.equal(outcome.ok ? '' : outcome.code, 'shutting_down')
})

test('https works', async () => {
  const pem = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url))
  const cert = pem('loopback-cert.pem')
  const server = await startLocalServer((_, response) => sendJson(response, { value: 2 }), {
    cert,
    key: pem('loopback-key.pem'),
  })
  servers.push(server)
  const dispatcher = new Agent({ connect: { ca: cert } })
  assert.equal((await testClient(server.url, { dispatcher }).client.getJson(call)).ok, true)
  await dispatcher.close()
  const untrusted = await testClient(server.url).client.getJson(call)
  assert.equal(untrusted.ok ? '' : untrusted.code, 'upstream_failed')
})

test('no failure reveals the key: not in its message, not in the log', async () => {
  // Answers with everything it was sent, in ways that fail.
  const server = await serve(({ url, headers }, response) => {
    const echo = JSON.stringify({ url, headers })
    const kind = Number(new URL(url, 'http://x').searchParams.get('kind'))
    if (kind === 0) sendJson(response, JSON.parse(echo))
    else if (kind === 1) sendJson(response, JSON.parse(echo), 500, { location: url })
    else if (kind === 2) sendJson(response, JSON.parse(echo), 403)
    else if (kind === 3) response.writeHead(200, { 'content-type': 'text/html' }).end(echo)
    else if (kind === 4) response.writeHead(200, { 'content-type': 'application/json' }).end(echo.slice(0, -3))
    else if (kind === 5) response.writeHead(302, { location: `http://127.0.0.1:1${url}` }).end()
    else if (kind === 6) response.destroy()
    else sendJson(response, JSON.parse(echo), 429, { 'retry-after': '30' })
  })
  const key = fc.string({ unit: fc.constantFrom(...'abcdefXYZ0189'), minLength: 24, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(
      key,
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 0, max: 3 }),
      async (secret, kind, place) => {
        // Kind 8 is a port on which nothing listens.
        const base = kind === 8 ? 'http://127.0.0.1:1' : server.url
        const address = [
          base,
          base.replace('http://', `http://user:${secret}@`),
          `${base}/${secret}`,
          `${base}/?api-key=${secret}`,
        ][place]!
        const { client, lines } = testClient(address, { apiKey: secret, keyHeader: 'x-api-key' })
        const outcome = await client.getJson({ ...call, query: { kind } })
        assert.equal(outcome.ok, false)
        assert.equal(`${JSON.stringify(outcome)}${lines.join()}`.includes(secret), false)
        await client.close()
      },
    ),
    { numRuns: 60 },
  )
})
