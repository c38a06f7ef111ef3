import { ceilDiv } from '../wide-math.ts'
import { FEE_RATE_DENOMINATOR } from './layout.ts'

/* The CPMM program's arithmetic, as its published source rounds it. Rates are millionths. */

export type CpmmRates = {
  readonly trade: bigint
  /** Zero where the pool takes none. */
  readonly creator: bigint
  readonly protocol: bigint
  readonly fund: bigint
}
export type CpmmSwap = {
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly tradeFee: bigint
  readonly creatorFee: bigint
  readonly protocolFee: bigint
  readonly fundFee: bigint
}
type Reserves = { readonly reserveIn: bigint; readonly reserveOut: bigint }

/** What comes out for an exact input. The creator's fee is part of one sum with the trade fee when it is on the
 *  input. */
export function swapBaseInput(
  amountIn: bigint,
  { reserveIn, reserveOut }: Reserves,
  rates: CpmmRates,
  isCreatorFeeOnInput: boolean,
): CpmmSwap | null {
  const inputRate = rates.trade + (isCreatorFeeOnInput ? rates.creator : 0n)
  const inputFee = shareUp(amountIn, inputRate)
  if (inputFee > amountIn) return null
  const net = amountIn - inputFee
  const gross = (reserveOut * net) / (reserveIn + net)
  const creatorFee = isCreatorFeeOnInput ? splitOf(inputFee, rates) : shareUp(gross, rates.creator)
  const tradeFee = isCreatorFeeOnInput ? inputFee - creatorFee : inputFee
  const amountOut = isCreatorFeeOnInput ? gross : gross - creatorFee
  return { amountIn, amountOut, tradeFee, creatorFee, ...sharesOf(tradeFee, rates) }
}

/** What has to go in for an exact output; null when the pool does not hold as much. */
export function swapBaseOutput(
  amountOut: bigint,
  { reserveIn, reserveOut }: Reserves,
  rates: CpmmRates,
  isCreatorFeeOnInput: boolean,
): CpmmSwap | null {
  const gross = isCreatorFeeOnInput ? amountOut : beforeFee(amountOut, rates.creator)
  if (gross >= reserveOut) return null
  const net = ceilDiv(reserveIn * gross, reserveOut - gross)
  const amountIn = beforeFee(net, rates.trade + (isCreatorFeeOnInput ? rates.creator : 0n))
  const inputFee = amountIn - net
  const creatorFee = isCreatorFeeOnInput ? splitOf(inputFee, rates) : gross - amountOut
  const tradeFee = isCreatorFeeOnInput ? inputFee - creatorFee : inputFee
  return { amountIn, amountOut, tradeFee, creatorFee, ...sharesOf(tradeFee, rates) }
}

function sharesOf(tradeFee: bigint, rates: CpmmRates): { readonly protocolFee: bigint; readonly fundFee: bigint } {
  return {
    protocolFee: (tradeFee * rates.protocol) / FEE_RATE_DENOMINATOR,
    fundFee: (tradeFee * rates.fund) / FEE_RATE_DENOMINATOR,
  }
}

function splitOf(fee: bigint, { trade, creator }: CpmmRates): bigint {
  return creator === 0n ? 0n : (fee * creator) / (trade + creator)
}

function shareUp(amount: bigint, rate: bigint): bigint {
  return ceilDiv(amount * rate, FEE_RATE_DENOMINATOR)
}

function beforeFee(net: bigint, rate: bigint): bigint {
  return rate === 0n ? net : ceilDiv(net * FEE_RATE_DENOMINATOR, FEE_RATE_DENOMINATOR - rate)
}
