import { feeIn, feeRateOf } from './fee-rate.ts'
import type { PoolFees } from './pool-fees.ts'
import type { DammV2Pool } from './state.ts'

/** One exact-input trade, transfer fees left out, in base units. */
export type DammV2Trade = {
  /** What meets the curve: the fee is out of the one where it is taken on input, still in the other where on output. */
  readonly curveInRaw: bigint
  readonly curveOutRaw: bigint
  /** What leaves the pool for the trader. */
  readonly outRaw: bigint
  readonly feeRaw: bigint
  readonly protocolFeeRaw: bigint
  readonly isFeeOnInput: boolean
  /** Where the price is then; of pools that compound it does not count. */
  readonly endSqrtPriceQ64: bigint
}

const MAX_U64 = (1n << 64n) - 1n

/** `inRaw` reaches the pool; `point` is now, as the pool counts. Null when the pool does not take that much, is not
 *  open yet, or gives nothing. Formulas: cp-amm's source, checked against its SDK and the program. */
export function tradeDammV2(
  pool: DammV2Pool,
  fees: PoolFees,
  { inRaw, isAToB, point }: { readonly inRaw: bigint; readonly isAToB: boolean; readonly point: bigint },
): DammV2Trade | null {
  if (inRaw <= 0n || inRaw > MAX_U64 || point < pool.activationPoint) return null
  const { activationPoint, sqrtPriceQ64 } = pool
  const rate = feeRateOf(fees, { point, activationPoint, isBToA: !isAToB, amountRaw: inRaw, sqrtPriceQ64 })
  if (rate === null) return null
  const isFeeOnInput = pool.collectsInBOnly && !isAToB
  const curveInRaw = isFeeOnInput ? inRaw - feeIn(inRaw, rate) : inRaw
  const curve = alongCurve(pool, curveInRaw, isAToB)
  if (curve === null || curve.outRaw > MAX_U64) return null
  const { outRaw: curveOutRaw, endSqrtPriceQ64 } = curve
  const feeRaw = isFeeOnInput ? inRaw - curveInRaw : feeIn(curveOutRaw, rate)
  const outRaw = isFeeOnInput ? curveOutRaw : curveOutRaw - feeRaw
  if (outRaw <= 0n) return null
  const protocolFeeRaw = (feeRaw * fees.protocolPercent) / 100n
  return { curveInRaw, curveOutRaw, outRaw, feeRaw, protocolFeeRaw, isFeeOnInput, endSqrtPriceQ64 }
}

type CurveStep = { readonly outRaw: bigint; readonly endSqrtPriceQ64: bigint }

function alongCurve(pool: DammV2Pool, inRaw: bigint, isAToB: boolean): CurveStep | null {
  const { liquidityQ64: liquidity, sqrtPriceQ64: price, amountA, amountB } = pool
  if (pool.isCompounding) {
    const [into, outOf] = isAToB ? [amountA, amountB] : [amountB, amountA]
    if (into + inRaw > MAX_U64 || into + inRaw === 0n) return null
    return { outRaw: (outOf * inRaw) / (into + inRaw), endSqrtPriceQ64: price }
  }
  if (liquidity === 0n || price === 0n) return null
  if (isAToB) {
    const divisor = liquidity + inRaw * price
    const next = (liquidity * price + divisor - 1n) / divisor
    return next < pool.sqrtMinPriceQ64 ? null : { outRaw: (liquidity * (price - next)) >> 128n, endSqrtPriceQ64: next }
  }
  const next = price + (inRaw << 128n) / liquidity
  if (next > pool.sqrtMaxPriceQ64) return null
  return { outRaw: (liquidity * (next - price)) / (price * next), endSqrtPriceQ64: next }
}
