import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail } from '../../../src/contract/outcome.ts'
import { getTrending } from '../../../src/services/tokens/trending.ts'
import { getRawTrending } from '../../../src/services/tokens/trending-raw.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Assets, Pairs } from '../../../src/upstreams/capabilities.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { listedPairs, makeFeedEntry, makePair, mintNumber } from '../../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'

const HOUR_MS = 3_600_000
const [A, B, C, D] = [mintNumber(1), mintNumber(2), mintNumber(3), mintNumber(4)]
const volume = (h24: number) => ({ m5: 0, h1: 0, h6: 0, h24 })
const market = listedPairs(
  [
    makePair(A, { volumeUsd: volume(10), dexId: 'raydium', liquidityUsd: 50 }),
    makePair(B, { volumeUsd: volume(20) }),
    makePair(C, { volumeUsd: volume(30), boostsActive: 5 }),
    makePair(D, {
      volumeUsd: volume(40),
      info: { imageUrl: 'http://a.example/x.png', headerUrl: null, websites: [], socials: [] },
    }),
  ],
  {
    top: [
      makeFeedEntry(C, { boostsTotal: 9 }),
      makeFeedEntry(B, { boostsTotal: 2, iconUrl: 'http://a.example/icon.png' }),
    ],
    latest: [makeFeedEntry(B, { boostsTotal: 2 }), makeFeedEntry(A)],
    profiles: [makeFeedEntry(D, { description: 'words' }), makeFeedEntry(mintNumber(9))],
  },
)

function context(pairs: Pairs, ranksAnHourAgo?: ReadonlyMap<string, number>) {
  const asked: number[] = []
  const trendingRanks: Store['trendingRanks'] = {
    put: async () => {},
    prune: async () => {},
    at(tMs) {
      asked.push(tMs)
      return ranksAnHourAgo && { tMs, ranks: ranksAnHourAgo }
    },
  }
  const made = fakeContext({
    parts: { chain: { rpc: null }, upstreams: { ...NO_UPSTREAMS, pairs } },
    store: { trendingRanks, peek: () => undefined },
  })
  return { ...made, asked }
}
const ALL = { dexes: [], minLiquidityUsd: 0, limit: 100 }

test('most boosted first, then 24 h volume; ranks are gapless', async () => {
  const trending = await getTrending(context(market.provider).ctx, ALL)
  assert(trending.ok)
  assert.deepEqual(
    trending.value.tokens.map(({ mint, rank, boosts }) => [mint, rank, boosts]),
    [
      [C, 1, 5],
      [B, 2, 2],
      [D, 3, 0],
      [A, 4, 0],
    ],
  )
})

test('filters keep the ranks of the full set', async () => {
  const byDex = await getTrending(context(market.provider).ctx, { ...ALL, dexes: ['raydium'] })
  assert(byDex.ok)
  assert.deepEqual(
    byDex.value.tokens.map(({ mint, rank }) => [mint, rank]),
    [[A, 4]],
  )
  const byDepth = await getTrending(context(market.provider).ctx, { ...ALL, minLiquidityUsd: 51, limit: 2 })
  assert(byDepth.ok)
  assert.deepEqual(
    byDepth.value.tokens.map(({ rank }) => rank),
    [1, 2],
  )
})

test('the rank change counts places climbed since an hour ago and is null without that hour', async () => {
  const early = await getTrending(context(market.provider).ctx, ALL)
  assert(early.ok && early.value.tokens.every(({ rankChange1h }) => rankChange1h === null))
  const later = context(
    market.provider,
    new Map([
      [C, 3],
      [B, 1],
    ]),
  )
  const trending = await getTrending(later.ctx, ALL)
  assert(trending.ok)
  assert.deepEqual(
    trending.value.tokens.map(({ rankChange1h }) => rankChange1h),
    [2, -1, null, null],
  )
  assert.deepEqual(later.asked, [later.clock.nowMs() - HOUR_MS])
})

test('an image that is no https address is not shown in trending, and is in raw trending', async () => {
  const trending = await getTrending(context(market.provider).ctx, ALL)
  assert(trending.ok)
  assert.equal(trending.value.tokens.find(({ mint }) => mint === D)!.image, null)
  const raw = await getRawTrending(context(market.provider).ctx)
  assert(raw.ok)
  assert.equal(raw.value.tokens.find(({ mint }) => mint === B)!.image, 'http://a.example/icon.png')
})

test('a pool without a picture shows the one of the feed that named its token', async () => {
  const icon = 'https://a.example/icon.png'
  const bare = listedPairs([makePair(A), makePair(B, { info: null })], {
    top: [makeFeedEntry(A, { iconUrl: 'http://a.example/icon.png' }), makeFeedEntry(B, { iconUrl: icon })],
    latest: [],
    profiles: [],
  })
  const trending = await getTrending(context(bare.provider).ctx, ALL)
  assert(trending.ok)
  assert.deepEqual(
    new Map(trending.value.tokens.map(({ mint, image }) => [mint, image])),
    new Map([
      [A, null],
      [B, icon],
    ]),
  )
})

test('raw trending says where each token was seen', async () => {
  const raw = await getRawTrending(context(market.provider).ctx)
  assert(raw.ok)
  assert.deepEqual(
    raw.value.tokens.map(({ mint, dex_rank, tags }) => [mint, dex_rank, tags]),
    [
      [C, 1, ['boosted']],
      [B, 2, ['boosted', 'recent_boost']],
      [D, null, ['new']],
      [A, null, ['recent_boost']],
    ],
  )
  assert.equal(raw.value.tokens[2]!.description, 'words')
})

test('trending is unavailable only when every feed fails', async () => {
  const failing = async () => fail('upstream_failed', 'down')
  const one = await getTrending(context({ ...market.provider, topBoosts: failing }).ctx, ALL)
  assert(one.ok && one.value.tokens.length > 0)
  assert.equal(one.cache?.degraded, true)
  const all = { ...market.provider, topBoosts: failing, latestBoosts: failing, latestProfiles: failing }
  const none = await getRawTrending(context(all).ctx)
  assert(!none.ok)
  assert.deepEqual([none.code, none.message], ['upstream_failed', 'trending unavailable'])
})

test('raw trending without the decimals of a failed source is degraded', async () => {
  const failing: Assets = {
    provider: 'das',
    assetsByMints: async () => fail('upstream_timeout', 'slow'),
    assetsOfOwner: async () => fail('upstream_failed', 'not asked'),
    tokenAccountsOfMint: async () => fail('upstream_failed', 'not asked here'),
  }
  const { ctx } = fakeContext({
    parts: {
      chain: { rpc: null },
      upstreams: { ...NO_UPSTREAMS, pairs: market.provider, assets: failing },
    },
    store: { peek: () => undefined },
  })
  const raw = await getRawTrending(ctx)
  assert(raw.ok)
  assert.equal(raw.cache?.degraded, true)
})
