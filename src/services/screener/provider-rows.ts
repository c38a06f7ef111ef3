import { HOUR_MS } from '../../config/durations.ts'
import type { ScreenerRow } from '../../contract/screener.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'

/** A pair that is not on the tape, as the market provider or the node describes it. */
export function rowOfMarketPair(
  pair: MarketPair,
  { rank, nowMs }: { readonly rank: number | null; readonly nowMs: number },
): ScreenerRow {
  const { base, quote, pairCreatedAtMs: createdAt } = pair
  return {
    chain: 'solana',
    dex: pair.dexId,
    pair: pair.pairAddress,
    base: { address: base.address, symbol: base.symbol || null, name: base.name || null },
    quote: { address: quote.address, symbol: quote.symbol || null, name: quote.name || null },
    priceUSD: pair.priceUsd,
    priceChange: { ...pair.priceChangePct },
    volume: { ...pair.volumeUsd },
    txns: { ...pair.txns },
    makers24h: null,
    liquidityUSD: pair.liquidityUsd,
    marketCap: pair.marketCapUsd,
    fdv: pair.fdvUsd,
    createdAt,
    ageHours: createdAt === null ? null : Math.round((Math.max(0, nowMs - createdAt) / HOUR_MS) * 100) / 100,
    lastTradeAt: null,
    boosts: pair.boostsActive,
    holders: null,
    labels: [...pair.labels],
    hasSocials: pair.info === null ? null : pair.info.socials.length > 0,
    verified: null,
    curve: null,
    safety: null,
    rank,
  }
}
