import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../src/context.ts'
import { fail, ok } from '../../src/contract/outcome.ts'
import { pickChartPair } from '../../src/services/pricing/chart-pool.ts'
import { getAth } from '../../src/services/tokens/ath.ts'
import { getFullMetadata } from '../../src/services/tokens/metadata-full.ts'
import type { MarketPair } from '../../src/upstreams/capabilities.ts'
import type { MarketHistory, PriceExtremes, TokenProfile } from '../../src/upstreams/market-capabilities.ts'
import { fakeContext } from '../support/fake-context.ts'
import { listedPairs, makePair, mintNumber } from '../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../support/no-upstreams.ts'

/** Rules of extremes, enriched metadata and chart sources (spec 2.2 and 2.3) that no provider of the sandbox brings
 *  up. */

const MINT = mintNumber(1)
const SOL = 'So11111111111111111111111111111111111111112'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

function contextOf(market: Partial<MarketHistory>, pairs: readonly MarketPair[] = []): Context {
  const upstreams = { ...NO_UPSTREAMS, pairs: listedPairs(pairs).provider, market: market as MarketHistory }
  return fakeContext({ parts: { chain: { rpc: null }, upstreams } }).ctx
}

async function athOf(told: Partial<PriceExtremes>, pairs: readonly MarketPair[] = []) {
  const named = { priceUsd: null, athUsd: null, athMs: null, atlUsd: null, atlMs: null, ...told }
  const market: Partial<MarketHistory> = {
    provider: 'market',
    priceExtremes: async () => ok(named),
    marketSpot: async () => ok(null),
    tokenCandles: async () => ok({ stepMs: 86_400_000, candles: [] }),
  }
  const record = await getAth(contextOf(market, pairs), MINT)
  assert(record.ok)
  return record.value
}

test('a price or an extreme of zero is none: its percentage is null', async () => {
  const free = await athOf({ priceUsd: 0, athUsd: 8, atlUsd: 2 })
  assert.deepEqual([free.price, free.fromAthPct, free.fromAtlPct], [0, null, null])
  const bottomless = await athOf({ priceUsd: 4, athUsd: 8, atlUsd: 0 })
  assert.deepEqual([bottomless.fromAthPct, bottomless.fromAtlPct], [-50, null])
  const priceless = await athOf({ athUsd: 8, atlUsd: 2 })
  assert.deepEqual([priceless.price, priceless.fromAthPct, priceless.fromAtlPct], [null, null, null])
})

test('the price of extremes is that of the prices route, and a low below the lowest is the new one', async () => {
  const record = await athOf({ priceUsd: 9, athUsd: 8, atlUsd: 3 }, [makePair(MINT, { priceUsd: 2 })])
  assert.deepEqual([record.price, record.ath, record.atl, record.fromAtlPct], [2, 8, 2, 0])
  assert.equal(record.fromAthPct, -75)
  assert.equal(record.priceChange24h, 3)
})

const NO_PROFILE = null as unknown as TokenProfile
const INFO: NonNullable<MarketPair['info']> = {
  imageUrl: 'https://pair/logo',
  headerUrl: null,
  socials: [{ type: 'twitter', url: 'https://pair/x' }],
  websites: [{ label: 'site', url: 'https://pair/web' }],
}

function profileOf(own: Partial<TokenProfile>): TokenProfile {
  return { mint: MINT, categories: [], investors: [], distribution: [], otherChains: [], ...own } as TokenProfile
}

async function fullOf(profile: TokenProfile | null, pairs: readonly MarketPair[]) {
  const market: Partial<MarketHistory> = { provider: 'market', tokenProfile: async () => ok(profile) }
  const record = await getFullMetadata(contextOf(market, pairs), MINT)
  assert(record.ok)
  return record.value
}

test('socials are those of the profile, else those of the best pool, else null', async () => {
  const pair = makePair(MINT, { info: INFO })
  const own = await fullOf(profileOf({ twitterUrl: 'https://own/x', telegramUrl: 'https://own/t' }), [pair])
  assert.deepEqual(own.socials, {
    twitter: 'https://own/x',
    website: 'https://pair/web',
    discord: null,
    telegram: 'https://own/t',
  })
  assert.deepEqual((await fullOf(NO_PROFILE, [pair])).socials, {
    twitter: 'https://pair/x',
    website: 'https://pair/web',
    discord: null,
    telegram: null,
  })
})

test('price and market value are the best pool’s, volume and liquidity of all pools the profile’s', async () => {
  const profile = profileOf({ priceUsd: 9, marketCapUsd: 8, liquidityUsd: 7, volume24hUsd: 6, rank: 5 })
  const both = await fullOf(profile, [makePair(MINT)])
  assert.deepEqual(
    [both.priceUSD, both.marketCapUSD, both.liquidityUSD, both.volume24hUSD, both.rank],
    [2, 2_000_000, 7, 6, 5],
  )
  const alone = await fullOf(profile, [])
  assert.deepEqual([alone.priceUSD, alone.marketCapUSD], [9, 8])
})

test('what no source knows of a token is null, never zero', async () => {
  const { mint, ...known } = await fullOf(NO_PROFILE, [])
  assert.equal(mint, MINT)
  const { categories, investors, distribution, otherChains, socials, ...figures } = known
  assert.deepEqual([categories, investors, distribution, otherChains], [[], [], [], []])
  assert.deepEqual([...new Set(Object.values(socials))], [null])
  assert.deepEqual(
    Object.entries(figures).filter(([, value]) => value !== null),
    [],
  )
})

test('metadata of which every source failed is upstream_failed', async () => {
  const failing: Partial<MarketHistory> = {
    provider: 'market',
    tokenProfile: async () => fail('upstream_timeout', 'too slow'),
  }
  const ctx = contextOf(failing)
  const down = async () => fail('upstream_failed', 'down')
  const pairs = { ...ctx.upstreams.pairs!, pairsByMints: down }
  const assets = { provider: 'assets', assetsByMints: down, tokenAccountsOfMint: down } as never
  const record = await getFullMetadata({ ...ctx, upstreams: { ...ctx.upstreams, pairs, assets } }, MINT)
  assert(!record.ok)
  assert.deepEqual([record.code, record.message], ['upstream_failed', 'metadata unavailable'])
})

test('SOL’s chart is of a pool against a dollar, however busy the others; other tokens’ of the busiest', () => {
  const volumeUsd = { m5: 0, h1: 0, h6: 0, h24: 900 }
  const busy = makePair(SOL, { pairAddress: 'busy', volumeUsd, quote: { address: MINT, name: 'm', symbol: 'M' } })
  const inDollars = makePair(SOL, { pairAddress: 'usd', quote: { address: USDC, name: 'usdc', symbol: 'USDC' } })
  assert.equal(pickChartPair([busy, inDollars], SOL)?.pairAddress, 'usd')
  assert.equal(pickChartPair([busy], SOL)?.pairAddress, 'busy')
  const plain = makePair(MINT, { pairAddress: 'plain', volumeUsd })
  const own = makePair(MINT, { pairAddress: 'usd', quote: { address: USDC, name: 'usdc', symbol: 'USDC' } })
  assert.equal(pickChartPair([own, plain], MINT)?.pairAddress, 'plain')
})
