import { USDC_MINT } from '../../../../contract/mints.ts'
import { ZERO_KEY } from '../../borsh-layout.ts'
import { SOL_LIKE_MINTS } from './addresses.ts'
import { BPS, FIXED_SUPPLY_RAW, feeOf, type QuoteKind, ratesFor } from './fees.ts'
import type { BondingCurve, FeeConfig, Global } from './state.ts'

/** Reserves of a curve in base units. Prices come from the virtual ones, the real ones bound what can be taken out. */
export type CurveReserves = {
  readonly virtualTokenReserves: bigint
  readonly virtualQuoteReserves: bigint
  readonly realTokenReserves: bigint
  readonly realQuoteReserves: bigint
}
export type CurveRates = { readonly protocolFeeBps: bigint; readonly creatorFeeBps: bigint }

/** One trade against a curve: what moves where, in base units. */
export type CurveTrade = {
  readonly tokens: bigint
  /** Quote that enters (buy) or leaves (sell) the curve; fees come on top or are taken from it. */
  readonly quote: bigint
  readonly protocolFee: bigint
  readonly creatorFee: bigint
  /** What the trader pays in all (buy) or is left with (sell). */
  readonly traderQuote: bigint
  readonly after: CurveReserves
  /** The trade empties the curve: it is complete. */
  readonly completes: boolean
}

export function quoteKindOf(quoteMint: string): QuoteKind {
  if (SOL_LIKE_MINTS.has(quoteMint)) return 'sol'
  return quoteMint === USDC_MINT ? 'stable' : 'exotic'
}

/** Fee rates in force for the next trade. `mintSupplyRaw` counts for mayhem tokens only; null there means the fixed
 *  supply. A curve without a fee account pays the rates of Global. */
export function curveRates(input: {
  readonly global: Pick<Global, 'feeBasisPoints' | 'creatorFeeBasisPoints' | 'creatorFeeConfigurable'>
  readonly feeConfig: FeeConfig | null
  readonly curve: BondingCurve
  readonly mintSupplyRaw: bigint | null
}): CurveRates {
  const { global, feeConfig, curve } = input
  const base =
    feeConfig === null
      ? { protocolFeeBps: global.feeBasisPoints, creatorFeeBps: global.creatorFeeBasisPoints }
      : ratesFor(feeConfig, {
          marketCap: curveMarketCap(curve, input.mintSupplyRaw),
          quote: quoteKindOf(curve.quoteMint),
          usesTiers: true,
        })
  if (curve.creator === ZERO_KEY) return { protocolFeeBps: base.protocolFeeBps, creatorFeeBps: 0n }
  const own = global.creatorFeeConfigurable && curve.creatorFeeBps > 0n
  return { protocolFeeBps: base.protocolFeeBps, creatorFeeBps: own ? curve.creatorFeeBps : base.creatorFeeBps }
}

/** floor(virtual quote x supply / virtual tokens), in base units of the quote; 0 for a migrated curve. */
export function curveMarketCap(curve: BondingCurve, mintSupplyRaw: bigint | null): bigint {
  if (curve.virtualTokenReserves === 0n) return 0n
  const supply = curve.isMayhemMode ? (mintSupplyRaw ?? FIXED_SUPPLY_RAW) : FIXED_SUPPLY_RAW
  return (curve.virtualQuoteReserves * supply) / curve.virtualTokenReserves
}

/** `buy`: so many tokens, or what is left of them. Null when there is nothing to buy. */
export function quoteBuyExactTokens(curve: CurveReserves, rates: CurveRates, amount: bigint): CurveTrade | null {
  const tokens = amount < curve.realTokenReserves ? amount : curve.realTokenReserves
  if (tokens <= 0n || tokens >= curve.virtualTokenReserves) return null
  const quote = (tokens * curve.virtualQuoteReserves) / (curve.virtualTokenReserves - tokens) + 1n
  return boughtTrade(curve, rates, tokens, quote)
}

/** `buy_exact_sol_in`: as many tokens as `spendable` buys with its fees. Null when it buys none. */
export function quoteBuyExactQuote(curve: CurveReserves, rates: CurveRates, spendable: bigint): CurveTrade | null {
  if (spendable <= 0n || curve.virtualTokenReserves === 0n) return null
  let net = (spendable * BPS) / (BPS + rates.protocolFeeBps + rates.creatorFeeBps)
  const over = net + feeOf(net, rates.protocolFeeBps) + feeOf(net, rates.creatorFeeBps) - spendable
  if (over > 0n) net -= over
  if (net <= 1n) return null
  const bought = ((net - 1n) * curve.virtualTokenReserves) / (curve.virtualQuoteReserves + net - 1n)
  // More money than the curve has tokens for: the rest is bought at its price, not at the budget.
  if (bought > curve.realTokenReserves) return quoteBuyExactTokens(curve, rates, curve.realTokenReserves)
  return bought <= 0n ? null : boughtTrade(curve, rates, bought, net)
}

/** `sell`. Null when the curve cannot pay it. */
export function quoteSell(curve: CurveReserves, rates: CurveRates, tokens: bigint): CurveTrade | null {
  if (tokens <= 0n || curve.virtualTokenReserves === 0n) return null
  const quote = (tokens * curve.virtualQuoteReserves) / (curve.virtualTokenReserves + tokens)
  const protocolFee = feeOf(quote, rates.protocolFeeBps)
  const creatorFee = feeOf(quote, rates.creatorFeeBps)
  const traderQuote = quote - protocolFee - creatorFee
  if (quote > curve.realQuoteReserves || traderQuote < 0n) return null
  const after = {
    virtualTokenReserves: curve.virtualTokenReserves + tokens,
    virtualQuoteReserves: curve.virtualQuoteReserves - quote,
    realTokenReserves: curve.realTokenReserves + tokens,
    realQuoteReserves: curve.realQuoteReserves - quote,
  }
  return { tokens, quote, protocolFee, creatorFee, traderQuote, after, completes: false }
}

/** 100 x (1 - real tokens / initial real tokens), held within 0 and 100. */
export function curveProgressPct(realTokenReserves: bigint, initialRealTokenReserves: bigint): number {
  if (initialRealTokenReserves <= 0n) return 0
  const pct = 100 - Number((realTokenReserves * 1_000_000n) / initialRealTokenReserves) / 10_000
  return Math.min(100, Math.max(0, pct))
}

function boughtTrade(curve: CurveReserves, rates: CurveRates, tokens: bigint, quote: bigint): CurveTrade {
  const protocolFee = feeOf(quote, rates.protocolFeeBps)
  const creatorFee = feeOf(quote, rates.creatorFeeBps)
  const after = {
    virtualTokenReserves: curve.virtualTokenReserves - tokens,
    virtualQuoteReserves: curve.virtualQuoteReserves + quote,
    realTokenReserves: curve.realTokenReserves - tokens,
    realQuoteReserves: curve.realQuoteReserves + quote,
  }
  const traderQuote = quote + protocolFee + creatorFee
  return { tokens, quote, protocolFee, creatorFee, traderQuote, after, completes: after.realTokenReserves === 0n }
}
