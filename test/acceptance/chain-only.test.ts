import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askInParts } from '../support/ask-in-parts.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../support/published-tokens.ts'
import { isPoolReadable, readChainMint } from '../support/read-chain.ts'
import { successOf } from '../support/reply-check.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'
import { type StartedServer, startServer } from '../support/start-server.ts'

/** A server in live mode that was given a node and nothing else answers what a node can answer, and agrees with one
 *  that has every provider. */

const metadataOf = successOf('POST /api/v2/tokens/metadata')
const pricesOf = successOf('POST /api/v2/tokens/prices')
const pairsOf = successOf('POST /api/v2/tokens/pairs-batch')
const DOLLARS: readonly string[] = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
]
const trendingOf = successOf('GET /api/v2/tokens/trending')
const rawTrendingOf = successOf('GET /api/v2/tokens/trending/raw')
const searchOf = successOf('GET /api/v2/tokens/search')
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')

let sandbox: StartedSandbox
let alone: StartedServer
let full: OpenServer
let tokens: readonly PublishedToken[]

before(async () => {
  sandbox = await sharedSandbox()
  tokens = await publishedTokens(sandbox)
  alone = await startServer({ env: { MINTGLASS_MODE: 'live', SOLANA_RPC_URL: sandbox.urls['rpc']! } })
  full = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await alone?.stop()
  await full?.stop()
  await sandbox?.stop()
})

const isNear = (a: number, b: number, share = 1e-5) => Math.abs(a / b - 1) < share

test('metadata: name, symbol, decimals and supply from the mint’s own accounts', async () => {
  const mints = tokens.map(({ mint }) => mint)
  const { count, tokens: own } = metadataOf(await alone.post('/api/v2/tokens/metadata', { mints }))
  const { tokens: told } = metadataOf(await full.post('/api/v2/tokens/metadata', { mints }))
  assert.equal(count, mints.length)
  for (const { mint, symbol } of tokens) {
    const { name, decimals, supply, source, image, uri } = own[mint]
    assert.deepEqual([name, decimals, supply], [told[mint].name, told[mint].decimals, told[mint].supply], symbol)
    assert.deepEqual([own[mint].symbol, source, image], [symbol, 'indexer:rpc', null])
    assert(uri === null || /^https?:/.test(uri))
  }
})

test('prices and pairs: from the reserves of the pools on chain', async () => {
  const mints = tokens.map(({ mint }) => mint)
  const own = await askInParts(
    mints,
    async (part) => pricesOf(await alone.post('/api/v2/tokens/prices', { mints: part })).prices,
  )
  const told = await askInParts(
    mints,
    async (part) => pricesOf(await full.post('/api/v2/tokens/prices', { mints: part })).prices,
  )
  const ownPairs = await askInParts(
    mints,
    async (part) => pairsOf(await alone.post('/api/v2/tokens/pairs-batch', { mints: part })).pairs,
  )
  const toldPairs = await askInParts(
    mints,
    async (part) => pairsOf(await full.post('/api/v2/tokens/pairs-batch', { mints: part })).pairs,
  )
  let compared = 0
  let withVolume = 0
  for (const { mint, symbol, pool } of tokens.filter(isPoolReadable)) {
    // Providers list the pools of dollars from their other side only.
    if (DOLLARS.includes(mint)) continue
    if (pool === null) {
      assert.equal(ownPairs[mint], null, symbol)
      continue
    }
    assert(isNear(own[mint].priceUsd, told[mint].priceUsd), symbol)
    assert(isNear(own[mint].marketCap, told[mint].marketCap, 1e-3), symbol)
    // Of the first of a request the pool's own past is read.
    withVolume += own[mint].volume24h === null ? 0 : 1
    assert.equal(ownPairs[mint].pairAddress, pool, symbol)
    assert(isNear(ownPairs[mint].priceNative, toldPairs[mint].priceNative), symbol)
    const { usd } = toldPairs[mint].liquidity
    if (usd > 0) assert(isNear(ownPairs[mint].liquidity.usd, usd, 1e-3), symbol)
    compared++
  }
  assert(compared >= 20)
  assert(withVolume >= 1)
})

test('the SOL price: from the deepest pool of SOL in dollars', async () => {
  const own = successOf('GET /api/v2/market/sol-price')(await alone.get('/api/v2/market/sol-price'))
  const told = (await full.get('/api/v2/market/sol-price')).json
  assert(own.source !== 'fallback')
  assert(isNear(own.price, told.price))
})

test('intel: holders, launch and risk are the same, price and market come from the chain', async () => {
  for (const archetype of ['bluechip', 'bundled', 'graduated', 'fresh_launch', 'serial_rugger', 'stablecoin']) {
    const { mint, symbol } = tokens.find((token) => token.archetype === archetype)!
    const own = intelOf(await alone.get(`/api/v2/tokens/${mint}/intel?explain=1`))
    const told = intelOf(await full.get(`/api/v2/tokens/${mint}/intel`))
    const { supplyRaw, decimals } = await readChainMint(sandbox.urls['rpc']!, mint)
    assert.equal(own.supply, Number(supplyRaw) / 10 ** decimals)
    assert.deepEqual(own.holders, told.holders)
    const owners = (record: { top_holders: { owner: string; pct: number }[] }) =>
      record.top_holders.map(({ owner, pct }) => [owner, pct])
    assert.deepEqual(owners(own), owners(told), symbol)
    assert.deepEqual(own.launch, told.launch, symbol)
    const launched = own.launch !== null
    if (launched) assert.deepEqual([own.distribution, own.risk], [told.distribution, told.risk], symbol)
    if (told.pair === null) continue
    assert(isNear(own.price_usd, told.price_usd), symbol)
    assert.deepEqual([own.market.source, own.pair.pairAddress], ['chain', told.pair.pairAddress])
    assert.match(own.explain.price_usd.source, /chain/)
    assert.deepEqual([own.volume_24h, own.image], [null, null])
  }
})

test('dollars have a price, too: from the side of their pools that SOL and other dollars are on', async () => {
  for (const mint of DOLLARS) {
    const { prices } = pricesOf(await alone.post('/api/v2/tokens/prices', { mints: [mint] }))
    assert(Math.abs(prices[mint].priceUsd - 1) < 0.01, `${mint} ${prices[mint]?.priceUsd}`)
    assert(prices[mint].liquidityUsd > 0)
  }
})

test('search and trending: what the chain says of tokens that are traded now', async () => {
  const { tokens: traded } = trendingOf(await alone.get('/api/v2/tokens/trending'))
  assert(traded.length >= 5)
  assert(rawTrendingOf(await alone.get('/api/v2/tokens/trending/raw')).tokens.length >= 5)
  const { results } = searchOf(await alone.get(`/api/v2/tokens/search?q=${encodeURIComponent(traded[0].symbol)}`))
  assert(results.some(({ mint }: { mint: string }) => mint === traded[0].mint))
})
