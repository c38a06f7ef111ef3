import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNear, marketServers, tokenOf } from '../../support/market-routes.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'

type Result = { mint: string; volume24hUSD: number; liquidityUSD: number; holders: number; priceUSD: number }

const PATH = '/api/v2/tokens/screener'
const success = successOf(`GET ${PATH}`)
const SORTS = ['trendingScore24h', 'volume24h', 'liquidity', 'holdersCount', 'createdAt', 'organicVolume1h']
const servers = marketServers()

async function screen(query: string, server = servers.full) {
  return success(await server.get(`${PATH}?${query}`))
}

test('a token is found by symbol, name and mint, with the figures of the other routes', async () => {
  const { mint, symbol } = tokenOf(servers, 'bluechip')
  const { prices } = (await servers.full.post('/api/v2/tokens/prices', { mints: [mint] })).json
  const own = (await servers.full.post('/api/v2/tokens/metadata', { mints: [mint] })).json.tokens[mint]
  for (const server of [servers.full, servers.keyless]) {
    for (const input of [symbol, symbol.toLowerCase(), own.name, mint]) {
      const { results } = await screen(`input=${encodeURIComponent(input)}`, server)
      const row = results.find((one: Result) => one.mint === mint)
      assert.deepEqual([row.symbol, row.name, row.decimals], [symbol, own.name, own.decimals], input)
      assert(isNear(row.priceUSD, prices[mint].priceUsd))
      assert(isNear(row.liquidityUSD, prices[mint].liquidityUsd, 1e-3))
      assert(isNear(row.volume24hUSD, prices[mint].volume24h, 1e-2))
    }
  }
})

test('the envelope adds input, sortBy and count', async () => {
  const reply = await screen('input=%20so%20')
  assert.deepEqual([reply.input, reply.sortBy, reply.count], ['so', 'volume24h', reply.results.length])
  assert.equal(reply.stale, undefined)
})

test('input is required: absent or blank is 400', async () => {
  for (const query of ['', '?input=', '?input=%20%20', '?sortBy=liquidity'])
    assertFails(await servers.full.get(`${PATH}${query}`), 400, 'input required')
})

test('sortBy is one of six and falls back to volume24h', async () => {
  for (const sortBy of SORTS) assert.equal((await screen(`input=o&sortBy=${sortBy}`)).sortBy, sortBy)
  for (const sortBy of ['', 'x', 'marketCap', 'VOLUME24H'])
    assert.equal((await screen(`input=o&sortBy=${sortBy}`)).sortBy, 'volume24h', sortBy)
})

test('results come in the order that was asked for', async () => {
  for (const server of [servers.full, servers.keyless]) {
    for (const [sortBy, member] of [
      ['volume24h', 'volume24hUSD'],
      ['liquidity', 'liquidityUSD'],
    ] as const) {
      const { results } = await screen(`input=o&limit=20&sortBy=${sortBy}`, server)
      assert(results.length > 5)
      for (const [at, row] of results.entries())
        if (at > 0) assert((results[at - 1][member] ?? -1) >= (row[member] ?? -1), sortBy)
    }
  }
})

test('limit is 10 by default and clamped to 1 and 20', async () => {
  for (const [query, count] of [
    ['', 10],
    ['&limit=x', 10],
    ['&limit=0', 1],
    ['&limit=-3', 1],
    ['&limit=3', 3],
    ['&limit=20', 20],
    ['&limit=500', 20],
  ] as const)
    assert.equal((await screen(`input=o${query}`)).count, count, query)
})

test('what only the screener provider can rank comes by volume without it, and the envelope says so', async () => {
  for (const sortBy of ['trendingScore24h', 'organicVolume1h', 'holdersCount'])
    assert.equal((await screen(`input=so&sortBy=${sortBy}`, servers.keyless)).sortBy, 'volume24h', sortBy)
  assert.equal((await screen('input=so&sortBy=createdAt', servers.keyless)).sortBy, 'createdAt')
})

test('what no one is called finds nothing', async () => {
  for (const server of [servers.full, servers.keyless])
    assert.deepEqual((await screen('input=nobody-is-called-this', server)).results, [])
})

test('a node alone finds the token of a mint; with nothing configured 503 with the names', async () => {
  const { mint, symbol } = tokenOf(servers, 'graduated')
  const { results } = await screen(`input=${mint}`, servers.alone)
  assert.deepEqual([results.length, results[0].mint, results[0].symbol], [1, mint, symbol])
  assert(results[0].priceUSD > 0 && results[0].liquidityUSD > 0)
  const names = 'provider not configured: market or pairs or tokens or rpc'
  assertFails(await servers.bare.get(`${PATH}?input=so`), 503, names)
})
