import type { FeeConfig } from './state.ts'

export type FeeRates = { readonly lpFeeBps: bigint; readonly protocolFeeBps: bigint; readonly creatorFeeBps: bigint }
export type FeeTier = { readonly marketCapLamportsThreshold: bigint; readonly fees: FeeRates }

export const BPS = 10_000n
/** Supply that every token of the launchpad starts with; used instead of the mint's supply in market caps. */
export const FIXED_SUPPLY_RAW = 1_000_000_000_000_000n

/** ceil(amount x bps / 10,000): the programs round each part of the fee up on its own. */
export function feeOf(amount: bigint, bps: bigint): bigint {
  return (amount * bps + BPS - 1n) / BPS
}

/** What kind of quote a mint is for the choice of a tier table. */
export type QuoteKind = 'sol' | 'stable' | 'exotic'

/** The last tier whose threshold is at most the market cap, or the first when it is below all of them. */
export function tierFor(tiers: readonly FeeTier[], marketCap: bigint): FeeRates | null {
  let chosen = tiers[0]
  for (const tier of tiers) if (tier.marketCapLamportsThreshold <= marketCap) chosen = tier
  return chosen?.fees ?? null
}

/** Rates of the fee program for one trade, before a token's own creator rate. `usesTiers` is false for PumpSwap pools
 *  that are not canonical: they always pay the flat rates. */
export function ratesFor(
  config: FeeConfig,
  trade: { readonly marketCap: bigint; readonly quote: QuoteKind; readonly usesTiers: boolean },
): FeeRates {
  if (!trade.usesTiers) return config.flatFees
  if (trade.quote === 'exotic') return isZero(config.exoticFlatFees) ? config.flatFees : config.exoticFlatFees
  // Settings older than the tiers of dollars charged those of SOL.
  const isOlder = config.stableFeeTiers.length === 0
  const tiers = trade.quote === 'sol' || isOlder ? config.feeTiers : config.stableFeeTiers
  return tierFor(tiers, trade.marketCap) ?? config.flatFees
}

function isZero(rates: FeeRates): boolean {
  return rates.lpFeeBps === 0n && rates.protocolFeeBps === 0n && rates.creatorFeeBps === 0n
}
