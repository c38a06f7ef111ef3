import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { startHttpServer } from '../../src/http/server.ts'
import { systemRoutes } from '../../src/routes/system/index.ts'
import { fakeContext } from '../support/fake-context.ts'
import { exchangeRaw, parseReply, requestText, startTestServer } from '../support/http-test-server.ts'
import { INTEL_PATH, intelRoute, waitingRoute } from '../support/test-routes.ts'
import { until } from '../support/until.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const parts = { authenticate: () => null, usage: { record() {} }, isReady: () => true }

test('a stop finishes requests in flight, asks their connections to close, and takes no new one', async (t) => {
  const { route, seen, release } = waitingRoute()
  const { server, port } = await startTestServer(t, [route, ...systemRoutes])
  const answer = exchangeRaw(port, [requestText({ path: '/api/v2/wait', headers: { Connection: 'keep-alive' } })])
  const idle = connect(port, '127.0.0.1')
  const idleClosed = new Promise((resolve) => idle.once('close', resolve))
  idle.on('error', () => {})
  await until(() => seen.started === 1, 'the handler starts')
  server.stopAccepting()
  const closed = server.close(10_000)
  await assert.rejects(exchangeRaw(port, [requestText({ path: '/health' })]), /ECONNREFUSED/)
  assert.equal(seen.aborted, 0)
  release()
  const { reply } = parseReply(await answer)
  assert.deepEqual(
    [reply.status, reply.json, reply.headers.get('connection')],
    [200, { success: true, done: true }, 'close'],
  )
  await closed
  await idleClosed
})

test('a stop cuts off what outlasts its deadline and says so', async (t) => {
  const { route, seen } = waitingRoute()
  const { server, port, clock, logged } = await startTestServer(t, [route])
  const answer = exchangeRaw(port, [requestText({ path: '/api/v2/wait' })])
  await until(() => seen.started === 1, 'the handler starts')
  const closed = server.close(5_000)
  await clock.advance(5_000)
  await closed
  assert.equal((await answer).byteLength, 0)
  assert(logged.some(({ msg, inFlight }) => msg === 'cut off what was still in flight' && inFlight === 1))
  await until(() => seen.aborted === 1, 'the work is aborted')
})

test('stopping twice is stopping once', async (t) => {
  const { server } = await startTestServer(t, systemRoutes)
  await Promise.all([server.close(100), server.close(100)])
})

test('a kept connection that asks on while the server stops is answered and ended', async (t) => {
  const { server, port, send } = await startTestServer(t, [intelRoute()])
  await send(INTEL_PATH)
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  server.stopAccepting()
  const answer = new Promise<Buffer>((resolve) => {
    const received: Buffer[] = []
    socket.on('data', (bytes) => received.push(bytes))
    socket.once('close', () => resolve(Buffer.concat(received)))
  })
  socket.write(requestText({ path: INTEL_PATH, headers: { Connection: 'keep-alive' } }))
  const { reply } = parseReply(await answer)
  assert.deepEqual([reply.status, reply.headers.get('connection')], [200, 'close'])
})

test('a port is taken once, unless siblings are to share it', async (t) => {
  const first = await startTestServer(t, systemRoutes)
  const again = (config: object) => {
    const { ctx } = fakeContext({ config: { port: first.port, ...config } })
    return startHttpServer(ctx, systemRoutes, parts)
  }
  await assert.rejects(again({}), /cannot listen on 127\.0\.0\.1/)
  // Only a port that was asked for by number can be shared.
  const port = await freePort()
  const config = { port, sharedPort: true }
  const shared = await startTestServer(t, systemRoutes, { config })
  const sibling = await startTestServer(t, systemRoutes, { config })
  assert.deepEqual([shared.port, sibling.port], [port, port])
  await assert.rejects(startTestServer(t, systemRoutes, { config: { port } }), /cannot listen/)
})

test('a taken internal port stops the start and frees the public one', async (t) => {
  const first = await startTestServer(t, systemRoutes)
  const { ctx } = fakeContext({ config: { internalPort: first.server.internalPort } })
  await assert.rejects(startHttpServer(ctx, systemRoutes, parts), /EADDRINUSE/)
})

test('TLS is spoken when a certificate is configured', async (t) => {
  const file = (name: string) => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url))
  const tls = { certFile: file('loopback-cert.pem'), keyFile: file('loopback-key.pem') }
  const { port } = await startTestServer(t, [intelRoute(), ...systemRoutes], { config: { tls } })
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
  const received: Buffer[] = []
  socket.on('data', (bytes) => received.push(bytes))
  socket.write(requestText({ path: '/docs/swagger-ui.css' }))
  await new Promise((resolve) => socket.once('close', resolve))
  const { reply } = parseReply(Buffer.concat(received))
  assert.deepEqual([reply.status, Buffer.byteLength(reply.text)], [200, Number(reply.headers.get('content-length'))])
})

test('a certificate that cannot be read stops the start and is named', async () => {
  const { ctx } = fakeContext({ config: { tls: { certFile: '/nowhere/cert.pem', keyFile: '/nowhere/key.pem' } } })
  await assert.rejects(startHttpServer(ctx, systemRoutes, parts), /TLS: .nowhere.cert\.pem and .nowhere.key\.pem/)
})

test('metrics and readiness are on a port of their own', async (t) => {
  let isReady = false
  const { server, send } = await startTestServer(t, [intelRoute(), ...systemRoutes], {
    parts2: { isReady: () => isReady },
  })
  const read = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.internalPort}${path}`)
    return { status: response.status, text: await response.text() }
  }
  assert.equal((await read('/live')).status, 200)
  assert.equal((await read('/ready')).status, 503)
  isReady = true
  assert.equal((await read('/ready')).status, 200)
  assert.equal((await read('/')).status, 404)
  assert.equal((await send('/metrics')).status, 404)

  for (let i = 0; i < 3; i++) await send(INTEL_PATH)
  await send('/api/v2/tokens/bad/intel')
  await send('/nope')
  const line = async (start: string) => (await read('/metrics')).text.split('\n').find((one) => one.startsWith(start))
  const route = 'route="GET /api/v2/tokens/{mint}/intel"'
  for (let scrape = 0; scrape < 2; scrape++) {
    assert.equal(
      await line(`mintglass_http_requests_total{${route},status="200"}`),
      `mintglass_http_requests_total{${route},status="200"} 3`,
    )
    assert.equal(
      await line(`mintglass_http_requests_total{${route},status="400"}`),
      `mintglass_http_requests_total{${route},status="400"} 1`,
    )
    assert.equal(
      await line(`mintglass_http_request_duration_seconds_count{${route}}`),
      `mintglass_http_request_duration_seconds_count{${route}} 4`,
    )
    assert.equal(
      await line(`mintglass_http_request_duration_seconds_bucket{${route},le="+Inf"}`),
      `mintglass_http_request_duration_seconds_bucket{${route},le="+Inf"} 4`,
    )
    assert.equal(
      await line('# TYPE mintglass_http_request_duration_seconds'),
      '# TYPE mintglass_http_request_duration_seconds histogram',
    )
    assert.equal(await line('# TYPE mintglass_http_request_duration_seconds_bucket'), undefined)
    assert.equal(
      await line('mintglass_http_cache_total{level="memory"}'),
      'mintglass_http_cache_total{level="memory"} 2',
    )
    assert.equal(await line('mintglass_http_cache_total{level="miss"}'), 'mintglass_http_cache_total{level="miss"} 1')
    assert.equal(
      await line('mintglass_http_requests_total{route="other",status="404"}'),
      `mintglass_http_requests_total{route="other",status="404"} 2`,
    )
  }
})
