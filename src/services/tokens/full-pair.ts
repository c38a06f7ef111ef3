import { LIMITS } from '../../config/limits.ts'
import type { FullPair } from '../../contract/token.ts'
import { clampFigureUsd, clampPriceUsd } from '../../contract/units.ts'
import type { MarketPair, Windows } from '../../upstreams/capabilities.ts'

/** The wire form of a pool, with the glitch clamp of spec 2.1. `description` comes from a promotion feed, if any. */
export function toFullPair(pair: MarketPair, description: string | null): FullPair {
  return {
    chainId: 'solana',
    dexId: pair.dexId,
    pairAddress: pair.pairAddress,
    url: pair.url,
    baseToken: { ...pair.base },
    quoteToken: { ...pair.quote },
    priceUsd: clampPriceUsd(pair.priceUsd),
    priceNative: clampPriceUsd(pair.priceNative),
    priceChange: { ...pair.priceChangePct },
    volume: clampWindows(pair.volumeUsd),
    txns: { ...pair.txns },
    liquidity: { usd: clampFigureUsd(pair.liquidityUsd), base: pair.liquidityBase, quote: pair.liquidityQuote },
    marketCap: clampFigureUsd(pair.marketCapUsd),
    fdv: clampFigureUsd(pair.fdvUsd),
    pairCreatedAt: pair.pairCreatedAtMs,
    labels: pair.labels.slice(0, LIMITS.pairLabels),
    boosts: { active: pair.boostsActive ?? 0 },
    info: {
      imageUrl: pair.info?.imageUrl ?? null,
      header: pair.info?.headerUrl ?? null,
      description,
      socials: [...(pair.info?.socials ?? [])],
      websites: [...(pair.info?.websites ?? [])],
    },
  }
}

export function clampWindows(usd: Windows<number | null>): Windows<number | null> {
  return {
    m5: clampFigureUsd(usd.m5),
    h1: clampFigureUsd(usd.h1),
    h6: clampFigureUsd(usd.h6),
    h24: clampFigureUsd(usd.h24),
  }
}
