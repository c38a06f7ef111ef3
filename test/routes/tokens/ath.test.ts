import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type LocalServer, sendJson, startLocalServer } from '../../support/local-server.ts'
import { isNear, marketServers, priceOf, tokenOf } from '../../support/market-routes.ts'
import { openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, strangerAddress } from '../../support/published-tokens.ts'
import { WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'

const success = successOf('GET /api/v2/tokens/{mint}/ath')
const servers = marketServers()
const locals: LocalServer[] = []
after(() => Promise.all(locals.map((server) => server.close())))

async function ath(mint: string, server = servers.full) {
  return success(await server.get(`/api/v2/tokens/${mint}/ath`))
}

/** A live server whose only provider is a market-data provider that says this. */
async function withMarket(
  answers: Readonly<Record<string, unknown>>,
  use: (get: typeof ath, asked: () => string[], push: (ms: number) => void) => Promise<void>,
) {
  const local = await startLocalServer(({ url }, response) => {
    const answer = answers[new URL(url, 'http://local').pathname]
    sendJson(response, answer ?? { message: 'not found' }, answer === undefined ? 404 : 200)
  })
  locals.push(local)
  const server = await openServer({ MINTGLASS_MODE: 'live', MOBULA_URL: local.url })
  const asked = () => local.seen.map(({ url }) => new URL(url, 'http://local').pathname)
  try {
    await use(
      (mint) => ath(mint, server),
      asked,
      (ms) => server.clock.push(ms),
    )
  } finally {
    await server.stop()
  }
}

test('the price lies between the extremes, and the percentages say how far', async () => {
  for (const archetype of ['bluechip', 'healthy', 'graduated', 'fresh_launch']) {
    const { mint } = tokenOf(servers, archetype)
    for (const server of [servers.full, servers.keyless]) {
      const { price, ath: high, atl, athDate, atlDate, fromAthPct, fromAtlPct } = await ath(mint, server)
      assert.equal(price, await priceOf(server, mint))
      assert(high >= price && atl <= price && atl > 0, archetype)
      assert(fromAthPct <= 0 && fromAtlPct >= 0)
      assert(Math.abs(fromAthPct - (price / high - 1) * 100) < 1e-9)
      assert(Math.abs(fromAtlPct - (price / atl - 1) * 100) < 1e-9)
      for (const date of [athDate, atlDate]) assert.equal(new Date(date).toISOString(), date)
    }
  }
})

test('extremes a provider names are near those of the candles, and the change is that of the prices', async () => {
  const { mint } = tokenOf(servers, 'bluechip')
  const record = await ath(mint)
  const { candles } = (await servers.full.get(`/api/v2/tokens/${mint}/ohlcv?period=30d`)).json
  assert(isNear(record.ath, Math.max(...candles.map(({ h }: { h: number }) => h)), 0.02))
  assert(isNear(record.atl, Math.min(...candles.map(({ l }: { l: number }) => l)), 0.02))
  const { prices } = (await servers.full.post('/api/v2/tokens/prices', { mints: [mint] })).json
  assert.equal(record.priceChange24h, prices[mint].priceChange24h)
})

const [FIRST_DAY_MS, SECOND_DAY_MS] = [Date.parse('2025-01-02'), Date.parse('2025-01-03')]
const DAILY = [
  { t: FIRST_DAY_MS, o: 2, h: 9, l: 2, c: 3, v: 1 },
  { t: SECOND_DAY_MS, o: 3, h: 4, l: 1, c: 4, v: 1 },
]

test('no second history call when both extremes are named', async () => {
  const named = { priceUSD: 4, athUSD: 8, atlUSD: 2, athDate: '2025-01-01T00:00:00.000Z', atlDate: null }
  const answers = { '/2/token/ath': { data: named }, '/1/market/data': { data: { price: 4, price_change_24h: -3 } } }
  await withMarket({ ...answers, '/2/token/ohlcv-history': { data: DAILY } }, async (get, asked) => {
    assert.deepEqual(await get(WSOL), {
      success: true,
      price: 4,
      ath: 8,
      atl: 2,
      athDate: '2025-01-01T00:00:00.000Z',
      atlDate: null,
      fromAthPct: -50,
      fromAtlPct: 100,
      priceChange24h: -3,
    })
    assert(!asked().includes('/2/token/ohlcv-history'), asked().join(' '))
  })
})

test('an extreme that is not named is derived from one daily history call; the named one stays', async () => {
  const named = { priceUSD: 4, athUSD: 8, athDate: '2025-01-01T00:00:00.000Z' }
  await withMarket(
    { '/2/token/ath': { data: named }, '/2/token/ohlcv-history': { data: DAILY } },
    async (get, asked) => {
      const record = await get(WSOL)
      assert.deepEqual([record.ath, record.athDate], [8, '2025-01-01T00:00:00.000Z'])
      assert.deepEqual([record.atl, record.atlDate], [1, new Date(SECOND_DAY_MS).toISOString()])
      assert.equal(asked().filter((path) => path === '/2/token/ohlcv-history').length, 1)
    },
  )
})

test('percentages are null without a price, and without an extreme; zero counts as none', async () => {
  await withMarket({ '/2/token/ath': { data: { athUSD: 8, atlUSD: 2 } } }, async (get) => {
    const { price, ath: high, fromAthPct, fromAtlPct } = await get(WSOL)
    assert.deepEqual([price, high, fromAthPct, fromAtlPct], [null, 8, null, null])
  })
  await withMarket({ '/2/token/ath': { data: { priceUSD: 4, athUSD: 0 } } }, async (get) => {
    const { price, ath: high, atl, fromAthPct, fromAtlPct } = await get(WSOL)
    assert.deepEqual([price, high, atl, fromAthPct, fromAtlPct], [4, null, null, null, null])
  })
  await withMarket({ '/2/token/ath': { data: { priceUSD: 0, athUSD: 8, atlUSD: 2 } } }, async (get) => {
    const { price, fromAthPct, fromAtlPct } = await get(WSOL)
    assert.deepEqual([price, fromAthPct, fromAtlPct], [null, null, null])
  })
})

test('what has no price has no change either, whatever the provider says', async () => {
  const answers = {
    '/2/token/ath': { data: { priceUSD: null } },
    '/1/market/data': { data: { price: 0, price_change_24h: 0 } },
  }
  await withMarket(answers, async (get) => {
    const { price, priceChange24h } = await get(WSOL)
    assert.deepEqual([price, priceChange24h], [null, null])
  })
  assert.equal((await ath(tokenOf(servers, 'no_pool').mint)).priceChange24h, null)
})

test('a price beyond an extreme is the new extreme, of now', async () => {
  const named = { priceUSD: 10, athUSD: 8, atlUSD: 2, athDate: '2025-01-01T00:00:00.000Z' }
  await withMarket({ '/2/token/ath': { data: named } }, async (get) => {
    const { ath: high, athDate, fromAthPct } = await get(WSOL)
    assert.deepEqual([high, fromAthPct], [10, 0])
    assert(Date.parse(athDate) > Date.parse('2026-01-01'))
  })
})

test('a node alone knows the extremes of a token whose whole life it has, and says why it knows no others', async () => {
  const fresh = await ath(tokenOf(servers, 'fresh_launch').mint, servers.alone)
  assert(fresh.ath >= fresh.price && fresh.atl <= fresh.price)
  const old = await ath(tokenOf(servers, 'bluechip').mint, servers.alone)
  assert(old.price > 0)
  assert.deepEqual([old.ath, old.atl, old.athDate, old.fromAthPct], [null, null, null, null])
  assert.match(old.missing[0], /^trades before \d{4}-.* were not read of the node$/)
  // A curve that was left behind belongs to the life of its token.
  const graduated = await ath(tokenOf(servers, 'graduated').mint, servers.alone)
  const told = await ath(tokenOf(servers, 'graduated').mint)
  assert(graduated.ath >= graduated.price && Date.parse(graduated.athDate) > 0)
  assert(graduated.atl < told.price)
})

test('of an unknown mint everything is null', async () => {
  const nothing = { price: null, ath: null, atl: null, athDate: null, atlDate: null }
  for (const mint of [strangerAddress(4), NO_ADDRESS])
    assert.deepEqual(await ath(mint), {
      success: true,
      ...nothing,
      fromAthPct: null,
      fromAtlPct: null,
      priceChange24h: null,
    })
})

test('an answer lives 120 s', async () => {
  const named = { priceUSD: 4, athUSD: 8, atlUSD: 2 }
  await withMarket({ '/2/token/ath': { data: named } }, async (get, asked, push) => {
    const count = () => asked().filter((path) => path === '/2/token/ath').length
    await get(WSOL)
    push(110_000)
    await get(WSOL)
    assert.equal(count(), 1)
    push(11_000)
    await get(WSOL)
    assert.equal(count(), 2)
  })
})

test('with nothing configured it is 503 with the names, and what is no address 400 invalid mint', async () => {
  const path = `/api/v2/tokens/${WSOL}/ath`
  assertFails(await servers.bare.get(path), 503, 'provider not configured: market or pools or rpc')
  assertFails(await servers.full.get('/api/v2/tokens/x/ath'), 400, 'invalid mint')
})
