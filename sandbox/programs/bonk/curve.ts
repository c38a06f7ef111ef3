import { ceilDiv, smaller } from '../wide-math.ts'
import { FEE_RATE_DENOMINATOR } from './layout.ts'

/* LaunchLab's constant product curve. Fees are always in the quote; rates are millionths. */

export type Curve = {
  readonly virtualBase: bigint
  readonly virtualQuote: bigint
  /** Sold and raised so far. */
  readonly realBase: bigint
  readonly realQuote: bigint
  readonly totalBaseSell: bigint
}
export type FeeRates = {
  readonly protocol: bigint
  readonly platform: bigint
  readonly creator: bigint
  readonly share: bigint
}
/** One trade: what the trader gives and gets, what the curve takes or gives in quote, and the fees between the two. */
export type CurveTrade = {
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly quoteMoved: bigint
  readonly baseMoved: bigint
  readonly fees: {
    readonly protocol: bigint
    readonly platform: bigint
    readonly creator: bigint
    readonly share: bigint
  }
}

/** Buys for an exact sum; the last buyer pays for what is left only. */
export function buyExactIn(curve: Curve, rates: FeeRates, amountIn: bigint): CurveTrade | null {
  const fee = shareUp(amountIn, totalRate(rates))
  const net = amountIn - fee
  if (net <= 0n) return null
  const { base, quote } = reserves(curve)
  const out = (net * base) / (quote + net)
  const left = curve.totalBaseSell - curve.realBase
  if (out <= left) return buy(rates, { amountIn, net, out })
  return buyExactOut(curve, rates, left)
}

export function buyExactOut(curve: Curve, rates: FeeRates, wanted: bigint): CurveTrade | null {
  const out = smaller(wanted, curve.totalBaseSell - curve.realBase)
  const { base, quote } = reserves(curve)
  if (out <= 0n || out >= base) return null
  const net = ceilDiv(quote * out, base - out)
  return buy(rates, { amountIn: beforeFee(net, rates), net, out })
}

export function sellExactIn(curve: Curve, rates: FeeRates, amountIn: bigint): CurveTrade | null {
  const { base, quote } = reserves(curve)
  const gross = (amountIn * quote) / (base + amountIn)
  return sell(curve, rates, amountIn, gross)
}

export function sellExactOut(curve: Curve, rates: FeeRates, received: bigint): CurveTrade | null {
  const { base, quote } = reserves(curve)
  const gross = beforeFee(received, rates)
  if (gross >= quote) return null
  return sell(curve, rates, ceilDiv(base * gross, quote - gross), gross, received)
}

/** The virtual reserves with which the curve sells `totalBaseSell` for exactly the sum to be raised, and ends at the
 *  price that the rest of the supply and that sum make as a pool. */
export function virtualReserves(launch: {
  readonly supply: bigint
  readonly totalBaseSell: bigint
  readonly totalQuoteFundRaising: bigint
  readonly locked: bigint
  readonly migrateFee: bigint
}): { readonly virtualBase: bigint; readonly virtualQuote: bigint } | null {
  const { totalBaseSell: sold, totalQuoteFundRaising: raised } = launch
  const left = launch.supply - sold - launch.locked
  const pooled = raised - launch.migrateFee
  if (left <= 0n || pooled <= 0n) return null
  const denominator = (pooled * sold) / left - raised
  if (denominator <= 0n) return null
  return {
    virtualBase: (pooled * sold * sold) / left / denominator,
    virtualQuote: (raised * raised) / denominator,
  }
}

function reserves({ virtualBase, virtualQuote, realBase, realQuote }: Curve) {
  return { base: virtualBase - realBase, quote: virtualQuote + realQuote }
}

function buy(rates: FeeRates, { amountIn, net, out }: { amountIn: bigint; net: bigint; out: bigint }): CurveTrade {
  return { amountIn, amountOut: out, quoteMoved: net, baseMoved: out, fees: split(amountIn - net, rates) }
}

function sell(curve: Curve, rates: FeeRates, amountIn: bigint, gross: bigint, exact?: bigint): CurveTrade | null {
  if (amountIn <= 0n || amountIn > curve.realBase || gross <= 0n || gross > curve.realQuote) return null
  const amountOut = exact ?? gross - shareUp(gross, totalRate(rates))
  if (amountOut <= 0n) return null
  return { amountIn, amountOut, quoteMoved: gross, baseMoved: amountIn, fees: split(gross - amountOut, rates) }
}

/** By rate with floors; what that leaves is the protocol's. */
function split(fee: bigint, rates: FeeRates): CurveTrade['fees'] {
  const all = totalRate(rates)
  const part = (rate: bigint): bigint => (all === 0n ? 0n : (fee * rate) / all)
  const [platform, creator, share] = [part(rates.platform), part(rates.creator), part(rates.share)]
  return { protocol: fee - platform - creator - share, platform, creator, share }
}

function totalRate({ protocol, platform, creator, share }: FeeRates): bigint {
  return protocol + platform + creator + share
}

function shareUp(amount: bigint, rate: bigint): bigint {
  return ceilDiv(amount * rate, FEE_RATE_DENOMINATOR)
}

function beforeFee(net: bigint, rates: FeeRates): bigint {
  return ceilDiv(net * FEE_RATE_DENOMINATOR, FEE_RATE_DENOMINATOR - totalRate(rates))
}
