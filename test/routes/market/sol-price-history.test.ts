import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendJson, startLocalServer } from '../../support/local-server.ts'
import { isNear, marketServers } from '../../support/market-routes.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'

type Point = readonly [number, number]

const PATH = '/api/v2/market/sol-price/history'
const success = successOf(`GET ${PATH}`)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const RANGES = [
  ['1h', HOUR_MS, 5 * MINUTE_MS],
  ['24h', DAY_MS, HOUR_MS],
  ['7d', 7 * DAY_MS, HOUR_MS],
  ['30d', 30 * DAY_MS, DAY_MS],
] as const
const servers = marketServers()

/** Back to when the world was built: no one has traded since, and a sandbox of a long run may be an hour old. */
function rewind({ clock }: OpenServer): void {
  clock.push(servers.sandbox.readyAtMs - clock.nowMs())
}

async function history(query = '', server = servers.full) {
  return success(await server.get(`${PATH}${query}`))
}

function assertHistory(points: readonly Point[], generatedAt: number, spanMs: number, stepMs: number): void {
  assert(points.length <= 300)
  for (const [at, [t, price]] of points.entries()) {
    assert(t >= generatedAt - spanMs && t <= generatedAt && price > 0)
    if (at > 0) assert(Math.floor(t / stepMs) > Math.floor(points[at - 1]![0] / stepMs), 'one per native period')
  }
}

test('each range in its native period, ascending, at most 300 points; the last one is the SOL price', async () => {
  for (const server of [servers.full, servers.keyless]) {
    rewind(server)
    for (const [range, spanMs, stepMs] of RANGES) {
      const reply = await history(`?range=${range}`, server)
      assert.equal(reply.range, range)
      assertHistory(reply.points, reply.generatedAt, spanMs, stepMs)
      assert(reply.points.length >= (spanMs / stepMs) * 0.9, `${range}: ${reply.points.length}`)
      assert(isNear(reply.points.at(-1)[1], (await server.get('/api/v2/market/sol-price')).json.price))
    }
  }
})

test('without a range, and with one that no one knows, it is 24h', async () => {
  for (const query of ['', '?range=', '?range=1d', '?range=24H', '?range=90d'])
    assert.equal((await history(query)).range, '24h', query)
})

test('any one of the sources is enough: price list, oracle bars, pool index, market data', async () => {
  const { urls } = servers.sandbox
  const told = (await history('?range=24h')).points as Point[]
  for (const [env, name] of [
    ['COINGECKO_URL', 'coingecko'],
    ['PYTH_BENCHMARKS_URL', 'pythBenchmarks'],
    ['MOBULA_URL', 'mobula'],
  ] as const) {
    const server = await openServer({ MINTGLASS_MODE: 'live', [env]: urls[name]! })
    try {
      const { points, generatedAt } = await history('?range=24h', server)
      assertHistory(points, generatedAt, DAY_MS, HOUR_MS)
      assert(points.length >= 20, name)
      assert(isNear(points.at(-1)[1], told.at(-1)![1], 0.01), name)
    } finally {
      await server.stop()
    }
  }
})

test('a node alone gives the trades of SOL’s own pool and the price now', async () => {
  for (const [range, spanMs, stepMs] of RANGES) {
    const { points, generatedAt } = await history(`?range=${range}`, servers.alone)
    assert(points.length >= 1)
    assertHistory(points, generatedAt, spanMs, stepMs)
    assert(isNear(points.at(-1)[1], (await servers.alone.get('/api/v2/market/sol-price')).json.price))
  }
})

test('own rows that cover the range answer without any provider', async () => {
  const server = await openServer({ MINTGLASS_MODE: 'live', JUPITER_URL: 'http://127.0.0.1:9' })
  try {
    const nowMs = server.clock.nowMs()
    for (let tMs = nowMs - HOUR_MS; tMs < nowMs; tMs += MINUTE_MS)
      await server.ctx.store.solPrices.put({ tMs, priceUsd: 100 + (nowMs - tMs) / HOUR_MS, tier: 'jupiter' })
    const { points, generatedAt } = await history('?range=1h', server)
    assertHistory(points, generatedAt, HOUR_MS, 5 * MINUTE_MS)
    assert(points.length >= 12 && points.length <= 14)
    assert(isNear(points.at(-1)[1], 100, 0.001))
  } finally {
    await server.stop()
  }
})

test('own rows that begin after the range did are not all of it: a provider adds the beginning', async () => {
  // A price list that always reaches to this moment: what a sandbox tells of the last hour depends on its age.
  const prices: Point[] = []
  const provider = await startLocalServer((_request, response) => sendJson(response, { prices }))
  const server = await openServer({ MINTGLASS_MODE: 'live', COINGECKO_URL: provider.url })
  try {
    const nowMs = server.clock.nowMs()
    for (let tMs = nowMs - DAY_MS; tMs <= nowMs; tMs += 5 * MINUTE_MS) prices.push([tMs, 90])
    for (let tMs = nowMs - 55 * MINUTE_MS + 1_000; tMs < nowMs; tMs += MINUTE_MS)
      await server.ctx.store.solPrices.put({ tMs, priceUsd: 100, tier: 'jupiter' })
    const { points, generatedAt } = await history('?range=1h', server)
    assertHistory(points, generatedAt, HOUR_MS, 5 * MINUTE_MS)
    assert(points[0][0] <= generatedAt - 55 * MINUTE_MS, `${(generatedAt - points[0][0]) / MINUTE_MS} minutes`)
    assert.equal(points[0][1], 90, 'it is the provider that tells it')
    assert.deepEqual(
      provider.seen.map(({ url }) => new URL(url, provider.url).pathname),
      ['/coins/solana/market_chart'],
    )
  } finally {
    await server.stop()
    await provider.close()
  }
})

test('answers live 60 s, 5 min, 15 min and 30 min', async () => {
  for (const [range, ttlMs] of [
    ['1h', MINUTE_MS],
    ['24h', 5 * MINUTE_MS],
    ['7d', 15 * MINUTE_MS],
    ['30d', 30 * MINUTE_MS],
  ] as const) {
    const server = await openServer({ SANDBOX_URL: servers.sandbox.urls['rpc']! })
    try {
      const first = (await history(`?range=${range}`, server)).generatedAt
      server.clock.push(ttlMs - 10_000)
      assert.equal((await history(`?range=${range}`, server)).generatedAt, first, range)
      server.clock.push(11_000)
      assert((await history(`?range=${range}`, server)).generatedAt > first, range)
    } finally {
      await server.stop()
    }
  }
})

test('with nothing configured it is 503 with the names', async () => {
  assertFails(
    await servers.bare.get(PATH),
    503,
    'provider not configured: solHistory or oracleHistory or pools or market or prices or pairs or oracle or rpc',
  )
})
