import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { type PublishedToken, publishedTokens, strangerAddress } from '../support/published-tokens.ts'
import { readChainMint, readChainPool, readChainSolPriceUsd } from '../support/read-chain.ts'
import { assertFails, successOf } from '../support/reply-check.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'
import { usedSandbox } from '../support/used-sandbox.ts'

/** One provider after the other goes wrong, in each way there is. Every test has a server of its own with cold
 *  caches. */

const WAYS = [
  { kind: 'status', status: 500 },
  { kind: 'rateLimit', limit: 0, windowMs: 60_000 },
  { kind: 'truncate', bytes: 20 },
  { kind: 'garbage' },
  { kind: 'drop' },
] as const
const metadataOf = successOf('POST /api/v2/tokens/metadata')
const pricesOf = successOf('POST /api/v2/tokens/prices')
const pairsOf = successOf('POST /api/v2/tokens/pairs-batch')
const trendingOf = successOf('GET /api/v2/tokens/trending')
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')
const solPriceOf = successOf('GET /api/v2/market/sol-price')

let sandbox: StartedSandbox
let tokens: readonly PublishedToken[]
let token: PublishedToken
let coinPriceUsd: number

before(async () => {
  sandbox = await usedSandbox('faults')
  tokens = await publishedTokens(sandbox)
  token = tokens.find(({ archetype }) => archetype === 'graduated')!
  const rpc = sandbox.urls['rpc']!
  coinPriceUsd = (await readChainPool(rpc, token.pool!))!.priceNative * (await readChainSolPriceUsd(rpc))
})
after(() => sandbox?.stop())
afterEach(() => sandbox.control('DELETE', '/faults'))

async function withServer(use: (server: OpenServer) => Promise<void>): Promise<void> {
  const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  try {
    await use(server)
    assert.deepEqual(
      server.logLines.filter((line) => /"level":(50|60)/.test(line)),
      [],
      'a provider that fails is no error of ours',
    )
  } finally {
    await server.stop()
  }
}

const spoil = (provider: string, fault: object = WAYS[0], match?: string) =>
  sandbox.control('POST', '/faults', { provider, ...fault, ...(match === undefined ? {} : { match }) })
const isNear = (given: number, wanted: number) => Math.abs(given / wanted - 1) < 1e-6
const askMany = (server: OpenServer, name: string, mint: string) =>
  server.post(`/api/v2/tokens/${name}`, { mints: [mint] })
const askIntel = async (server: OpenServer, mint = token.mint) =>
  intelOf(await server.get(`/api/v2/tokens/${mint}/intel?explain=1`))

for (const way of WAYS) {
  test(`market data: ${way.kind}. Pools and what is traded come from the chain, search is 502`, async () => {
    await spoil('dexscreener', way)
    await withServer(async (server) => {
      const pair = pairsOf(await askMany(server, 'pairs-batch', token.mint)).pairs[token.mint]
      assert.equal(pair.pairAddress, token.pool)
      assert(isNear(pair.priceUsd, coinPriceUsd))
      assert.equal(pair.url, null)
      assert(pair.volume.h24 > 0, 'the trades of the pool itself')
      const { prices } = pricesOf(await askMany(server, 'prices', token.mint))
      assert(isNear(prices[token.mint].priceUsd, coinPriceUsd))
      assertFails(await server.get(`/api/v2/tokens/search?q=${token.symbol}`), 502, 'search unavailable')
      const [first] = trendingOf(await server.get('/api/v2/tokens/trending')).tokens
      assert.deepEqual([first.rank, first.boosts, first.rankChange1h], [1, 0, null])
      assertFails(await server.get('/api/v2/tokens/trending/raw'), 502, 'trending unavailable')
      assert.equal(metadataOf(await askMany(server, 'metadata', token.mint)).tokens[token.mint].source, 'das')
      const record = await askIntel(server)
      assert(isNear(record.price_usd, coinPriceUsd))
      assert.deepEqual([record.market.source, record.holders_meta.exact], ['chain', true])
    })
  })

  test(`asset index: ${way.kind}. Metadata comes from the mint's own accounts`, async () => {
    await spoil('das', way)
    await withServer(async (server) => {
      const { mint, symbol } = token
      const entry = metadataOf(await askMany(server, 'metadata', mint)).tokens[mint]
      const { supplyRaw, decimals } = await readChainMint(sandbox.urls['rpc']!, mint)
      assert.deepEqual([entry.symbol, entry.decimals, entry.supply], [symbol, decimals, String(supplyRaw)])
      assert.match(entry.source, /^indexer:/)
      assert.deepEqual([entry.description, entry.image], [null, null])
      assert.match(entry.uri, /^https?:/)
      const record = await askIntel(server)
      assert.deepEqual([record.symbol, record.holders_meta.exact], [symbol, true])
    })
  })

  test(`price provider: ${way.kind}. Prices of pools stay, the rest is left out, SOL has other sources`, async () => {
    await spoil('jupiter', way)
    await withServer(async (server) => {
      const usdc = tokens.find(({ symbol }) => symbol === 'USDC')!.mint
      const { prices } = pricesOf(await server.post('/api/v2/tokens/prices', { mints: [token.mint, usdc] }))
      assert.deepEqual(Object.keys(prices), [token.mint, usdc])
      assert(Math.abs(prices[usdc].priceUsd - 1) < 0.01)
      const { price, source } = solPriceOf(await server.get('/api/v2/market/sol-price'))
      assert(isNear(price, await readChainSolPriceUsd(sandbox.urls['rpc']!)))
      assert.equal(source, 'jupiter', 'the word names the live tier, whoever spoke')
      const record = await askIntel(server)
      assert(isNear(record.price_usd, coinPriceUsd))
      assert.deepEqual([record.metadata.bonded, record.holders_meta.source], [true, 'enumeration'])
    })
  })

  test(`node: ${way.kind}. What providers know stays, what only the chain knows is null`, async () => {
    await spoil('rpc', way)
    await withServer(async (server) => {
      assert.equal(pairsOf(await askMany(server, 'pairs-batch', token.mint)).count, 1)
      assert.equal(pricesOf(await askMany(server, 'prices', token.mint)).count, 1)
      assert.equal(metadataOf(await askMany(server, 'metadata', token.mint)).tokens[token.mint].source, 'das')
      assert.equal(trendingOf(await server.get('/api/v2/tokens/trending')).tokens[0].rank, 1)
      const record = await askIntel(server)
      assert(isNear(record.price_usd, coinPriceUsd))
      assert.deepEqual([record.supply, record.top_holders, record.launch], [null, [], null])
      assert.deepEqual(record.risk, {
        score: null,
        verdict: null,
        risks: [],
        unknown: ['top10_pct', 'insiders_pct', 'bundlers_pct', 'snipers_pct', 'dev_pct'],
      })
      assert.deepEqual([record.verdict, record.rugScore], [null, null], 'nothing known is not nothing wrong')
      assert.deepEqual([record.holders_meta.source, record.holders_meta.exact], ['provider', false])
      assert.match(record.explain.supply.note, /^upstream/)
    })
  })
}

test('a node that answers with an error status is relayed as it is; one that does not answer is 502', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'getHealth' }
  await withServer(async (server) => {
    await spoil('rpc', { kind: 'status', status: 503 })
    const reply = await server.post('/api/v2/rpc', call)
    assert.deepEqual([reply.status, reply.text], [503, '{"error":"injected status 503"}'])
    await sandbox.control('DELETE', '/faults')
    await spoil('rpc', { kind: 'drop' })
    assertFails(await server.post('/api/v2/rpc', call), 502, /./)
    await sandbox.control('DELETE', '/faults')
    await spoil('rpc', { kind: 'rpcError', code: -32_005, message: 'Node is behind by 42 slots' })
    const behind = await server.post('/api/v2/rpc', call)
    assert.deepEqual([behind.status, behind.json.error.code], [200, -32_005])
  })
})

test('index and node down: metadata is what the facts provider knows, the rest is absent', async () => {
  await withServer(async (server) => {
    await spoil('das')
    await spoil('rpc')
    const mints = [token.mint, strangerAddress(3)]
    const { count, tokens: told } = metadataOf(await server.post('/api/v2/tokens/metadata', { mints }))
    const { symbol, source, supply, image } = told[token.mint]
    assert.equal(count, 1)
    assert.deepEqual([symbol, source, supply, image], [token.symbol, 'indexer:jupiter', null, null])
  })
})

test('one feed of three that fails leaves the others', async () => {
  await withServer(async (whole) => {
    const all = trendingOf(await whole.get('/api/v2/tokens/trending')).count
    await spoil('dexscreener', WAYS[0], '/token-profiles')
    await withServer(async (server) => {
      const { count } = trendingOf(await server.get('/api/v2/tokens/trending'))
      assert(count > 0 && count < all, `${count} of ${all}`)
    })
  })
})

test('everything down: metadata and pairs 502, no prices, SOL at 120, an intel record of nulls', async () => {
  await withServer(async (server) => {
    await spoil('*')
    assertFails(await askMany(server, 'metadata', token.mint), 502, 'metadata unavailable')
    assertFails(await askMany(server, 'pairs-batch', token.mint), 502, 'market data unavailable')
    assert.deepEqual(pricesOf(await askMany(server, 'prices', token.mint)).prices, {})
    const { price, source } = solPriceOf(await server.get('/api/v2/market/sol-price'))
    assert.deepEqual([price, source], [120, 'fallback'])
    const record = await askIntel(server)
    assert.deepEqual([record.price_usd, record.name, record.holders, record.pair], [null, null, null, null])
    assert.deepEqual(record.flags, [], 'what could not be read raises no flag')
  })
})

test('a degraded answer lives five seconds, then the recovered source is asked again', async () => {
  await withServer(async (server) => {
    await spoil('das')
    await spoil('dexscreener')
    const record = await askIntel(server)
    server.clock.push(1_000)
    assert.equal((await askIntel(server)).generatedAt, record.generatedAt, 'a second later it is still kept')
    assert.equal(record.market.source, 'chain')
    assert.equal(metadataOf(await askMany(server, 'metadata', token.mint)).tokens[token.mint].image, null)
    await sandbox.control('DELETE', '/faults')
    // Past the longest rest of a breaker, but far from the sixty seconds of a whole record.
    server.clock.push(31_000)
    assert.equal((await askIntel(server)).market.source, 'dexscreener')
    assert.match(metadataOf(await askMany(server, 'metadata', token.mint)).tokens[token.mint].image, /svg$/)
    assert.equal(trendingOf(await server.get('/api/v2/tokens/trending')).tokens[0].rank, 1)
  })
})

test('a SOL price of 120 is forgotten as soon as a source is back', async () => {
  await withServer(async (server) => {
    await spoil('*')
    assert.equal(solPriceOf(await server.get('/api/v2/market/sol-price')).source, 'fallback')
    await sandbox.control('DELETE', '/faults')
    server.clock.push(6_000)
    assert.equal(solPriceOf(await server.get('/api/v2/market/sol-price')).source, 'jupiter')
  })
})
