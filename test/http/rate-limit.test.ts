import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RATE_WINDOW_MS, SIBLING_SYNC_MS } from '../../src/config/rate-limits.ts'
import { createRateLimiter, rateLimitLines, remaining, resetSecs } from '../../src/http/rate-limit.ts'
import { systemRoutes } from '../../src/routes/system/index.ts'
import { rateCountsBoard } from '../support/fake-context.ts'
import { startTestServer } from '../support/http-test-server.ts'
import { echoRoute, INTEL_PATH, intelRoute, pricesRoute } from '../support/test-routes.ts'
import { until } from '../support/until.ts'

const START_MS = 1_000_000

test('a window starts at the first request, holds the limit and ends ten seconds later', () => {
  const limiter = createRateLimiter({ maxWindows: 10, siblings: null })
  const window = limiter.windowOf('a', 3, 'key')
  const takes = (nowMs: number) => limiter.take(window, nowMs)
  assert.deepEqual([takes(START_MS), takes(START_MS + 5_000), takes(START_MS + 9_999)], [true, true, true])
  assert.equal(takes(START_MS + 9_999), false)
  assert.equal(resetSecs(window, START_MS + 9_999), 1)
  assert.equal(takes(START_MS + 10_000), true)
  assert.equal(remaining(window), 2)
  assert.equal(window.startMs, START_MS + 10_000)
})

test('the headers state limit, policy, what is left and when the window ends', () => {
  const limiter = createRateLimiter({ maxWindows: 10, siblings: null })
  const window = limiter.windowOf('a', 3, 'key')
  limiter.take(window, START_MS)
  assert.equal(
    rateLimitLines(window, START_MS + 2_500),
    '\r\nRateLimit-Limit: 3\r\nRateLimit-Policy: 3;w=10\r\nRateLimit-Remaining: 2\r\nRateLimit-Reset: 8',
  )
  assert.match(rateLimitLines(limiter.windowOf('a', 50, 'key'), START_MS), /Limit: 50\r\n.*Policy: 50;w=10/s)
})

test('a clock that was set back far does not keep a caller out', () => {
  const limiter = createRateLimiter({ maxWindows: 10, siblings: null })
  const window = limiter.windowOf('a', 1, 'key')
  assert.equal(limiter.take(window, START_MS), true)
  assert.equal(limiter.take(window, START_MS - 5), false)
  assert.equal(limiter.take(window, START_MS - 3_600_000), true)
})

test('a flood of invented keys pushes out its own windows, never one of a real key', () => {
  const limiter = createRateLimiter({ maxWindows: 100, siblings: null })
  const real = limiter.windowOf('real', 1, 'key')
  limiter.take(real, START_MS)
  for (let i = 0; i < 1_000; i++) limiter.take(limiter.windowOf(`invented${i}`, 1, 'stranger'), START_MS + i)
  for (let i = 0; i < 1_000; i++) limiter.take(limiter.windowOf(`1.2.3.${i}`, 1, 'address'), START_MS + i)
  assert.equal(limiter.windowOf('real', 1, 'key'), real)
  assert.equal(limiter.take(real, START_MS + 1_000), false)
  assert.equal(limiter.size(), 201)
})

test('the window that started longest ago is forgotten first', () => {
  const limiter = createRateLimiter({ maxWindows: 2, siblings: null })
  const a = limiter.windowOf('a', 5, 'key')
  const b = limiter.windowOf('b', 5, 'key')
  limiter.take(a, START_MS)
  limiter.take(b, START_MS + 1)
  limiter.take(a, START_MS + RATE_WINDOW_MS)
  limiter.windowOf('c', 5, 'key')
  assert.equal(limiter.windowOf('a', 5, 'key'), a)
  assert.notEqual(limiter.windowOf('b', 5, 'key'), b)
})

test('windows of strangers and addresses that are over make room, those of keys and of now stay', () => {
  const limiter = createRateLimiter({ maxWindows: 10_000, siblings: null })
  const takeMany = (kind: 'address' | 'stranger' | 'key', count: number, nowMs: number) => {
    for (let i = 0; i < count; i++) limiter.take(limiter.windowOf(`${kind} ${nowMs} ${i}`, 5, kind), nowMs)
  }
  takeMany('address', 100, START_MS)
  takeMany('stranger', 100, START_MS)
  takeMany('key', 100, START_MS)
  takeMany('address', 60, START_MS + 5_000)
  assert.equal(limiter.size(), 360)
  takeMany('address', 60, START_MS + RATE_WINDOW_MS)
  assert.equal(limiter.size(), 320, 'of the first hundred addresses none is left, the sixty of now stay')
  const known = limiter.windowOf(`address ${START_MS + 5_000} 0`, 5, 'address')
  assert.equal(remaining(known), 4)
})

test('siblings under full load allow N limits before the first exchange and nothing until the window ends', () => {
  const SIBLINGS = 3
  const KEYS = 1_000
  const LIMIT = 10
  const board = rateCountsBoard()
  const siblings = Array.from({ length: SIBLINGS }, () =>
    createRateLimiter({ maxWindows: 5_000, siblings: board.join() }),
  )
  /** Allowed per key, by millisecond of the run. */
  const allowed: number[][] = Array.from({ length: KEYS }, () => [])
  const syncEveryMs = SIBLING_SYNC_MS / 2
  for (let ms = 0; ms < RATE_WINDOW_MS + 60; ms += 5) {
    for (const [i, limiter] of siblings.entries()) {
      // Each process ticks at a phase of its own.
      if (ms % syncEveryMs === (i * 5) % syncEveryMs) limiter.syncSiblings(START_MS + ms)
      for (let key = 0; key < KEYS; key++) {
        const window = limiter.windowOf(`key${key}`, LIMIT, 'key')
        for (let k = 0; k < 2; k++) if (limiter.take(window, START_MS + ms)) allowed[key]!.push(ms)
      }
    }
  }
  for (const times of allowed) {
    const first = times.filter((ms) => ms < RATE_WINDOW_MS)
    assert(first.length <= SIBLINGS * LIMIT)
    assert(first.length >= LIMIT)
    assert.equal(first.filter((ms) => ms > SIBLING_SYNC_MS).length, 0, 'nothing after the first exchange')
    assert(
      times.some((ms) => ms >= RATE_WINDOW_MS),
      'the next window opens',
    )
  }
})

test('a caller who switches between siblings stays within the limit once they have exchanged counts', () => {
  const board = rateCountsBoard()
  const [a, b] = [0, 1].map(() => createRateLimiter({ maxWindows: 10, siblings: board.join() }))
  let allowed = 0
  for (let ms = 0; ms < RATE_WINDOW_MS; ms += 500) {
    for (const limiter of [a!, b!]) {
      if (limiter.take(limiter.windowOf('k', 10, 'key'), START_MS + ms)) allowed++
      a!.syncSiblings(START_MS + ms + 25)
      b!.syncSiblings(START_MS + ms + 25)
      a!.syncSiblings(START_MS + ms + 50)
    }
  }
  assert.equal(allowed, 10)
})

test('a key gets 429 with Retry-After and gets through again in its next window', async (t) => {
  const { send, addKey, clock } = await startTestServer(t, [intelRoute(), pricesRoute])
  addKey('mg_plain')
  const get = () => send({ path: INTEL_PATH, headers: { 'X-API-Key': 'mg_plain' } })
  for (let left = 9; left >= 0; left--) {
    const { status, headers } = await get()
    assert.deepEqual([status, headers.get('ratelimit-remaining')], [200, String(left)])
  }
  await clock.advance(3_200)
  const { status, json, headers } = await get()
  assert.deepEqual([status, json.error, json.code], [429, 'rate limit exceeded', 'rate_limited'])
  assert.equal(headers.get('retry-after'), '7')
  assert.equal(headers.get('ratelimit-reset'), '7')
  assert.equal(headers.get('ratelimit-remaining'), '0')
  assert.equal(headers.get('ratelimit-policy'), '10;w=10')
  assert.equal(headers.get('cache-control'), 'no-store')
  await clock.advance(6_799)
  assert.equal((await get()).status, 429)
  await clock.advance(1)
  assert.equal((await get()).status, 200)
})

test('the limit counts all routes of a key together, refused requests not at all', async (t) => {
  const { send, addKey } = await startTestServer(t, [intelRoute(), pricesRoute])
  addKey('mg_three', { limitPer10s: 3 })
  const headers = { 'X-API-Key': 'mg_three' }
  assert.equal((await send({ path: INTEL_PATH, headers })).status, 200)
  assert.equal((await send({ path: '/api/v2/tokens/bad/intel', headers })).status, 400)
  assert.equal((await send({ method: 'POST', path: '/api/v2/tokens/prices', body: '{', headers })).status, 400)
  for (let i = 0; i < 5; i++) assert.equal((await send({ path: INTEL_PATH, headers })).status, 429)
})

test('a key that was made after its holder tried it is no stranger any more', async (t) => {
  const { send, addKey } = await startTestServer(t, [intelRoute()])
  const get = () => send({ path: INTEL_PATH, headers: { 'X-API-Key': 'mg_early' } })
  for (let i = 0; i < 10; i++) assert.equal((await get()).status, 401)
  assert.equal((await get()).status, 429)
  addKey('mg_early')
  const { status, headers } = await get()
  assert.deepEqual([status, headers.get('ratelimit-remaining')], [200, '9'])
})

test('a changed limit of a key counts from its next request', async (t) => {
  const { send, addKey, ctx } = await startTestServer(t, [intelRoute()])
  const { id } = addKey('mg_grown', { limitPer10s: 1 })
  const get = () => send({ path: INTEL_PATH, headers: { 'X-API-Key': 'mg_grown' } })
  await get()
  assert.equal((await get()).status, 429)
  await ctx.store.apiKeys.update(id, { limitPer10s: 5 })
  const { status, headers } = await get()
  assert.deepEqual([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')], [200, '5', '3'])
})

test('an unlimited route takes a key but no count', async (t) => {
  const { send, addKey } = await startTestServer(t, [echoRoute({ unlimited: true })])
  addKey('mg_one', { limitPer10s: 1 })
  for (let i = 0; i < 5; i++) {
    const { status, headers } = await send({ path: '/api/v2/echo/a', headers: { 'X-API-Key': 'mg_one' } })
    assert.deepEqual([status, headers.has('ratelimit-limit')], [200, false])
  }
})

test('public routes are limited per client address, health never', async (t) => {
  const { send } = await startTestServer(t, [echoRoute({ auth: 'public' }), ...systemRoutes], {
    tuning: { publicPerWindow: 2 },
    config: { trustedProxies: ['127.0.0.1'] },
  })
  const get = async (ip: string) =>
    (await send({ path: '/api/v2/echo/a', headers: { 'X-API-Key': '', 'X-Forwarded-For': ip } })).status
  assert.deepEqual([await get('1.1.1.1'), await get('1.1.1.1'), await get('1.1.1.1')], [200, 200, 429])
  assert.equal(await get('1.1.1.2'), 200)
  // One IPv6 subscriber has a whole /64.
  assert.deepEqual([await get('2001:db8::1'), await get('2001:db8::2'), await get('2001:db8::3')], [200, 200, 429])
  assert.equal(await get('2001:db8:0:1::1'), 200)
  for (let i = 0; i < 5; i++) assert.equal((await send('/health')).status, 200)
})

test('siblings on one port count requests that another answered from its cache', async (t) => {
  const board = rateCountsBoard()
  const other = createRateLimiter({ maxWindows: 10, siblings: board.join() })
  const { send, clock, ctx } = await startTestServer(t, [intelRoute()], {
    config: { sharedPort: true },
    store: { rateCounts: board.join() },
  })
  const digest = ctx.store.apiKeys.list()[0]!.digestHex
  for (let i = 0; i < 3; i++) await send(INTEL_PATH)
  const window = other.windowOf(digest, 1_000_000, 'key')
  await until(() => {
    other.syncSiblings(clock.nowMs())
    return window.usedElsewhere >= 3
  }, 'what was used elsewhere is told')
  assert.equal(window.usedElsewhere, 3)
})
