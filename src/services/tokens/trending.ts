import { HOUR_MS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { TrendingToken } from '../../contract/token.ts'
import { clampFigureUsd, clampPriceUsd } from '../../contract/units.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { pickBestPair } from '../pricing/best-pair.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { loadFeeds, seedEntries } from './feeds.ts'
import { clampWindows } from './full-pair.ts'
import { neutralImageUrl } from './neutral-image.ts'
import { loadTradedNow } from './seen-pairs.ts'
import { snapshotMeta } from './snapshot-meta.ts'
import { boostsInFeeds } from './trending-raw.ts'

export type Trending = { readonly generatedAt: number; readonly tokens: readonly TrendingToken[] }
export type TrendingFilters = {
  readonly dexes: readonly string[]
  readonly minLiquidityUsd: number
  readonly limit: number
}

/** The shared snapshot, filtered; ranks stay those of the full set (spec 2.2 and 4.1 trending). */
export async function getTrending(ctx: Context, filters: TrendingFilters): Promise<Outcome<Trending>> {
  const snapshot = await loadTrendingSnapshot(ctx)
  if (!snapshot.ok) return snapshot
  const wanted = new Set(filters.dexes)
  const tokens = snapshot.value.tokens.filter(
    (token) =>
      (wanted.size === 0 || wanted.has(token.dex.toLowerCase())) &&
      (filters.minLiquidityUsd === 0 || (token.liquidityUsd ?? 0) >= filters.minLiquidityUsd),
  )
  return ok({ generatedAt: snapshot.value.generatedAt, tokens: tokens.slice(0, filters.limit) }, snapshot.cache)
}

/** One 60 s snapshot of about 60 candidates for everyone: most boosted first, 24 h volume as the tiebreak. Without
 *  a provider: the tokens that are traded most just now. While the provider fails its last snapshot stays for as long as
 *  it may be served; after that the tokens traded most, too. */
async function loadTrendingSnapshot(ctx: Context): Promise<Outcome<Trending>> {
  if (ctx.upstreams.pairs === null) return await ctx.store.memo('trending', 'seen', () => seenSnapshot(ctx))
  const promoted = await loadPromotedSnapshot(ctx)
  if (promoted.ok || ctx.chain.rpc === null) return promoted
  const seen = await ctx.store.memo('trending', 'seen', () => seenSnapshot(ctx))
  return seen.ok && seen.value.tokens.length > 0 ? ok(seen.value, degradedNow(ctx)) : promoted
}

/** The snapshot of the pairs provider, whose ranks are remembered. */
export function loadPromotedSnapshot(ctx: Context): Promise<Outcome<Trending>> {
  return ctx.store.memo<Trending>('trending', 'snapshot', async () => {
    const feeds = await loadFeeds(ctx)
    if (!feeds.ok) return feeds.code === 'unconfigured' ? feeds : fail('upstream_failed', 'trending unavailable')
    const seeds = seedEntries(feeds.value, LIMITS.trendingCandidates)
    const mints = [...seeds.keys()]
    const pairs = mints.length === 0 ? ok(new Map()) : await loadPairs(ctx, mints)
    if (!pairs.ok) return fail('upstream_failed', 'trending unavailable')

    const candidates: { pair: MarketPair; boosts: number; image: string | null }[] = []
    for (const [mint, feed] of seeds) {
      const pair = pickBestPair(pairs.value.get(mint) ?? [], mint)
      if (pair === null) continue
      const image = neutralImageUrl(pair.info?.imageUrl ?? null) ?? neutralImageUrl(feed.iconUrl)
      candidates.push({ pair, boosts: pair.boostsActive ?? boostsInFeeds(feeds.value, mint), image })
    }
    candidates.sort(
      (a, b) =>
        b.boosts - a.boosts ||
        (b.pair.volumeUsd.h24 ?? 0) - (a.pair.volumeUsd.h24 ?? 0) ||
        (a.pair.base.address < b.pair.base.address ? -1 : 1),
    )
    const nowMs = ctx.clock.nowMs()
    const hourAgo = ctx.store.trendingRanks.at(nowMs - HOUR_MS)?.ranks
    const tokens = candidates.map((candidate, index) => toTrendingToken(candidate, index + 1, hourAgo))
    return ok({ generatedAt: nowMs, tokens }, snapshotMeta(ctx, 'trending', [feeds.cache, pairs.cache]))
  })
}

/** Without promotion feeds: what is traded most just now. No change of rank: those that are remembered are of the feeds. */
async function seenSnapshot(ctx: Context): Promise<Outcome<Trending>> {
  const seen = await loadTradedNow(ctx)
  if (!seen.ok) return seen
  const tokens = seen.value.map((pair, at) => toTrendingToken({ pair, boosts: 0, image: null }, at + 1, undefined))
  return ok({ generatedAt: ctx.clock.nowMs(), tokens }, seen.cache)
}

function toTrendingToken(
  { pair, boosts, image }: { readonly pair: MarketPair; readonly boosts: number; readonly image: string | null },
  rank: number,
  hourAgo: ReadonlyMap<string, number> | undefined,
): TrendingToken {
  const rankThen = hourAgo?.get(pair.base.address)
  return {
    mint: pair.base.address,
    symbol: pair.base.symbol,
    name: pair.base.name,
    image,
    priceUsd: clampPriceUsd(pair.priceUsd),
    priceChange: { ...pair.priceChangePct },
    volume: clampWindows(pair.volumeUsd),
    txns: { ...pair.txns },
    liquidityUsd: clampFigureUsd(pair.liquidityUsd),
    marketCap: clampFigureUsd(pair.marketCapUsd),
    fdv: clampFigureUsd(pair.fdvUsd),
    pairCreatedAt: pair.pairCreatedAtMs,
    dex: pair.dexId,
    pairAddress: pair.pairAddress,
    labels: [...pair.labels],
    boosts,
    rank,
    rankChange1h: rankThen === undefined ? null : rankThen - rank,
  }
}
