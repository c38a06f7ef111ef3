import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNear, marketServers, priceOf, tokenOf } from '../../support/market-routes.ts'
import { NO_ADDRESS, strangerAddress } from '../../support/published-tokens.ts'
import { WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'

type Point = { readonly t: number; readonly v: number }

const success = successOf('GET /api/v2/tokens/{mint}/chart')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const servers = marketServers()

async function chart(mint: string, query = '', server = servers.full) {
  return success(await server.get(`/api/v2/tokens/${mint}/chart${query}`))
}

test('each period has its range and its candle size; the last close is the price', async () => {
  const { mint } = tokenOf(servers, 'bluechip')
  for (const [period, spanMs, stepMs] of [
    ['1h', HOUR_MS, MINUTE_MS],
    ['1d', DAY_MS, 15 * MINUTE_MS],
    ['7d', 7 * DAY_MS, HOUR_MS],
    ['30d', 30 * DAY_MS, 4 * HOUR_MS],
    ['90d', 90 * DAY_MS, 12 * HOUR_MS],
    ['365d', 365 * DAY_MS, DAY_MS],
  ] as const) {
    for (const server of [servers.full, servers.keyless]) {
      const reply = await chart(mint, `?period=${period}`, server)
      const points: Point[] = reply.points
      assert.deepEqual([reply.mint, reply.period, reply.resolution], [mint, period, 'candles'])
      assert.equal(reply.to - reply.from, spanMs)
      assert(points.length >= 25, `${period}: ${points.length}`)
      for (const [at, { t }] of points.entries()) {
        assert.equal(t % stepMs, 0, 'on the grid of the candle size')
        assert(t > reply.from - stepMs && t <= reply.to, 'within the range')
        if (at > 0) assert(t > points[at - 1]!.t, 'ascending')
      }
      assert(isNear(points.at(-1)!.v, await priceOf(server, mint)), period)
    }
  }
})

test('without a period, and with one that no one knows, it is 1d', async () => {
  const { mint } = tokenOf(servers, 'bluechip')
  for (const query of ['', '?period=', '?period=2d', '?period=1D', '?period=x'])
    assert.equal((await chart(mint, query)).period, '1d', query)
})

test('interval is another name of period, and period goes first', async () => {
  const { mint } = tokenOf(servers, 'bluechip')
  assert.equal((await chart(mint, '?interval=7d')).period, '7d')
  assert.equal((await chart(mint, '?interval=7d&period=30d')).period, '30d')
})

test('from and to bound the range; a to in the future is now, without a from it is as long as the period', async () => {
  const { mint } = tokenOf(servers, 'bluechip')
  const nowMs = servers.full.clock.nowMs()
  const from = nowMs - 3 * DAY_MS
  const to = nowMs - 2 * DAY_MS
  const both = await chart(mint, `?from=${from}&to=${to}`)
  assert.deepEqual([both.from, both.to], [from, to])
  assert(both.points.length > 90 && both.points.every(({ t }: Point) => t > from - 15 * MINUTE_MS && t <= to))
  const open = await chart(mint, `?period=7d&to=${to}`)
  assert.deepEqual([open.from, open.to], [to - 7 * DAY_MS, to])
  const future = await chart(mint, `?from=${from}&to=${nowMs + DAY_MS}`)
  assert.equal(future.from, from)
  assert(future.to <= servers.full.clock.nowMs())
})

test('a from that is not before to, and times that are no numbers, count as absent', async () => {
  const { mint } = tokenOf(servers, 'bluechip')
  const to = servers.full.clock.nowMs() - DAY_MS
  for (const from of [String(to), String(to + 1), 'x', '-5', '1e99', 'NaN'])
    assert.equal((await chart(mint, `?period=1h&from=${from}&to=${to}`)).from, to - HOUR_MS, from)
  for (const bad of ['x', '-1', '']) assert((await chart(mint, `?to=${bad}`)).to > to, 'now')
})

test('a range that would need more than a thousand candles comes in larger ones', async () => {
  const { mint } = tokenOf(servers, 'bluechip')
  const nowMs = servers.full.clock.nowMs()
  const wide = await chart(mint, `?period=1h&from=${nowMs - 30 * DAY_MS}&to=${nowMs}`)
  assert(wide.points.every(({ t }: Point) => t % HOUR_MS === 0))
  assert(wide.points.length > 700 && wide.points.length <= 1_001)
  const all = await chart(mint, `?from=0`)
  assert(all.points.every(({ t }: Point) => t % DAY_MS === 0))
})

test('prices are not turned round when the token is the quote side of its pools', async () => {
  const dollar = servers.tokens.find(({ symbol }) => symbol === 'USDC')!
  for (const server of [servers.full, servers.keyless]) {
    const { points, resolution } = await chart(dollar.mint, '', server)
    assert.equal(resolution, 'candles')
    for (const { v } of points) assert(isNear(v, 1, 0.01), String(v))
    const sol = (await chart(WSOL, '', server)).points.at(-1)
    assert(isNear(sol.v, (await server.get('/api/v2/market/sol-price')).json.price))
  }
})

test('a token without a pool, and an address that is no mint, have empty points', async () => {
  const poolless = tokenOf(servers, 'no_pool').mint
  for (const mint of [poolless, strangerAddress(1), NO_ADDRESS]) {
    for (const server of [servers.full, servers.keyless, servers.alone]) {
      const { points, resolution } = await chart(mint, '', server)
      assert.deepEqual([points, resolution], [[], 'resampled'])
    }
  }
})

test('with nothing configured points are empty: there is no 503', async () => {
  const reply = await chart(WSOL, '?period=7d', servers.bare)
  assert.deepEqual([reply.points, reply.period, reply.to - reply.from], [[], '7d', 7 * DAY_MS])
})

test('a node alone gives the newest trades of the best pool and the price now, as its own candles', async () => {
  for (const archetype of ['graduated', 'fresh_launch']) {
    const { mint } = tokenOf(servers, archetype)
    const own = await chart(mint, '?period=30d', servers.alone)
    const told = await chart(mint, '?period=30d')
    // The trades of a token that is minutes old may all be in one candle.
    if (archetype === 'graduated') assert.equal(own.resolution, 'candles')
    else assert(['candles', 'resampled'].includes(own.resolution))
    assert(own.points.length >= 2 && own.pool !== undefined, archetype)
    for (const [at, { t }] of own.points.entries()) if (at > 0) assert(t > own.points[at - 1].t)
    assert(isNear(own.points.at(-1).v, await priceOf(servers.alone, mint)))
    assert(isNear(own.points.at(-1).v, told.points.at(-1).v))
  }
})

test('what is no address is 400 invalid mint', async () => {
  for (const mint of ['xyz', '0'.repeat(40), `${WSOL}xx`])
    assertFails(await servers.full.get(`/api/v2/tokens/${mint}/chart`), 400, 'invalid mint')
})

test('answers live half a minute', async () => {
  const { mint } = tokenOf(servers, 'healthy')
  const first = await chart(mint)
  servers.full.clock.push(20_000)
  assert.equal((await chart(mint)).to, first.to)
  servers.full.clock.push(11_000)
  assert((await chart(mint)).to > first.to)
})
