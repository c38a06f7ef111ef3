import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { RawTrendingToken } from '../../contract/token.ts'
import type { FeedEntry } from '../../upstreams/capabilities.ts'
import { isDegraded } from '../is-degraded.ts'
import { pickBestPair } from '../pricing/best-pair.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { type Feeds, loadFeeds, seedEntries } from './feeds.ts'
import { loadMetadata } from './metadata.ts'
import { toRawTrendingToken } from './search-token.ts'
import { loadTradedNow } from './seen-pairs.ts'
import { snapshotMeta } from './snapshot-meta.ts'

export type RawTrending = { readonly generatedAt: number; readonly tokens: readonly RawTrendingToken[] }

/** Everything the promotion feeds name, with market data, by boosts then 24 h volume (spec 4.1 trending/raw). */
export function getRawTrending(ctx: Context): Promise<Outcome<RawTrending>> {
  return ctx.store.memo<RawTrending>('trendingRaw', 'all', async () => {
    if (ctx.upstreams.pairs === null) return await seenTokens(ctx)
    const feeds = await loadFeeds(ctx)
    if (!feeds.ok) return feeds.code === 'unconfigured' ? feeds : fail('upstream_failed', 'trending unavailable')
    const seeds = seedEntries(feeds.value, LIMITS.trendingRawSeeds)
    const mints = [...seeds.keys()]
    const pairs = mints.length === 0 ? ok(new Map()) : await loadPairs(ctx, mints)
    if (!pairs.ok) return fail('upstream_failed', 'trending unavailable')
    const metadata = mints.length === 0 ? null : await loadMetadata(ctx, mints)

    const nowMs = ctx.clock.nowMs()
    const tokens: RawTrendingToken[] = []
    for (const [mint, feed] of seeds) {
      const pair = pickBestPair(pairs.value.get(mint) ?? [], mint)
      if (pair === null) continue
      const own = metadata?.ok ? metadata.value.get(mint) : null
      tokens.push(
        toRawTrendingToken({
          pair,
          feed,
          decimals: own?.decimals ?? null,
          description: feed.description ?? own?.description ?? null,
          boosts: pair.boostsActive ?? boostsInFeeds(feeds.value, mint),
          dexRank: placeIn(feeds.value.top, mint),
          tags: tagsOf(feeds.value, mint),
          nowMs,
        }),
      )
    }
    tokens.sort((a, b) => b.boosts - a.boosts || (b.volume24h ?? 0) - (a.volume24h ?? 0) || (a.mint < b.mint ? -1 : 1))
    const meta = snapshotMeta(ctx, 'trendingRaw', [feeds.cache, pairs.cache])
    return ok({ generatedAt: nowMs, tokens }, isDegraded(metadata) ? { ...meta, degraded: true } : meta)
  })
}

/** Without promotion feeds: what is traded most just now. */
async function seenTokens(ctx: Context): Promise<Outcome<RawTrending>> {
  const seen = await loadTradedNow(ctx)
  if (!seen.ok) return seen
  const nowMs = ctx.clock.nowMs()
  const tokens = seen.value.map((pair) =>
    toRawTrendingToken({
      pair,
      feed: NO_FEED(pair.base.address),
      decimals: null,
      description: null,
      boosts: 0,
      dexRank: null,
      tags: [],
      nowMs,
    }),
  )
  return ok({ generatedAt: nowMs, tokens }, seen.cache)
}

const NO_FEED = (mint: string): FeedEntry => ({
  mint,
  iconUrl: null,
  headerUrl: null,
  description: null,
  websites: [],
  socials: [],
  boostsTotal: null,
})

export function boostsInFeeds(feeds: Feeds, mint: string): number {
  for (const entry of [...feeds.top, ...feeds.latest])
    if (entry.mint === mint && entry.boostsTotal !== null) return entry.boostsTotal
  return 0
}

export function placeIn(feed: readonly FeedEntry[], mint: string): number | null {
  const index = feed.findIndex((entry) => entry.mint === mint)
  return index < 0 ? null : index + 1
}

function tagsOf(feeds: Feeds, mint: string): RawTrendingToken['tags'] {
  const tags: RawTrendingToken['tags'] = []
  if (placeIn(feeds.top, mint) !== null) tags.push('boosted')
  if (placeIn(feeds.latest, mint) !== null) tags.push('recent_boost')
  if (placeIn(feeds.profiles, mint) !== null) tags.push('new')
  return tags
}
