import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type LocalServer, sendJson, startLocalServer } from '../../support/local-server.ts'
import { isNear, marketServers, priceOf, tokenOf } from '../../support/market-routes.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'

type Row = { readonly t: number; o: number; h: number; l: number; c: number; v: number | null }

const success = successOf('GET /api/v2/tokens/{mint}/ohlcv')
const DAY_MS = 86_400_000
const HISTORY_POINTS = 2_000
const servers = marketServers()
/** A market-data provider that has no candles, only single prices over the last day. */
let pricesOnly: LocalServer
let derived: OpenServer

before(async () => {
  pricesOnly = await startLocalServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://local')
    if (pathname !== '/1/market/history') return sendJson(response, { data: [] })
    const from = Number(searchParams.get('from'))
    const stepMs = (Number(searchParams.get('to')) - from) / HISTORY_POINTS
    const rows = Array.from({ length: HISTORY_POINTS }, (_, at) => [Math.round(from + at * stepMs), 1 + (at % 7)])
    sendJson(response, { data: { price_history: rows } })
  })
  derived = await openServer({ MINTGLASS_MODE: 'live', MOBULA_URL: pricesOnly.url })
})
after(async () => {
  await derived?.stop()
  await pricesOnly?.close()
})

async function ohlcv(mint: string, query = '', server = servers.full) {
  return success(await server.get(`/api/v2/tokens/${mint}/ohlcv${query}`))
}

test('real candles pass through un-bucketed, whatever buckets says', async () => {
  const { mint } = tokenOf(servers, 'bluechip')
  for (const server of [servers.full, servers.keyless]) {
    for (const query of ['', '?buckets=10', '?buckets=300']) {
      const reply = await ohlcv(mint, query, server)
      assert.equal(reply.resolution, 'candles')
      assert(reply.count >= 95 && reply.count <= 97, `${query} ${reply.count}`)
      assert.equal(reply.count, reply.candles.length)
    }
  }
})

test('candles hold together: high and low around open and close, volumes in USD, ascending', async () => {
  for (const archetype of ['bluechip', 'healthy', 'graduated', 'fresh_launch', 'bundled']) {
    const { mint } = tokenOf(servers, archetype)
    const rows: Row[] = (await ohlcv(mint, '?period=7d')).candles
    assert(rows.length > 0, archetype)
    for (const [at, { t, o, h, l, c, v }] of rows.entries()) {
      assert(l > 0 && l <= Math.min(o, c) && h >= Math.max(o, c))
      assert(v !== null && v >= 0)
      if (at > 0) assert(t > rows[at - 1]!.t)
    }
    assert(rows.some(({ v }) => v! > 0))
  }
})

test('chart and ohlcv give the same closes, and the last one is the price', async () => {
  for (const archetype of ['bluechip', 'graduated', 'fresh_launch']) {
    const { mint } = tokenOf(servers, archetype)
    const rows: Row[] = (await ohlcv(mint, '?period=7d')).candles
    const { points } = (await servers.full.get(`/api/v2/tokens/${mint}/chart?period=7d`)).json
    assert.deepEqual(
      rows.map(({ t, c }) => ({ t, v: c })),
      points,
    )
    assert(isNear(rows.at(-1)!.c, await priceOf(servers.full, mint)))
  }
})

test('the day’s volume is the sum of its candles', async () => {
  const { mint } = tokenOf(servers, 'bluechip')
  const { candles } = await ohlcv(mint)
  const { prices } = (await servers.full.post('/api/v2/tokens/prices', { mints: [mint] })).json
  const sum = candles.reduce((total: number, { v }: Row) => total + v!, 0)
  assert(isNear(sum, prices[mint].volume24h, 0.05), `${sum} ${prices[mint].volume24h}`)
})

test('without candles they are derived from prices: 80 buckets by default, clamped to 10 and 300, v null', async () => {
  for (const [query, count] of [
    ['', 80],
    ['?buckets=80', 80],
    ['?buckets=x', 80],
    ['?buckets=', 80],
    ['?buckets=1', 10],
    ['?buckets=-7', 10],
    ['?buckets=10', 10],
    ['?buckets=33.9', 33],
    ['?buckets=300', 300],
    ['?buckets=5000', 300],
  ] as const) {
    const reply = await ohlcv(WSOL, query, derived)
    assert.deepEqual([reply.resolution, reply.count, reply.candles.length], ['resampled', count, count], query)
    const rows: Row[] = reply.candles
    for (const [at, { t, o, h, l, c, v }] of rows.entries()) {
      assert.equal(v, null)
      assert(l <= Math.min(o, c) && h >= Math.max(o, c))
      const widthMs = (reply.to - reply.from) / count
      assert(Math.abs(t - (reply.from + at * widthMs)) <= 1, 'evenly spaced from the start of the range')
    }
  }
  const { candles } = await ohlcv(WSOL, '?buckets=10', derived)
  assert.deepEqual([candles[0].h, candles[0].l], [7, 1], 'two hundred prices in a bucket')
})

test('a chart of such prices is thinned to three hundred points and says resampled', async () => {
  const { json } = await derived.get(`/api/v2/tokens/${WSOL}/chart`)
  assert.deepEqual([json.resolution, json.points.length], ['resampled', 300])
})

test('a node alone folds candles of the pool’s own trades, with their volume', async () => {
  const { mint } = tokenOf(servers, 'fresh_launch')
  const reply = await ohlcv(mint, '?period=30d&buckets=300', servers.alone)
  assert.equal(reply.resolution, 'candles')
  assert(reply.count >= 1 && reply.candles.every(({ v }: Row) => v !== null && v >= 0))
  assert(reply.candles.some(({ v }: Row) => v! > 0))
  assert(isNear(reply.candles.at(-1).c, await priceOf(servers.alone, mint)))
})

test('period, interval, from and to are those of the chart', async () => {
  const { mint } = tokenOf(servers, 'bluechip')
  assert.equal((await ohlcv(mint, '?period=3d')).period, '1d')
  assert.equal((await ohlcv(mint, '?interval=90d')).period, '90d')
  const to = servers.full.clock.nowMs() - DAY_MS
  const reply = await ohlcv(mint, `?period=1h&from=${to - 7_200_000}&to=${to}`)
  assert.deepEqual([reply.from, reply.to], [to - 7_200_000, to])
})

test('folded candles are those of the finer ones: 4 h and 12 h from hours', async () => {
  const { mint } = tokenOf(servers, 'bluechip')
  for (const period of ['30d', '90d']) {
    const own: Row[] = (await ohlcv(mint, `?period=${period}`)).candles
    const index: Row[] = (await ohlcv(mint, `?period=${period}`, servers.keyless)).candles
    const later = own.slice(-50, -1)
    const same = new Map(index.map((row) => [row.t, row]))
    for (const row of later) {
      const other = same.get(row.t)!
      for (const key of ['o', 'h', 'l', 'c', 'v'] as const) assert(isNear(row[key]!, other[key]!, 1e-9), key)
    }
  }
})

test('with nothing configured it is 503 with the names, and what is no address 400 invalid mint', async () => {
  const path = `/api/v2/tokens/${WSOL}/ohlcv`
  assertFails(await servers.bare.get(path), 503, 'provider not configured: market or pools or rpc')
  assertFails(await servers.full.get('/api/v2/tokens/x/ohlcv'), 400, 'invalid mint')
})
