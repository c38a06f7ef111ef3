import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import type { ScreenerSort } from '../../src/contract/token-market.ts'
import { screenTokens } from '../../src/services/tokens/screener.ts'
import type { MarketPair, Pairs, TokenFacts, Tokens } from '../../src/upstreams/capabilities.ts'
import { fakeContext } from '../support/fake-context.ts'
import { listedPairs, makePair, mintNumber } from '../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../support/no-upstreams.ts'

/** The screener (spec 4.1) where the search of pairs and token facts is sorted here. */

const [A, B, C, D] = [1, 2, 3, 4].map(mintNumber) as [string, string, string, string]
const DAY_MS = 86_400_000

function factsOf(mint: string, own: Partial<TokenFacts> = {}): TokenFacts {
  return {
    mint,
    name: 'facts',
    symbol: 'F',
    decimals: 9,
    imageUrl: null,
    tokenProgram: null,
    deployer: null,
    createdAtMs: null,
    launchpad: null,
    graduatedAtMs: null,
    holders: null,
    totalSupply: null,
    circulatingSupply: null,
    priceUsd: 7,
    marketCapUsd: null,
    fdvUsd: null,
    liquidityUsd: null,
    volume24hUsd: null,
    priceChange24hPct: null,
    websites: [],
    socials: [],
    isVerified: null,
    ...own,
  }
}

const pair = (mint: string, h24: number | null, liquidityUsd: number | null, own: Partial<MarketPair> = {}) =>
  makePair(mint, { volumeUsd: { m5: 0, h1: 0, h6: 0, h24 }, liquidityUsd, ...own })
const POOLS = [
  pair(A, 100, 5, { pairCreatedAtMs: 3 * DAY_MS }),
  pair(B, 300, 1, { pairCreatedAtMs: DAY_MS }),
  pair(C, null, null, { pairCreatedAtMs: null }),
  pair(B, 10, 900),
]
const FACTS = [factsOf(A, { holders: 5 }), factsOf(B, { holders: 7 }), factsOf(D, { createdAtMs: 9 * DAY_MS })]

type Sources = { readonly pools?: Outcome<readonly MarketPair[]>; readonly facts?: Outcome<readonly TokenFacts[]> }

async function screen(sortBy: ScreenerSort, { pools, facts }: Sources, limit = 20) {
  const pairs: Pairs = { ...listedPairs([]).provider, searchPairs: async () => pools! }
  const tokens: Tokens = {
    provider: 'facts',
    searchTokens: async () => facts!,
    tokensByMints: async () => ok(new Map()),
  }
  const upstreams = { ...NO_UPSTREAMS, pairs: pools ? pairs : null, tokens: facts ? tokens : null }
  const { ctx } = fakeContext({ parts: { chain: { rpc: null }, upstreams } })
  return screenTokens(ctx, { input: 'o', sortBy, limit })
}

async function order(sortBy: ScreenerSort, sources: Sources = { pools: ok(POOLS), facts: ok(FACTS) }) {
  const reply = await screen(sortBy, sources)
  assert(reply.ok)
  return [reply.value.sortBy, reply.value.results.map(({ mint }) => mint)] as const
}

test('each order puts the largest first and what is unknown last, then by mint', async () => {
  assert.deepEqual(await order('volume24h'), ['volume24h', [B, A, C, D]])
  assert.deepEqual(await order('liquidity'), ['liquidity', [A, B, C, D]])
  assert.deepEqual(await order('holdersCount'), ['holdersCount', [B, A, C, D]])
  assert.deepEqual(await order('createdAt'), ['createdAt', [D, A, B, C]])
})

test('trend and organic volume fall back to volume24h here, holders where no one counts them', async () => {
  for (const sortBy of ['trendingScore24h', 'organicVolume1h'] as const)
    assert.deepEqual(await order(sortBy), ['volume24h', [B, A, C, D]])
  assert.deepEqual(await order('holdersCount', { pools: ok(POOLS) }), ['volume24h', [B, A, C]])
})

test('a row is that of the token’s best pool, and what it does not say comes from the facts', async () => {
  const reply = await screen('volume24h', { pools: ok(POOLS), facts: ok(FACTS) })
  assert(reply.ok)
  const [b, , , d] = reply.value.results
  assert.deepEqual([b!.volume24hUSD, b!.liquidityUSD, b!.priceUSD, b!.holders, b!.decimals], [300, 1, 2, 7, 9])
  assert.deepEqual([d!.name, d!.symbol, d!.priceUSD, d!.volume24hUSD, d!.logo], ['facts', 'F', 7, null, null])
})

test('limit cuts after sorting, and count is of what is left', async () => {
  const reply = await screen('createdAt', { pools: ok(POOLS), facts: ok(FACTS) }, 2)
  assert(reply.ok)
  assert.deepEqual([reply.value.count, reply.value.results.map(({ mint }) => mint)], [2, [D, A]])
  assert.deepEqual(reply.value.input, 'o')
})

test('one source is enough, and its failure makes the answer a short-lived one; without any it is upstream_failed', async () => {
  const down = fail('upstream_timeout', 'too slow')
  const half = await screen('volume24h', { pools: down, facts: ok(FACTS) })
  assert(half.ok && half.cache?.degraded === true)
  assert.equal(half.value.results.length, 3)
  assert.equal(half.value.stale, undefined)
  const none = await screen('volume24h', { pools: down, facts: down })
  assert(!none.ok)
  assert.deepEqual([none.code, none.message], ['upstream_failed', 'screener unavailable'])
})
