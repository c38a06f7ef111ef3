import { ceilDiv } from '../constant-product.ts'
import { integerSqrt } from '../integer-sqrt.ts'
import type { CurveType, LaunchPool } from './state.ts'

/** What each takes of a trade, in millionths. Fees are always in the quote. */
export type LaunchRates = { readonly protocol: bigint; readonly platform: bigint; readonly creator: bigint }
export type LaunchCurve = Pick<
  LaunchPool,
  'virtualBase' | 'virtualQuote' | 'realBase' | 'realQuote' | 'totalBaseSell'
> & { readonly curveType: CurveType }

/** One trade against a curve, in base units of what enters and leaves its vaults. */
export type LaunchTrade = {
  readonly inRaw: bigint
  readonly outRaw: bigint
  /** What meets the curve and what comes of it, fees left out. */
  readonly curveInRaw: bigint
  readonly curveOutRaw: bigint
  readonly fees: { readonly protocol: bigint; readonly platform: bigint; readonly creator: bigint }
}

const MILLION = 1_000_000n
const Q64 = 1n << 64n

/** `buy_exact_in`: as much as `inRaw` of the quote buys with its fees; less is taken where it buys more than is left.
 *  Null when it buys nothing. */
export function quoteLaunchBuy(curve: LaunchCurve, rates: LaunchRates, inRaw: bigint): LaunchTrade | null {
  const rate = totalRate(rates)
  const netRaw = inRaw - ceilDiv(inRaw * rate, MILLION)
  if (netRaw <= 0n || rate >= MILLION) return null
  const outRaw = baseFor(curve, netRaw)
  const leftRaw = curve.totalBaseSell - curve.realBase
  if (leftRaw <= 0n || outRaw <= 0n) return null
  if (outRaw <= leftRaw) return bought(rates, { inRaw, netRaw, outRaw })
  const neededRaw = quoteFor(curve, leftRaw)
  if (neededRaw === null) return null
  return bought(rates, { inRaw: ceilDiv(neededRaw * MILLION, MILLION - rate), netRaw: neededRaw, outRaw: leftRaw })
}

/** `sell_exact_in`. Null when the curve cannot take that much back, or it is worth nothing. */
export function quoteLaunchSell(curve: LaunchCurve, rates: LaunchRates, inRaw: bigint): LaunchTrade | null {
  if (inRaw <= 0n || inRaw > curve.realBase) return null
  const grossRaw = quoteOf(curve, inRaw)
  if (grossRaw <= 0n || grossRaw > curve.realQuote) return null
  const feeRaw = ceilDiv(grossRaw * totalRate(rates), MILLION)
  const outRaw = grossRaw - feeRaw
  if (outRaw <= 0n) return null
  return { inRaw, outRaw, curveInRaw: inRaw, curveOutRaw: grossRaw, fees: splitFee(feeRaw, rates) }
}

export function totalRate({ protocol, platform, creator }: LaunchRates): bigint {
  return protocol + platform + creator
}

function bought(
  rates: LaunchRates,
  { inRaw, netRaw, outRaw }: { readonly inRaw: bigint; readonly netRaw: bigint; readonly outRaw: bigint },
): LaunchTrade {
  return { inRaw, outRaw, curveInRaw: netRaw, curveOutRaw: outRaw, fees: splitFee(inRaw - netRaw, rates) }
}

/** Base that `netRaw` of the quote buys. */
function baseFor(curve: LaunchCurve, netRaw: bigint): bigint {
  const { virtualBase, virtualQuote, realBase, realQuote } = curve
  switch (curve.curveType) {
    case 'constantProduct': {
      if (virtualBase <= realBase) return 0n
      return (netRaw * (virtualBase - realBase)) / (virtualQuote + realQuote + netRaw)
    }
    case 'fixedPrice':
      return virtualQuote === 0n ? 0n : (netRaw * virtualBase) / virtualQuote
    case 'linear':
      return virtualBase === 0n ? 0n : integerSqrt((2n * (realQuote + netRaw) * Q64) / virtualBase) - realBase
  }
}

/** Quote that so much base costs; null where the curve has no price for it. */
function quoteFor(curve: LaunchCurve, baseRaw: bigint): bigint | null {
  const { virtualBase, virtualQuote, realBase, realQuote } = curve
  switch (curve.curveType) {
    case 'constantProduct': {
      const left = virtualBase - realBase - baseRaw
      return left <= 0n ? null : ceilDiv((virtualQuote + realQuote) * baseRaw, left)
    }
    case 'fixedPrice':
      return virtualBase === 0n ? null : ceilDiv(virtualQuote * baseRaw, virtualBase)
    case 'linear':
      return raisedAt(virtualBase, realBase + baseRaw) - realQuote
  }
}

/** Quote that so much base gives back. */
function quoteOf(curve: LaunchCurve, baseRaw: bigint): bigint {
  const { virtualBase, virtualQuote, realBase, realQuote } = curve
  switch (curve.curveType) {
    case 'constantProduct':
      return (baseRaw * (virtualQuote + realQuote)) / (virtualBase - realBase + baseRaw)
    case 'fixedPrice':
      return virtualBase === 0n ? 0n : (baseRaw * virtualQuote) / virtualBase
    case 'linear':
      return realQuote - raisedAt(virtualBase, realBase - baseRaw)
  }
}

/** What a linear curve has raised when so much was sold: half the slope (64-bit fixed point) times the square. */
function raisedAt(slope: bigint, soldRaw: bigint): bigint {
  return ceilDiv(slope * soldRaw * soldRaw, 2n * Q64)
}

/** By rate with floors; what that leaves is the protocol's. */
function splitFee(feeRaw: bigint, rates: LaunchRates): LaunchTrade['fees'] {
  const all = totalRate(rates)
  const part = (rate: bigint): bigint => (all === 0n ? 0n : (feeRaw * rate) / all)
  const [platform, creator] = [part(rates.platform), part(rates.creator)]
  return { protocol: feeRaw - platform - creator, platform, creator }
}
