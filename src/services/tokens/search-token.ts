import { HOUR_MS } from '../../config/durations.ts'
import type { RawTrendingToken, SearchToken } from '../../contract/token.ts'
import { clampFigureUsd, clampPriceUsd } from '../../contract/units.ts'
import type { FeedEntry, MarketPair } from '../../upstreams/capabilities.ts'
import { clampWindows } from './full-pair.ts'
import { neutralImageUrl } from './neutral-image.ts'

export type SearchTokenParts = {
  readonly pair: MarketPair
  readonly decimals: number | null
  readonly description: string | null
  readonly boosts: number
  readonly nowMs: number
}

/** The wire row of search, and the base of raw trending, from one pool (spec 2.2). */
export function toSearchToken({ pair, decimals, description, boosts, nowMs }: SearchTokenParts): SearchToken {
  const socials: Record<string, string> = {}
  for (const { type, url } of pair.info?.socials ?? []) socials[type] ??= url
  return {
    mint: pair.base.address,
    symbol: pair.base.symbol,
    name: pair.base.name,
    image: neutralImageUrl(pair.info?.imageUrl ?? null),
    url: pair.url,
    priceUsd: clampPriceUsd(pair.priceUsd),
    priceChange: pair.priceChangePct.h24,
    volume24h: clampFigureUsd(pair.volumeUsd.h24),
    liquidityUsd: clampFigureUsd(pair.liquidityUsd),
    marketCap: clampFigureUsd(pair.marketCapUsd),
    fdv: clampFigureUsd(pair.fdvUsd),
    pair: { chain: 'solana', dex: pair.dexId, address: pair.pairAddress, quote: pair.quote.symbol },
    socials,
    websites: (pair.info?.websites ?? []).map(({ url }) => url),
    header: pair.info?.headerUrl ?? null,
    description,
    decimals,
    socials_list: [...(pair.info?.socials ?? [])],
    websites_list: [...(pair.info?.websites ?? [])],
    volume: clampWindows(pair.volumeUsd),
    txns: { ...pair.txns },
    buys24h: pair.txns.h24?.buys ?? null,
    sells24h: pair.txns.h24?.sells ?? null,
    pairCreatedAt: pair.pairCreatedAtMs,
    ageHours: pair.pairCreatedAtMs === null ? null : ageHours(nowMs - pair.pairCreatedAtMs),
    boosts,
    dexId: pair.dexId,
    pairAddress: pair.pairAddress,
    baseToken: { ...pair.base },
    quoteToken: { ...pair.quote },
    labels: [...pair.labels],
  }
}

/** To a hundredth, and never below 0: clocks differ. */
function ageHours(ageMs: number): number {
  return Math.round((Math.max(0, ageMs) / HOUR_MS) * 100) / 100
}

export type RawTrendingParts = SearchTokenParts & {
  readonly feed: FeedEntry
  readonly dexRank: number | null
  readonly tags: RawTrendingToken['tags']
}

/** A raw trending row: the feed's own icon, unchanged, and where the token was seen. */
export function toRawTrendingToken(parts: RawTrendingParts): RawTrendingToken {
  const base = toSearchToken(parts)
  return {
    ...base,
    image: parts.feed.iconUrl ?? parts.pair.info?.imageUrl ?? null,
    header: base.header ?? parts.feed.headerUrl,
    dex_rank: parts.dexRank,
    tags: parts.tags,
    source: 'aggregate',
  }
}
