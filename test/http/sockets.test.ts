import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import Type from 'typebox'
import { ok } from '../../src/contract/outcome.ts'
import { defineRoute } from '../../src/routes/define-route.ts'
import { systemRoutes } from '../../src/routes/system/index.ts'
import {
  exchangeRaw,
  parseReplies,
  parseReply,
  requestText,
  startTestServer,
  TEST_KEY,
} from '../support/http-test-server.ts'
import { INTEL_PATH, intelRoute, MINT, pricesRoute, waitingRoute } from '../support/test-routes.ts'
import { until } from '../support/until.ts'

/** Bytes on the wire: what clients should not send, and clients that leave, stall or never read. */
const KEY_LINE = `X-API-Key: ${TEST_KEY}\r\n`
const PRICES = 'POST /api/v2/tokens/prices HTTP/1.1\r\nHost: a\r\n'
const BODY = JSON.stringify({ mints: [MINT] })

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

const longBody = 'x'.repeat(3_000_000)
const longRoute = (cache: 'none' | 'tokenPrices') =>
  defineRoute({
    method: 'GET',
    path: '/api/v2/long',
    auth: 'apiKey',
    needs: [],
    cache,
    summary: 'Three megabytes.',
    reply: Type.Object({ text: Type.String() }),
    handle: async () => ok({ text: longBody }),
  })

test('requests sent in one go are answered in order, warm ones without waiting', async (t) => {
  const { port, send } = await startTestServer(t, [intelRoute(), ...systemRoutes])
  await send(INTEL_PATH)
  const one = (id: string, last = false) =>
    requestText({ path: INTEL_PATH, headers: { 'X-Request-Id': id, Connection: last ? 'close' : 'keep-alive' } })
  const replies = parseReplies(await exchangeRaw(port, [Buffer.concat([one('a'), one('b'), one('c', true)])]))
  assert.deepEqual(
    replies.map(({ status, headers }) => [status, headers.get('x-request-id')]),
    [
      [200, 'a'],
      [200, 'b'],
      [200, 'c'],
    ],
  )
})

test('a connection stays usable after HEAD, 304, 204, 404, 413-free bodies and unread bodies', async (t) => {
  const { port, send } = await startTestServer(t, [intelRoute(), pricesRoute])
  const etag = (await send(INTEL_PATH)).headers.get('etag')!
  const keep = { Connection: 'keep-alive' }
  const socket = await open(port)
  t.after(() => socket.destroy())
  const ask = (request: Buffer, isHead = false) =>
    new Promise<number>((resolve) => {
      socket.once('data', (bytes) => resolve(parseReply(bytes, isHead).reply.status))
      socket.write(request)
    })
  assert.equal(await ask(requestText({ method: 'HEAD', path: INTEL_PATH, headers: keep }), true), 200)
  assert.equal(await ask(requestText({ path: INTEL_PATH, headers: { ...keep, 'If-None-Match': etag } })), 304)
  assert.equal(await ask(requestText({ method: 'OPTIONS', path: INTEL_PATH, headers: keep })), 204)
  assert.equal(await ask(requestText({ path: '/nope', headers: keep, body: 'ignored' })), 404)
  // Refused before its body was read: the body must not become the next request.
  const unread = { method: 'POST', path: '/api/v2/tokens/prices', body: 'GET /evil HTTP/1.1\r\n\r\n' }
  assert.equal(await ask(requestText({ ...unread, headers: { ...keep, 'X-API-Key': '' } })), 401)
  assert.equal(await ask(requestText({ ...unread, headers: keep })), 400)
  assert.equal(await ask(requestText({ path: INTEL_PATH, headers: keep, body: 'a body on GET' })), 200)
  assert.equal(await ask(requestText({ path: INTEL_PATH, headers: keep })), 200)
})

test('a chunked body is read to its end', async (t) => {
  const { port } = await startTestServer(t, [pricesRoute])
  const half = BODY.length >> 1
  const chunks = [BODY.slice(0, half), BODY.slice(half)].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
  const bytes = await exchangeRaw(port, [
    `${PRICES}${KEY_LINE}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ...chunks,
    '0\r\n\r\n',
  ])
  assert.deepEqual(parseReply(bytes).reply.json, { success: true, count: 1 })
})

test('a body that arrives byte by byte is read whole', async (t) => {
  const { port } = await startTestServer(t, [pricesRoute])
  const head = `${PRICES}${KEY_LINE}Connection: close\r\nContent-Length: ${BODY.length}\r\n\r\n`
  const bytes = await exchangeRaw(port, [head, ...BODY])
  assert.equal(parseReply(bytes).reply.json.count, 1)
})

test('shapes that two programs would read differently are refused and end the connection', async (t) => {
  const { port, usage } = await startTestServer(t, [pricesRoute, intelRoute()])
  const smuggled = `GET ${INTEL_PATH} HTTP/1.1\r\nHost: a\r\n${KEY_LINE}\r\n`
  const shapes = {
    'two lengths': `${PRICES}${KEY_LINE}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`,
    'two lengths on GET': `GET ${INTEL_PATH} HTTP/1.1\r\nHost: a\r\n${KEY_LINE}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n`,
    'an empty length before a length on GET': `GET ${INTEL_PATH} HTTP/1.1\r\nHost: a\r\n${KEY_LINE}Content-Length:\r\nContent-Length: ${smuggled.length}\r\n\r\n`,
    'an empty encoding before an encoding on GET': `GET ${INTEL_PATH} HTTP/1.1\r\nHost: a\r\n${KEY_LINE}Transfer-Encoding:\r\nTransfer-Encoding: chunked\r\n\r\n`,
    'an empty length on GET': `GET ${INTEL_PATH} HTTP/1.1\r\nHost: a\r\n${KEY_LINE}Content-Length:\r\n\r\n`,
    'an unknown encoding': `${PRICES}${KEY_LINE}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    'two encodings': `${PRICES}${KEY_LINE}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  }
  for (const [name, shape] of Object.entries(shapes)) {
    const alone = parseReplies(await exchangeRaw(port, [shape]))
    assert.deepEqual(
      alone.map(({ status, json }) => [status, json.error]),
      [[400, 'ambiguous body length']],
      name,
    )
    // With more behind it the connection may just end; a second answer must never come.
    const replies = parseReplies(await exchangeRaw(port, [shape + smuggled]))
    assert(
      replies.every(({ status }) => status === 400),
      name,
    )
    assert(replies.length <= 1, name)
  }
  assert.equal(usage.length, 0)
})

test('empty lengths, methods that are none and chunks where no one reads them end the connection', async (t) => {
  const { port, usage } = await startTestServer(t, [pricesRoute, intelRoute()])
  const smuggled = `GET ${INTEL_PATH} HTTP/1.1\r\nHost: a\r\n${KEY_LINE}\r\n`
  const shapes = {
    'an empty length': `${PRICES}${KEY_LINE}Content-Length: \r\n\r\n`,
    'an empty length before another': `${PRICES}${KEY_LINE}Content-Length: \r\nContent-Length: ${smuggled.length}\r\n\r\n`,
    'an empty encoding': `${PRICES}${KEY_LINE}Transfer-Encoding: \r\n\r\n`,
    'no method': ` ${INTEL_PATH} HTTP/1.1\r\nHost: a\r\n${KEY_LINE}\r\n`,
    'a method of letters that no token has': `G"T ${INTEL_PATH} HTTP/1.1\r\nHost: a\r\n${KEY_LINE}\r\n`,
    'a chunked GET': `GET ${INTEL_PATH} HTTP/1.1\r\nHost: a\r\n${KEY_LINE}Transfer-Encoding: chunked\r\n\r\n`,
    'a chunked HEAD': `HEAD ${INTEL_PATH} HTTP/1.1\r\nHost: a\r\n${KEY_LINE}Transfer-Encoding: chunked\r\n\r\n`,
  }
  for (const [name, shape] of Object.entries(shapes)) {
    const [reply, ...more] = parseReplies(await exchangeRaw(port, [shape]))
    assert.equal(reply!.status, 400, name)
    assert.equal(reply!.headers.get('connection'), 'close', name)
    assert.equal(more.length, 0, name)
    const followed = await exchangeRaw(port, [shape + smuggled])
    assert.doesNotMatch(followed.toString('latin1'), /HTTP\/1\.1 200/, name)
  }
  assert.equal(usage.length, 0)
})

test('nothing is served after a chunked body, whose end the parser reads loosely', async (t) => {
  const { port, usage } = await startTestServer(t, [pricesRoute, intelRoute()])
  const smuggled = `GET ${INTEL_PATH} HTTP/1.1\r\nHost: a\r\n${KEY_LINE}\r\n`
  const head = `${PRICES}${KEY_LINE}Transfer-Encoding: chunked\r\n\r\n`
  const size = BODY.length.toString(16)
  for (const chunks of [
    `${size}\r\n${BODY}XX0\r\n\r\n`,
    `${size}\n${BODY}\n\n0\n\n`,
    `${size} x\r\n${BODY}\r\n0\r\n\r\n`,
    '\0\r\n\r\n',
  ]) {
    const together = await exchangeRaw(port, [head + chunks + smuggled])
    assert.doesNotMatch(together.toString('latin1'), /HTTP\/1\.1 200/, chunks)
    const apart = parseReplies(await exchangeRaw(port, [head + chunks, smuggled]))
    assert(apart.length <= 1, chunks)
  }
  assert.equal(usage.filter(({ route }) => route.startsWith('GET')).length, 0)
})

test('what is no HTTP/1.1 is refused or closed and nothing else is served after it', async (t) => {
  const { port, usage } = await startTestServer(t, [pricesRoute])
  const good = `${PRICES}${KEY_LINE}Content-Length: ${BODY.length}\r\n\r\n${BODY}`
  const shapes = [
    `${PRICES}${KEY_LINE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${PRICES}${KEY_LINE}Content-Length: abc\r\n\r\n`,
    `${PRICES}${KEY_LINE}Transfer-Encoding: chunked\r\n\r\nZZ\r\nhello\r\n0\r\n\r\n`,
    'GET / HTTP/1.0\r\nHost: a\r\n\r\n',
    'GET http://elsewhere/ HTTP/1.1\r\nHost: a\r\n\r\n',
    `GET /${'x'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ]
  for (const shape of shapes) {
    const socket = await open(port)
    const closed = new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (bytes) => (text += bytes.toString('latin1')))
      socket.on('error', () => resolve(text))
      socket.on('close', () => resolve(text))
    })
    socket.write(Buffer.from(shape, 'latin1'))
    socket.write(good)
    const text = await closed
    assert.doesNotMatch(text, /HTTP\/1\.1 (2|500)/, JSON.stringify(shape.slice(0, 80)))
  }
  assert.equal(usage.filter(({ status }) => status === 200).length, 0)
})

/** The first reply, as soon as it is there. */
function firstReply(socket: Socket): Promise<ReturnType<typeof parseReply>['reply']> {
  return new Promise((resolve, reject) => {
    socket.once('data', (bytes) => resolve(parseReply(bytes).reply))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed without a reply')))
  })
}

test('a body that declares too much is refused before it is read', async (t) => {
  const { port } = await startTestServer(t, [pricesRoute])
  const socket = await open(port)
  t.after(() => socket.destroy())
  socket.write(`${PRICES}${KEY_LINE}Content-Length: 65537\r\n\r\n`)
  const { status, json, headers } = await firstReply(socket)
  assert.deepEqual([status, json.error, json.code], [413, 'payload too large', 'payload_too_large'])
  assert.equal(headers.get('connection'), 'close')
})

test('a client who goes on sending a body that is too large gets the refusal, not a reset', async (t) => {
  const { port } = await startTestServer(t, [pricesRoute])
  for (let round = 0; round < 5; round++) {
    const socket = await open(port)
    t.after(() => socket.destroy())
    const sent = new Promise<void>((resolve) => {
      socket.write(
        Buffer.concat([Buffer.from(`${PRICES}${KEY_LINE}Content-Length: 9000000\r\n\r\n`), Buffer.alloc(9_000_000)]),
        () => resolve(),
      )
    })
    // Reads only when all is sent, as many clients do.
    socket.pause()
    await sent
    socket.resume()
    assert.equal((await firstReply(socket)).status, 413)
  }
})

test('a body that grows too large is refused when it does', async (t) => {
  const { port, usage } = await startTestServer(t, [{ ...pricesRoute, bodyBytes: 100_000 }])
  const chunk = `${(40_000).toString(16)}\r\n${'x'.repeat(40_000)}\r\n`
  const bytes = await exchangeRaw(port, [
    `${PRICES}${KEY_LINE}Transfer-Encoding: chunked\r\n\r\n`,
    chunk,
    chunk,
    chunk,
    chunk,
  ])
  assert.equal(parseReply(bytes).reply.status, 413)
  assert.deepEqual(
    usage.map(({ status }) => status),
    [413],
  )
})

test('a body of exactly the largest size is read', async (t) => {
  const { send } = await startTestServer(t, [pricesRoute])
  const padded = BODY.padEnd(64 * 1024, ' ')
  const { status, json } = await send({ method: 'POST', path: '/api/v2/tokens/prices', body: padded })
  assert.deepEqual([status, json], [200, { success: true, count: 1 }])
})

test('all bodies being read together are bounded, and the bytes are given back', async (t) => {
  const { port, send, server } = await startTestServer(t, [pricesRoute], { tuning: { bodyBytesInFlight: 50_000 } })
  const socket = await open(port)
  socket.write(`${PRICES}${KEY_LINE}Content-Length: 60000\r\n\r\n${'x'.repeat(40_000)}`)
  const inFlight = async () => {
    const text = await (await fetch(`http://127.0.0.1:${server.internalPort}/metrics`)).text()
    return Number(/^mintglass_http_body_bytes_in_flight\{kind="keyed"\} (\d+)/m.exec(text)?.[1])
  }
  await until(async () => (await inFlight()) === 40_000, 'what has come is counted')
  const body = BODY.padEnd(20_000, ' ')
  const refused = await send({ method: 'POST', path: '/api/v2/tokens/prices', body })
  assert.deepEqual([refused.status, refused.json.error, refused.headers.get('retry-after')], [429, 'too busy', '1'])
  socket.destroy()
  await until(async () => (await inFlight()) === 0, 'the bytes are given back')
  assert.equal((await send({ method: 'POST', path: '/api/v2/tokens/prices', body })).status, 200)
})

test('a body that does not come in time is 408', async (t) => {
  const { port, clock } = await startTestServer(t, [pricesRoute], { tuning: { bodyDeadlineMs: 15_000 } })
  const answer = exchangeRaw(port, [`${PRICES}${KEY_LINE}Content-Length: 100\r\n\r\nhalf`])
  await until(() => clock.sleepers() > 0, 'the body is waited for')
  await clock.advance(15_000)
  const { status, json } = parseReply(await answer).reply
  assert.deepEqual([status, json.error], [408, 'request body timeout'])
})

test('a client who leaves aborts the work and is counted as 499', async (t) => {
  const { route, seen } = waitingRoute()
  const { port, usage, clock } = await startTestServer(t, [route])
  const socket = await open(port)
  socket.write(requestText({ path: '/api/v2/wait' }))
  await until(() => seen.started === 1, 'the handler starts')
  socket.destroy()
  await until(() => seen.aborted === 1, 'the signal aborts')
  await until(() => usage.length === 1, 'usage is recorded')
  assert.equal(usage[0]!.status, 499)
  assert.equal(clock.sleepers(), 0, 'no deadline is left running')
})

test('a client who leaves in the middle of a body leaves nothing behind', async (t) => {
  const { port, usage, clock, send } = await startTestServer(t, [pricesRoute])
  const socket = await open(port)
  socket.write(`${PRICES}${KEY_LINE}Content-Length: 100\r\n\r\nhalf`)
  await until(() => clock.sleepers() === 1, 'the body is waited for')
  socket.destroy()
  await until(() => usage.length === 1, 'usage is recorded')
  assert.deepEqual([usage[0]!.status, clock.sleepers()], [499, 0])
  assert.equal((await send({ method: 'POST', path: '/api/v2/tokens/prices', body: BODY })).status, 200)
})

async function requestsInFlight({ internalPort }: { readonly internalPort: number | null }): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text()
  return Number(/^mintglass_http_in_flight (\d+)/m.exec(text)?.[1])
}

test('shared work goes on while one of its waiters is left, and is aborted with the last', async (t) => {
  const { route, seen, release } = waitingRoute({ cache: 'tokenIntel' })
  const { port, send, server, usage } = await startTestServer(t, [route])
  const first = await open(port)
  first.write(requestText({ path: '/api/v2/wait' }))
  await until(() => seen.started === 1, 'the handler starts')
  const second = await open(port)
  second.write(requestText({ path: '/api/v2/wait' }))
  await until(async () => (await requestsInFlight(server)) === 2, 'both wait')
  first.destroy()
  await until(() => usage.length === 1, 'the first has left')
  assert.equal(seen.aborted, 0)
  second.destroy()
  await until(() => seen.aborted === 1, 'the work is aborted')
  // Whoever comes now starts afresh instead of getting the aborted work's failure.
  const third = send('/api/v2/wait')
  await until(() => seen.started === 2, 'the handler starts again')
  release()
  assert.equal((await third).status, 200)
})

test('a large body arrives whole, kept or not, also for a reader who takes his time', async (t) => {
  for (const cache of ['none', 'tokenPrices'] as const) {
    const { port } = await startTestServer(t, [longRoute(cache)])
    for (let round = 0; round < 2; round++) {
      const socket = await open(port)
      socket.write(requestText({ path: '/api/v2/long' }))
      const pieces: Buffer[] = []
      socket.on('data', (piece) => {
        pieces.push(piece)
        socket.pause()
        setTimeout(() => socket.resume(), 1)
      })
      await new Promise((resolve) => socket.once('close', resolve))
      const { reply } = parseReply(Buffer.concat(pieces))
      assert.equal(reply.json.text.length, longBody.length)
    }
  }
})

test('a reader who takes nothing is cut off at the write deadline, warm or cold', async (t) => {
  const { port, server } = await startTestServer(t, [longRoute('tokenPrices')], { tuning: { writeDeadlineMs: 300 } })
  for (let round = 0; round < 2; round++) {
    // Many answers on one connection fill the system's buffers, so that the last cannot leave.
    const sockets = await Promise.all(Array.from({ length: 4 }, () => open(port)))
    for (const socket of sockets) {
      socket.pause()
      socket.on('error', () => {})
      socket.write(requestText({ path: '/api/v2/long', headers: { Connection: 'keep-alive' } }))
      await new Promise((resolve) => setTimeout(resolve, 20))
      for (let i = 0; i < 4; i++)
        socket.write(requestText({ path: '/api/v2/long', headers: { Connection: 'keep-alive' } }))
    }
    await until(async () => (await requestsInFlight(server)) === 0, 'all are cut off')
    for (const socket of sockets) socket.destroy()
  }
})

test('a flood of pipelined requests from a client who never reads holds bounded memory', async (t) => {
  const { port, send } = await startTestServer(t, systemRoutes)
  const socket = await open(port)
  t.after(() => socket.destroy())
  socket.pause()
  socket.on('error', () => {})
  const burst = Buffer.concat(Array.from({ length: 500 }, () => Buffer.from('GET /health HTTP/1.1\r\nHost: a\r\n\r\n')))
  const before = process.memoryUsage().rss
  for (let i = 0; i < 200 && !socket.destroyed; i++) {
    socket.write(burst)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
  const grownMiB = (process.memoryUsage().rss - before) / 2 ** 20
  assert(grownMiB < 150, `grew by ${grownMiB} MiB`)
  assert.equal((await send('/health')).status, 200)
})
