import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { isNear, priceOf } from '../support/market-routes.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../support/published-tokens.ts'
import { assertFails, successOf } from '../support/reply-check.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'
import { usedSandbox } from '../support/used-sandbox.ts'

/** The chart and market routes while their providers go wrong, in each way there is. Every test has a server of its own
 *  with cold caches. */

const WAYS = [
  { kind: 'status', status: 500 },
  { kind: 'rateLimit', limit: 0, windowMs: 60_000 },
  { kind: 'truncate', bytes: 20 },
  { kind: 'garbage' },
  { kind: 'drop' },
] as const
const chartOf = successOf('GET /api/v2/tokens/{mint}/chart')
const ohlcvOf = successOf('GET /api/v2/tokens/{mint}/ohlcv')
const sourceOf = successOf('GET /api/v2/tokens/{mint}/chart-source')
const athOf = successOf('GET /api/v2/tokens/{mint}/ath')
const fullOf = successOf('GET /api/v2/tokens/{mint}/metadata-full')
const screenerOf = successOf('GET /api/v2/tokens/screener')
const solOf = successOf('GET /api/v2/market/sol-price/history')
const poolOf = successOf('GET /api/v2/market/pool-ohlcv')

let sandbox: StartedSandbox
let token: PublishedToken

before(async () => {
  sandbox = await usedSandbox('faults')
  token = (await publishedTokens(sandbox)).find(({ archetype }) => archetype === 'graduated')!
})
after(() => sandbox?.stop())
afterEach(() => sandbox.control('DELETE', '/faults'))

async function withServer(use: (server: OpenServer) => Promise<void>): Promise<void> {
  const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  try {
    await use(server)
    const errors = server.logLines.filter((line) => /"level":(50|60)/.test(line))
    assert.deepEqual(errors, [], 'a provider that fails is no error of ours')
  } finally {
    await server.stop()
  }
}

const spoil = (provider: string, fault: object = WAYS[0]) => sandbox.control('POST', '/faults', { provider, ...fault })
const ofToken = (server: OpenServer, name: string) => server.get(`/api/v2/tokens/${token.mint}/${name}`)
const pool = (server: OpenServer, query = '') => server.get(`/api/v2/market/pool-ohlcv?pool=${token.pool}${query}`)

for (const way of WAYS) {
  test(`market-data provider: ${way.kind}. The pool index, the search and the price list answer`, async () => {
    await spoil('mobula', way)
    await withServer(async (server) => {
      const price = await priceOf(server, token.mint)
      const chart = chartOf(await ofToken(server, 'chart?period=7d'))
      assert.equal(chart.resolution, 'candles')
      assert(isNear(chart.points.at(-1).v, price))
      const ath = athOf(await ofToken(server, 'ath'))
      assert(ath.ath >= price && ath.atl <= price && ath.fromAthPct <= 0)
      assert(isNear(poolOf(await pool(server)).candles.at(-1).c, price))
      const record = fullOf(await ofToken(server, 'metadata-full'))
      assert.deepEqual([record.symbol, record.categories, record.stale], [token.symbol, ['Pump Fun'], undefined])
      const { results, sortBy } = screenerOf(
        await server.get(`/api/v2/tokens/screener?input=${token.mint}&sortBy=holdersCount`),
      )
      assert.deepEqual([results[0].mint, sortBy], [token.mint, 'holdersCount'])
      assert(results[0].holders > 0)
      assert(solOf(await server.get('/api/v2/market/sol-price/history')).points.length > 20)
    })
  })

  test(`pool index too: ${way.kind}. Charts and extremes come from the chain’s own trades`, async () => {
    for (const provider of ['mobula', 'geckoterminal', 'coingecko', 'pyth']) await spoil(provider, way)
    await withServer(async (server) => {
      const price = await priceOf(server, token.mint)
      const ohlcv = ohlcvOf(await ofToken(server, 'ohlcv?period=7d'))
      assert.equal(ohlcv.resolution, 'candles')
      assert(isNear(ohlcv.candles.at(-1).c, price))
      const own = poolOf(await pool(server, '&period=1d'))
      assert(own.count >= 1 && own.candles.every(({ v }: { v: number }) => v > 0))
      assert.equal(sourceOf(await ofToken(server, 'chart-source')).pairAddress, token.pool)
      const ath = athOf(await ofToken(server, 'ath'))
      assert.equal(ath.price, price)
      assert(ath.ath >= price && ath.atl < price && ath.fromAthPct <= 0)
      const record = fullOf(await ofToken(server, 'metadata-full'))
      assert.deepEqual([record.symbol, record.categories, record.priceUSD], [token.symbol, [], price])
      const { points } = solOf(await server.get('/api/v2/market/sol-price/history'))
      assert(isNear(points.at(-1)[1], (await server.get('/api/v2/market/sol-price')).json.price))
    })
  })
}

test('everything down: 502 with the word of each route', async () => {
  await withServer(async (server) => {
    await spoil('*')
    assertFails(await ofToken(server, 'chart'), 502, 'chart data unavailable')
    assertFails(await ofToken(server, 'ohlcv'), 502, 'chart data unavailable')
    assertFails(await ofToken(server, 'chart-source'), 502, 'chart source unavailable')
    assertFails(await ofToken(server, 'ath'), 502, 'ath unavailable')
    assertFails(await ofToken(server, 'metadata-full'), 502, 'metadata unavailable')
    assertFails(await server.get('/api/v2/tokens/screener?input=so'), 502, 'screener unavailable')
    assertFails(await pool(server), 502, 'pool candles unavailable')
    assertFails(await server.get('/api/v2/market/sol-price/history'), 502, 'SOL price history unavailable')
  })
})

test('pool candles known before are served with stale: true for five minutes while the providers fail', async () => {
  await withServer(async (server) => {
    const fresh = poolOf(await pool(server))
    await spoil('mobula')
    await spoil('geckoterminal')
    server.clock.push(31_000)
    const stale = poolOf(await pool(server))
    assert.deepEqual([fresh.stale, stale.stale, stale.candles], [undefined, true, fresh.candles])
    server.clock.push(5 * 60_000)
    const own = poolOf(await pool(server))
    assert.equal(own.stale, undefined, 'too old: the chain’s own trades instead')
    await sandbox.control('DELETE', '/faults')
    // Past the longest rest of a breaker.
    server.clock.push(31_000)
    assert.deepEqual(poolOf(await pool(server)).candles.slice(0, -1), fresh.candles.slice(0, -1))
  })
})

test('a profile known before is served with stale: true while its providers fail, with present prices', async () => {
  await withServer(async (server) => {
    const fresh = fullOf(await ofToken(server, 'metadata-full'))
    await spoil('mobula')
    await spoil('geckoterminal')
    server.clock.push(6 * 60_000)
    const { stale, ...record } = fullOf(await ofToken(server, 'metadata-full'))
    assert.equal(stale, true)
    assert.deepEqual(record.socials, fresh.socials)
    assert.equal(record.priceUSD, await priceOf(server, token.mint))
    server.clock.push(50 * 60_000)
    assert.equal(fullOf(await ofToken(server, 'metadata-full')).stale, undefined)
  })
})

test('a screening known before is served with stale: true while the provider fails', async () => {
  const path = '/api/v2/tokens/screener?input=o&sortBy=trendingScore24h'
  await withServer(async (server) => {
    const fresh = screenerOf(await server.get(path))
    await spoil('mobula')
    server.clock.push(61_000)
    const stale = screenerOf(await server.get(path))
    assert.deepEqual([stale.stale, stale.sortBy, stale.results], [true, 'trendingScore24h', fresh.results])
    const other = screenerOf(await server.get('/api/v2/tokens/screener?input=so&sortBy=trendingScore24h'))
    assert.deepEqual([other.stale, other.sortBy], [undefined, 'volume24h'], 'never asked before: sorted here')
  })
})

test('a chart made without its first source lives five seconds', async () => {
  await withServer(async (server) => {
    await spoil('mobula')
    await spoil('geckoterminal')
    assert.equal(chartOf(await ofToken(server, 'chart')).pool, token.pool, 'its own candles')
    await sandbox.control('DELETE', '/faults')
    server.clock.push(3_000)
    assert.equal(chartOf(await ofToken(server, 'chart')).pool, token.pool, 'its own candles')
    server.clock.push(31_000)
    const { resolution, pool: own } = chartOf(await ofToken(server, 'chart'))
    assert.deepEqual([resolution, own], ['candles', undefined])
  })
})

test('providers that hang: each route answers with what the others know', async () => {
  for (const provider of ['mobula', 'geckoterminal', 'coingecko', 'pyth'])
    await spoil(provider, { kind: 'delay', delayMs: 600_000 })
  await withServer(async (server) => {
    const [chart, candles, ath, record, screener, sol] = await Promise.all([
      ofToken(server, 'chart?period=7d'),
      pool(server),
      ofToken(server, 'ath'),
      ofToken(server, 'metadata-full'),
      server.get(`/api/v2/tokens/screener?input=${token.mint}`),
      server.get('/api/v2/market/sol-price/history'),
    ])
    assert.equal(chartOf(chart).pool, token.pool)
    assert(poolOf(candles).count >= 1)
    assert(athOf(ath).price > 0)
    assert.equal(fullOf(record).symbol, token.symbol)
    assert.equal(screenerOf(screener).results[0].mint, token.mint)
    assert(solOf(sol).points.length >= 1)
  })
})
