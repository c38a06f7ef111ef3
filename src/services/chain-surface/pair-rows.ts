import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../config/durations.ts'
import type { Context } from '../../context.ts'
import type { ChainPair, ChainSearchToken } from '../../contract/chain-surface.ts'
import type { TokenPriceEntry } from '../../contract/token.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { speaksLouder } from '../pricing/best-pair.ts'
import { knownDescription } from '../tokens/feeds.ts'
import { toFullPair } from '../tokens/full-pair.ts'
import { toSearchToken } from '../tokens/search-token.ts'

/** Full pair objects of a chain, the pool that speaks for its token first. */
export function pairsByVolume(ctx: Context, chain: string, pairs: readonly MarketPair[]): ChainPair[] {
  return [...pairs].sort((a, b) => (speaksLouder(a, b) ? -1 : 1)).map((pair) => toChainPair(ctx, chain, pair))
}

export function toChainPair(ctx: Context, chain: string, pair: MarketPair): ChainPair {
  const description = chain === 'solana' ? knownDescription(ctx, pair.base.address) : null
  return { ...toFullPair(pair, description), chainId: chain }
}

export function toChainSearchToken(chain: string, pair: MarketPair, nowMs: number): ChainSearchToken {
  const boosts = pair.boostsActive ?? 0
  const row = toSearchToken({ pair, decimals: null, description: null, boosts, nowMs })
  return { ...row, pair: { ...row.pair, chain } }
}

/** Null for a pair without a price. */
export function toPriceEntry({ base, ...pair }: MarketPair): TokenPriceEntry | null {
  if (pair.priceUsd === null) return null
  return {
    mint: base.address,
    priceUsd: pair.priceUsd,
    marketCap: pair.marketCapUsd,
    fdv: pair.fdvUsd,
    liquidityUsd: pair.liquidityUsd,
    volume24h: pair.volumeUsd.h24,
    priceChange24h: pair.priceChangePct.h24,
  }
}

const WINDOW_MS = [
  ['m5', 5 * MINUTE_MS],
  ['h1', HOUR_MS],
  ['h6', 6 * HOUR_MS],
  ['h24', DAY_MS],
] as const

/** The shortest window in which one of the pools was traded; null without a trade. */
export function tradedWithinMs(pairs: readonly MarketPair[]): number | null {
  const window = WINDOW_MS.find(([name]) =>
    pairs.some(({ txns }) => txns[name] !== null && txns[name].buys + txns[name].sells > 0),
  )
  return window?.[1] ?? null
}
