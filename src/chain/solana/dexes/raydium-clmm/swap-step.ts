import { ceilDiv } from '../constant-product.ts'
import { MAX_U64 } from '../pool-vault.ts'

const FEE_UNIT = 1_000_000n
const Q64 = 1n << 64n
const MAX_U128 = 2n ** 128n - 1n

type StepQuestion = {
  readonly remaining: bigint
  /** Millionths. */
  readonly feeRate: bigint
  readonly liquidity: bigint
  readonly sqrtPrice: bigint
  readonly target: bigint
  readonly isZeroForOne: boolean
  readonly isFeeOnInput: boolean
}
type Amounts = { readonly inRaw: bigint; readonly outRaw: bigint }
/** `inRaw` without a fee on the input, `outRaw` without one on the output. */
export type Step = Amounts & { readonly feeRaw: bigint; readonly sqrtPrice: bigint }

/** One step within one range of liquidity, to the target at most, with the program's roundings (`compute_swap` of
 *  `libraries/swap_math.rs`). Null when the program would fail. */
export function swapStep(question: StepQuestion): Step | null {
  const { remaining, feeRate, liquidity, sqrtPrice, target, isZeroForOne, isFeeOnInput } = question
  const usable = isFeeOnInput ? (remaining * (FEE_UNIT - feeRate)) / FEE_UNIT : remaining
  const whole = amountsTo(target, question)
  const isReached = whole !== null && usable >= whole.inRaw
  const end = isReached ? target : priceAfter(liquidity, sqrtPrice, usable, isZeroForOne)
  if (end === null || (isZeroForOne ? end < target : end > target)) return null
  const moved = isReached ? whole : amountsTo(end, question)
  if (moved === null) return null
  const isPartial = end !== target
  if (isFeeOnInput) {
    const feeRaw = isPartial ? remaining - moved.inRaw : ceilDiv(moved.inRaw * feeRate, FEE_UNIT - feeRate)
    return feeRaw < 0n ? null : { ...moved, feeRaw, sqrtPrice: end }
  }
  const feeRaw = ceilDiv(moved.outRaw * feeRate, FEE_UNIT)
  return { inRaw: isPartial ? remaining : moved.inRaw, outRaw: moved.outRaw - feeRaw, feeRaw, sqrtPrice: end }
}

/** What moves between the present price and another: the input rounded up, the output down. Null for more than a token
 *  account can hold. */
function amountsTo(price: bigint, { liquidity, sqrtPrice, isZeroForOne }: StepQuestion): Amounts | null {
  const [low, high] = price < sqrtPrice ? [price, sqrtPrice] : [sqrtPrice, price]
  const token1X64 = liquidity * (high - low)
  const token0 = (round: 'up' | 'down'): bigint =>
    round === 'up' ? ceilDiv(token1X64 << 64n, low * high) : (token1X64 << 64n) / (low * high)
  const inRaw = isZeroForOne ? token0('up') : ceilDiv(token1X64, Q64)
  const outRaw = isZeroForOne ? token1X64 >> 64n : token0('down')
  return inRaw > MAX_U64 || outRaw > MAX_U64 ? null : { inRaw, outRaw }
}

/** Price after an input that ends within the range: token 0 lowers it, rounded up; token 1 raises it, rounded down. */
function priceAfter(liquidity: bigint, sqrtPrice: bigint, inRaw: bigint, isZeroForOne: boolean): bigint | null {
  if (liquidity === 0n) return null
  if (inRaw === 0n) return sqrtPrice
  if (isZeroForOne) return ceilDiv((liquidity << 64n) * sqrtPrice, (liquidity << 64n) + inRaw * sqrtPrice)
  const end = sqrtPrice + (inRaw << 64n) / liquidity
  return end > MAX_U128 ? null : end
}
