import { ceilDiv } from '../constant-product.ts'
import { MAX_U64 } from '../pool-vault.ts'
import type { FeeWalk } from './adaptive-fee.ts'
import { nextTick, placeAfter, type TickArray, type TickPlace } from './tick-arrays.ts'
import { MAX_SQRT_PRICE, MIN_SQRT_PRICE, sqrtPriceOfTick } from './tick-math.ts'

/** What a swap starts from. */
export type WhirlpoolState = {
  readonly tickSpacing: number
  /** Ten-thousandths of the fee. */
  readonly protocolFeeRate: number
  readonly liquidity: bigint
  readonly sqrtPrice: bigint
  readonly tick: number
}

/** One swap, transfer fees left out. The whole input is taken. */
export type WhirlpoolSwap = {
  /** What met the curve. */
  readonly netInRaw: bigint
  readonly outRaw: bigint
  readonly feeRaw: bigint
  readonly protocolFeeRaw: bigint
  readonly endSqrtPrice: bigint
}

const FEE_UNIT = 1_000_000n
const PROTOCOL_UNIT = 10_000n
/** Products of the program have 256 bits, and one that is shifted by 64 may have 192 before. */
const MAX_UNSHIFTED = 1n << 192n

/** Most steps of a swap: a dense pool has hundreds of ticks in three arrays, and one with tiny tick groups thousands of
 *  groups, but compute units for so many. */
export const MAX_STEPS = 48

/** Goes from tick to tick until the input is used up, with the program's roundings (`manager/swap_manager.rs`,
 *  `math/swap_math.rs`). `arrays` are those the instruction names, in the swap's order. Null when they end before, when
 *  the prices end, or when a figure outgrows its type: the program refuses the first and the last, and would take a
 *  part of the input in the second case. Null too for a swap of more than `MAX_STEPS`. */
export function swapWhirlpool(
  pool: WhirlpoolState,
  arrays: readonly TickArray[],
  fees: FeeWalk,
  order: { readonly inRaw: bigint; readonly isAToB: boolean },
): WhirlpoolSwap | null {
  const { isAToB } = order
  const ways = { tickSpacing: pool.tickSpacing, isAToB }
  const limit = isAToB ? MIN_SQRT_PRICE : MAX_SQRT_PRICE
  let { liquidity, sqrtPrice } = pool
  let place: TickPlace = { index: 0, tick: pool.tick }
  let steps = 0
  let [remaining, netInRaw, outRaw, feeRaw, protocolFeeRaw] = [order.inRaw, 0n, 0n, 0n, 0n]
  while (remaining > 0n) {
    const next = sqrtPrice === limit ? null : nextTick(arrays, place, ways)
    if (next === null) return null
    const tickPrice = sqrtPriceOfTick(next.tick)
    do {
      const feeRate = fees.beginStep()
      const bound = fees.boundOf(tickPrice, liquidity)
      const step = swapStep({ remaining, feeRate, liquidity, sqrtPrice, target: bound.price, isAToB })
      if (step === null || ++steps > MAX_STEPS) return null
      remaining -= step.inRaw + step.feeRaw
      netInRaw += step.inRaw
      outRaw += step.outRaw
      feeRaw += step.feeRaw
      protocolFeeRaw += (step.feeRaw * BigInt(pool.protocolFeeRate)) / PROTOCOL_UNIT
      if (remaining < 0n || outRaw > MAX_U64) return null
      sqrtPrice = step.sqrtPrice
      if (sqrtPrice === tickPrice) {
        liquidity += next.net === null ? 0n : isAToB ? -next.net : next.net
        if (liquidity < 0n) return null
        place = placeAfter(arrays, next, ways)
      }
      fees.endStep({ sqrtPrice, tickPrice, tick: next.tick }, bound.isSkip)
    } while (remaining > 0n && sqrtPrice !== tickPrice)
  }
  return outRaw > 0n ? { netInRaw, outRaw, feeRaw, protocolFeeRaw, endSqrtPrice: sqrtPrice } : null
}

type StepQuestion = {
  readonly remaining: bigint
  readonly feeRate: bigint
  readonly liquidity: bigint
  readonly sqrtPrice: bigint
  readonly target: bigint
  readonly isAToB: boolean
}
type Step = { readonly inRaw: bigint; readonly outRaw: bigint; readonly feeRaw: bigint; readonly sqrtPrice: bigint }

/** One step within one range of liquidity, to the target at most. */
function swapStep({ remaining, feeRate, liquidity, sqrtPrice, target, isAToB }: StepQuestion): Step | null {
  const inputTo = (price: bigint): bigint =>
    isAToB ? tokenAUp(liquidity, sqrtPrice, price) : ceilDiv(liquidity * (price - sqrtPrice), 1n << 64n)
  const usable = (remaining * (FEE_UNIT - feeRate)) / FEE_UNIT
  if (isAToB && liquidity * (sqrtPrice - target) >= MAX_UNSHIFTED) return null
  const whole = inputTo(target)
  const isEnough = whole <= MAX_U64 && whole <= usable
  const end = isEnough ? target : priceAfter(liquidity, sqrtPrice, usable, isAToB)
  if (end === null) return null
  const inRaw = end === target ? whole : inputTo(end)
  if (!isAToB && liquidity * (end - sqrtPrice) >= MAX_UNSHIFTED) return null
  const outRaw = isAToB ? (liquidity * (sqrtPrice - end)) >> 64n : tokenADown(liquidity, sqrtPrice, end)
  if (inRaw > MAX_U64 || outRaw > MAX_U64) return null
  const feeRaw = end === target ? ceilDiv(inRaw * feeRate, FEE_UNIT - feeRate) : remaining - inRaw
  return { inRaw, outRaw, feeRaw, sqrtPrice: end }
}

/** Price after an input that ends within the range: A lowers it, rounded up; B raises it, rounded down. */
function priceAfter(liquidity: bigint, sqrtPrice: bigint, inRaw: bigint, isAToB: boolean): bigint | null {
  if (!isAToB) return sqrtPrice + (inRaw << 64n) / liquidity
  if (inRaw === 0n) return sqrtPrice
  const product = liquidity * sqrtPrice
  if (product >= MAX_UNSHIFTED) return null
  const price = ceilDiv(product << 64n, (liquidity << 64n) + inRaw * sqrtPrice)
  return price < MIN_SQRT_PRICE || price > MAX_SQRT_PRICE ? null : price
}

/** A between two prices, L (upper - lower) 2^64 / (lower x upper). */
function tokenAUp(liquidity: bigint, upper: bigint, lower: bigint): bigint {
  return ceilDiv((liquidity * (upper - lower)) << 64n, lower * upper)
}

function tokenADown(liquidity: bigint, lower: bigint, upper: bigint): bigint {
  return ((liquidity * (upper - lower)) << 64n) / (lower * upper)
}
