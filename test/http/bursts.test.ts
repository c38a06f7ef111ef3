import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRoutes } from '../../src/routes/system/index.ts'
import { exchangeRaw, parseReplies, requestText, startTestServer, TEST_KEY } from '../support/http-test-server.ts'
import { INTEL_PATH, intelRoute } from '../support/test-routes.ts'
import { openWire } from '../support/wire.ts'

/** Requests without a key that a stranger sends in one go: what the socket brings in one read is served in one turn. */
const BURST = 4_000
const one = (line: string): string => `${line} HTTP/1.1\r\nHost: a\r\n\r\n`
const STRANGE: Readonly<Record<string, string>> = {
  health: one('GET /health'),
  'an unknown path': one('GET /nope'),
  'a preflight': one(`OPTIONS ${INTEL_PATH}`),
  'no key': one(`GET ${INTEL_PATH}`),
}
const linesOf = (bytes: Buffer): number => bytes.toString('latin1').split('HTTP/1.1 ').length - 1

const metricOf = (text: string, name: string): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith(name))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)

for (const [name, request] of Object.entries(STRANGE))
  test(`a burst costs a turn's share and its connection: ${name}`, async (t) => {
    const { port, ctx, send } = await startTestServer(t, [intelRoute(), ...systemRoutes], {
      tuning: { requestsPerTurn: 32 },
    })
    const bytes = await exchangeRaw(port, [request.repeat(BURST)])
    assert.ok(linesOf(bytes) <= BURST / 10, `${linesOf(bytes)} answers`)
    const served = metricOf(await ctx.metrics.expose(), 'mintglass_http_requests_total')
    // A slow machine may bring the burst in several reads.
    assert.ok(served >= 32 && served <= BURST / 10, `${served} requests were served`)
    assert.equal((await send('/health')).status, 200)
  })

for (const name of ['health', 'no key'])
  test(`pipelines that no window bounds get 64 answers a turn: ${name}`, async (t) => {
    const { port, ctx, send } = await startTestServer(t, [intelRoute(), ...systemRoutes])
    const bytes = await exchangeRaw(port, [STRANGE[name]!.repeat(BURST)])
    const served = metricOf(await ctx.metrics.expose(), 'mintglass_http_requests_total')
    assert.ok(linesOf(bytes) >= 16 && served <= BURST / 10, `${linesOf(bytes)} answers, ${served} requests were served`)
    const many = await Promise.all(Array.from({ length: 200 }, () => send('/health')))
    assert.deepEqual([...new Set(many.map(({ status }) => status))], [200])
  })

test('what is over the share of a turn is answered in the next one, in full', async (t) => {
  const { port, send } = await startTestServer(t, [intelRoute(), ...systemRoutes], { tuning: { requestsPerTurn: 0 } })
  assert.equal((await send(INTEL_PATH)).status, 200)
  const warm = await Promise.all(Array.from({ length: 20 }, () => send(INTEL_PATH)))
  assert.deepEqual([...new Set(warm.map(({ status, json }) => [status, json.success].join()))], ['200,true'])
  // The connection is kept: a client that waits for its answers may go on.
  const wire = await openWire(port)
  t.after(() => wire.close())
  for (let i = 0; i < 3; i++) {
    const { status, headers } = await wire.get(INTEL_PATH, TEST_KEY)
    assert.deepEqual([status, headers.get('connection')], [200, undefined])
  }
})

test('a few requests in one go are answered in order, whatever the way', async (t) => {
  const { port } = await startTestServer(t, [...systemRoutes])
  const requests = Array.from({ length: 16 }, (_, i) =>
    requestText({
      path: i % 2 === 0 ? '/health' : '/nope',
      headers: { 'X-Request-Id': `r${i}`, Connection: i === 15 ? 'close' : 'keep-alive' },
    }),
  )
  const replies = parseReplies(await exchangeRaw(port, [Buffer.concat(requests)]))
  assert.deepEqual(
    replies.map(({ headers }) => headers.get('x-request-id')),
    requests.map((_, i) => `r${i}`),
  )
})

test('what no route answers has a window by address, and its end ends the connection', async (t) => {
  const { port, send, clock } = await startTestServer(t, [intelRoute()], {
    tuning: { unroutedPerWindow: 3 },
    config: { trustedProxies: ['127.0.0.1'] },
  })
  const nope = (ip: string) => send({ path: '/nope', headers: { 'X-Forwarded-For': ip } })
  const preflight = () => send({ method: 'OPTIONS', path: INTEL_PATH, headers: { 'X-Forwarded-For': '1.1.1.1' } })
  assert.deepEqual(
    [(await nope('1.1.1.1')).status, (await preflight()).status, (await nope('1.1.1.1')).status],
    [404, 204, 404],
  )
  const refused = await preflight()
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '10'])
  assert.equal((await nope('1.1.1.1')).status, 429)
  assert.equal((await nope('1.1.1.2')).status, 404)
  const kept = { 'X-Forwarded-For': '1.1.1.1', Connection: 'keep-alive' }
  const [only] = parseReplies(await exchangeRaw(port, [requestText({ path: '/nope', headers: kept })]))
  assert.deepEqual([only!.status, only!.headers.get('connection')], [429, 'close'])
  await clock.advance(10_000)
  assert.equal((await nope('1.1.1.1')).status, 404)
})
