import { ZERO_KEY } from '../../../src/chain/solana/borsh-layout.ts'
import type { BondingCurve, FeeConfig, Global } from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import { ceilDiv, smaller } from '../wide-math.ts'
import {
  type FeeRates,
  LAUNCH_SUPPLY_RAW,
  partOf,
  scheduledRates,
  scheduleOf,
  withCreator,
  withinBudget,
} from './fee-schedule.ts'

/* Trades on a curve as the emulator carries them out. The curve keeps the product of its virtual reserves, rounded in
 * its own favour: each side after a trade is that product over the other. */

type Reserves = {
  readonly virtualTokenReserves: bigint
  readonly virtualQuoteReserves: bigint
  readonly realTokenReserves: bigint
  readonly realQuoteReserves: bigint
}
export type CurveRates = Pick<FeeRates, 'protocolFeeBps' | 'creatorFeeBps'>

export type CurveTrade = {
  readonly tokens: bigint
  /** Enters or leaves the curve. */
  readonly quote: bigint
  readonly protocolFee: bigint
  readonly creatorFee: bigint
  /** Leaves or reaches the trader. */
  readonly traderQuote: bigint
  readonly after: Reserves
  readonly completes: boolean
}

export function curveMarketCap(
  { virtualTokenReserves, virtualQuoteReserves, isMayhemMode }: BondingCurve,
  supply: bigint,
) {
  const counted = isMayhemMode ? supply : LAUNCH_SUPPLY_RAW
  return virtualTokenReserves === 0n ? 0n : (counted * virtualQuoteReserves) / virtualTokenReserves
}

export function curveRates(
  curve: BondingCurve,
  { global, feeConfig, supply }: { readonly global: Global; readonly feeConfig: FeeConfig; readonly supply: bigint },
): CurveRates {
  const terms = { schedule: scheduleOf(curve.quoteMint), marketCap: curveMarketCap(curve, supply), isTiered: true }
  return withCreator(scheduledRates(feeConfig, terms), {
    hasCreator: curve.creator !== ZERO_KEY,
    ownBps: curve.creatorFeeBps,
    mayBeOwn: global.creatorFeeConfigurable,
  })
}

/** As many tokens as are asked for and there are; null where there are none. */
export function takeTokens(curve: Reserves, rates: CurveRates, wanted: bigint): CurveTrade | null {
  const tokens = smaller(wanted, curve.realTokenReserves)
  const left = curve.virtualTokenReserves - tokens
  if (tokens <= 0n || left <= 0n) return null
  return takeFor(curve, rates, tokens, productOf(curve) / left - curve.virtualQuoteReserves + 1n)
}

/** As many tokens as the budget pays for with its fees. One unit of it stays the curve's rounding. */
export function spendQuote(curve: Reserves, rates: CurveRates, budget: bigint): CurveTrade | null {
  if (budget <= 0n || curve.virtualTokenReserves === 0n) return null
  const net = withinBudget(budget, rates.protocolFeeBps, rates.creatorFeeBps)
  if (net <= 1n) return null
  const left = ceilDiv(productOf(curve), curve.virtualQuoteReserves + net - 1n)
  const tokens = curve.virtualTokenReserves - left
  if (tokens > curve.realTokenReserves) return takeTokens(curve, rates, curve.realTokenReserves)
  return tokens <= 0n ? null : takeFor(curve, rates, tokens, net)
}

/** Null where the curve has not so much quote, or fees take more than there is. */
export function giveTokens(curve: Reserves, rates: CurveRates, tokens: bigint): CurveTrade | null {
  if (tokens <= 0n || curve.virtualTokenReserves === 0n) return null
  const quote = curve.virtualQuoteReserves - ceilDiv(productOf(curve), curve.virtualTokenReserves + tokens)
  const fees = feesOn(quote, rates)
  const traderQuote = quote - fees.protocolFee - fees.creatorFee
  if (quote > curve.realQuoteReserves || traderQuote < 0n) return null
  return { tokens, quote, ...fees, traderQuote, after: moved(curve, tokens, -quote), completes: false }
}

function takeFor(curve: Reserves, rates: CurveRates, tokens: bigint, quote: bigint): CurveTrade {
  const fees = feesOn(quote, rates)
  const after = moved(curve, -tokens, quote)
  const traderQuote = quote + fees.protocolFee + fees.creatorFee
  return { tokens, quote, ...fees, traderQuote, after, completes: after.realTokenReserves === 0n }
}

function productOf({ virtualTokenReserves, virtualQuoteReserves }: Reserves): bigint {
  return virtualTokenReserves * virtualQuoteReserves
}

function feesOn(quote: bigint, { protocolFeeBps, creatorFeeBps }: CurveRates) {
  return { protocolFee: partOf(quote, protocolFeeBps), creatorFee: partOf(quote, creatorFeeBps) }
}

/** Real and virtual reserves move together. */
function moved(curve: Reserves, tokens: bigint, quote: bigint): Reserves {
  return {
    virtualTokenReserves: curve.virtualTokenReserves + tokens,
    virtualQuoteReserves: curve.virtualQuoteReserves + quote,
    realTokenReserves: curve.realTokenReserves + tokens,
    realQuoteReserves: curve.realQuoteReserves + quote,
  }
}
