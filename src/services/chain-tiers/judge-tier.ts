import { CHAIN_TIERS } from '../../config/chains.ts'
import type { ChainTier } from '../../contract/chain-catalog.ts'
import type { ChainMeasure, MarketEvidence } from '../../contract/chain-evidence.ts'

/** Which levels a chain meets, each by its own rule, and the highest of them. */
export type JudgedTier = {
  readonly tier: ChainTier
  readonly meets: Readonly<Record<ChainTier, boolean>>
  /** Some of the evidence that counts is of the round before. */
  readonly stale: boolean
}
export type TierInput = {
  readonly measure: ChainMeasure | undefined
  /** A first-party trade service of the chain is configured and a paid product is live. */
  readonly services: boolean
  readonly nowMs: number
}

/** The tier of spec 2.8. Levels are no strict ladder: L3 needs L2, L4 needs L1. Ages are those at the time of the
 *  question; evidence that two rounds did not renew counts for nothing, so that a tier falls when nobody measures and
 *  never rises without a measurement. */
export function judgeTier({ measure, services, nowMs }: TierInput): JudgedTier {
  const market = inForce(measure?.market, nowMs)
  const analysis = inForce(measure?.analysis, nowMs)
  const quote = inForce(measure?.quote, nowMs)
  const priced = isPriced(market)
  const traded = isMarket(market)
  const forensics = traded && analysis?.holders === true && analysis.security
  const tradeable = priced && quote !== null && BigInt(quote.outAmount ?? 0) > 0n
  const meets = { L0: true, L1: priced, L2: traded, L3: forensics, L4: tradeable, L5: services }
  const counted = [market, forensics ? analysis : null, tradeable ? quote : null].filter((one) => one !== null)
  return {
    tier: TIERS_DOWN.find((tier) => meets[tier]) ?? 'L0',
    meets,
    stale: counted.some(({ askedAtMs }) => nowMs - askedAtMs > CHAIN_TIERS.staleAfterMs),
  }
}

const TIERS_DOWN = ['L5', 'L4', 'L3', 'L2', 'L1', 'L0'] as const

/** Null for evidence that is too old. */
function inForce<E extends { readonly askedAtMs: number }>(evidence: E | null | undefined, nowMs: number): E | null {
  return evidence != null && nowMs - evidence.askedAtMs <= CHAIN_TIERS.dropAfterMs ? evidence : null
}

/** Newest trade under 24 hours old. */
function isPriced(market: MarketEvidence | null): boolean {
  return isYounger(market, CHAIN_TIERS.pricedWithinMs)
}

/** Newest trade under an hour old, and activity of 24 hours or a pool traded within the hour. */
function isMarket(market: MarketEvidence | null): boolean {
  return isYounger(market, CHAIN_TIERS.marketWithinMs) && (market!.active24h || market!.poolTradedWithinHour)
}

/** An exact age must be below the bound; a window that had a trade proves that one was younger than the window. */
function isYounger(market: MarketEvidence | null, boundMs: number): boolean {
  if (market === null || market.newestTradeUnderMs === null) return false
  return market.newestTradeAgeMs === null ? market.newestTradeUnderMs <= boundMs : market.newestTradeAgeMs < boundMs
}
