import type { AnchorError } from '../anchor-script.ts'
import { MAX_U64, MAX_U128 } from '../byte-fields.ts'
import { ceilDiv, smaller } from '../wide-math.ts'
import { CLMM_ERRORS } from './layout.ts'

/* What a stretch of liquidity, and orders at a tick, give for an amount. */

export const FEE_UNIT = 1_000_000n

export type Trade = {
  readonly isExactInput: boolean
  readonly isZeroForOne: boolean
  readonly isFeeOnInput: boolean
}
/** Without the fee, on whichever side it is taken. */
export type Moved = { readonly input: bigint; readonly output: bigint; readonly fee: bigint }

type Between = {
  readonly liquidity: bigint
  readonly from: bigint
  readonly to: bigint
  readonly isZeroForOne: boolean
}

/** Units of token 0 (2^64 L / lower - 2^64 L / upper) and of token 1 (L (upper - lower) / 2^64) as exact fractions. */
function fractionsOf({ liquidity, from, to }: Between) {
  const [lower, upper] = from < to ? [from, to] : [to, from]
  const width = liquidity * (upper - lower)
  return { zero: [width << 64n, lower * upper], one: [width, 1n << 64n] } as const
}

/** Input rounded up, output down. */
export function amountsBetween(stretch: Between): { readonly input: bigint; readonly output: bigint } {
  const { zero, one } = fractionsOf(stretch)
  const [paid, got] = stretch.isZeroForOne ? [zero, one] : [one, zero]
  return { input: ceilDiv(paid[0], paid[1]), output: got[0] / got[1] }
}

/** What a position between two prices takes of token 0 or token 1. */
export function depositBetween(liquidity: bigint, from: bigint, to: bigint): { zero: bigint; one: bigint } {
  const { zero, one } = fractionsOf({ liquidity, from, to, isZeroForOne: true })
  return { zero: ceilDiv(zero[0], zero[1]), one: ceilDiv(one[0], one[1]) }
}

export type StepQuestion = Trade & {
  readonly remaining: bigint
  readonly feeRate: bigint
  readonly liquidity: bigint
  readonly sqrtPrice: bigint
  readonly target: bigint
}

/** One step, to the target price at most. */
export function swapStep(asked: StepQuestion): (Moved & { readonly next: bigint }) | AnchorError {
  const { remaining, feeRate, liquidity, sqrtPrice, target, isExactInput, isZeroForOne, isFeeOnInput } = asked
  const available = availableOf(asked)
  if (available > MAX_U64) return CLMM_ERRORS.overflow
  const stretch = { liquidity, from: sqrtPrice, isZeroForOne }
  const whole = amountsBetween({ ...stretch, to: target })
  const fits = whole.input <= MAX_U64 && whole.output <= MAX_U64
  const isReached = fits && available >= (isExactInput ? whole.input : whole.output)
  const next = isReached ? target : priceBehind(asked, available)
  if (typeof next !== 'bigint') return next
  if (isZeroForOne ? next < target : next > target) return CLMM_ERRORS.overflow
  const { input, output } = isReached ? whole : amountsBetween({ ...stretch, to: next })
  if (input > MAX_U64 || output > MAX_U64) return CLMM_ERRORS.tokenOverflow
  const isPartial = next !== target
  const onTop = ceilDiv(input * feeRate, FEE_UNIT - feeRate)
  const off = ceilDiv(output * feeRate, FEE_UNIT)
  if (isExactInput) {
    if (!isFeeOnInput) return { input: isPartial ? remaining : input, output: output - off, fee: off, next }
    if (isPartial && remaining < input) return CLMM_ERRORS.overflow
    return { input, output, fee: isPartial ? remaining - input : onTop, next }
  }
  if (isFeeOnInput) return { input, output: smaller(output, remaining), fee: onTop, next }
  const net = output - off
  return net > remaining
    ? { input, output: remaining, fee: output - remaining, next }
    : { input, output: net, fee: off, next }
}

/** What of the amount moves the price. */
function availableOf({ remaining, feeRate, isExactInput, isFeeOnInput }: StepQuestion): bigint {
  if (isExactInput) return isFeeOnInput ? (remaining * (FEE_UNIT - feeRate)) / FEE_UNIT : remaining
  return isFeeOnInput ? remaining : ceilDiv(remaining * FEE_UNIT, FEE_UNIT - feeRate)
}

function priceBehind(
  { liquidity, sqrtPrice, isExactInput, isZeroForOne }: StepQuestion,
  amount: bigint,
): bigint | AnchorError {
  if (liquidity === 0n) return CLMM_ERRORS.zeroLiquidity
  if (amount === 0n) return sqrtPrice
  if (isZeroForOne === isExactInput) {
    const wide = liquidity << 64n
    const below = isExactInput ? wide + amount * sqrtPrice : wide - amount * sqrtPrice
    return below <= 0n ? CLMM_ERRORS.overflow : ceilDiv(wide * sqrtPrice, below)
  }
  const by = amount << 64n
  const next = isExactInput ? sqrtPrice + by / liquidity : sqrtPrice - ceilDiv(by, liquidity)
  return next < 0n || next > MAX_U128 ? CLMM_ERRORS.overflow : next
}

/** What orders give at the price of their tick, and how much of them was sold with the fee still in it. */
export function fillOrders(
  unfilled: bigint,
  asked: Trade & { readonly remaining: bigint; readonly feeRate: bigint; readonly sqrtPrice: bigint },
): (Moved & { readonly sold: bigint }) | AnchorError {
  const { remaining, feeRate, sqrtPrice, isExactInput, isZeroForOne, isFeeOnInput } = asked
  const square = sqrtPrice * sqrtPrice
  // In the favour of those whose orders these are.
  const price = isZeroForOne ? square >> 64n : ceilDiv(square, 1n << 64n)
  if (price === 0n || price > MAX_U128) return CLMM_ERRORS.overflow
  const costOf = (raw: bigint): bigint => (isZeroForOne ? ceilDiv(raw << 64n, price) : ceilDiv(raw * price, 1n << 64n))
  const onTop = (raw: bigint): bigint => (isFeeOnInput ? ceilDiv(raw * feeRate, FEE_UNIT - feeRate) : 0n)
  let [input, sold, fee] = [0n, 0n, 0n]
  if (isExactInput) {
    fee = isFeeOnInput ? ceilDiv(remaining * feeRate, FEE_UNIT) : 0n
    input = remaining - fee
    sold = isZeroForOne ? (input * price) >> 64n : (input << 64n) / price
    if (sold > unfilled) {
      sold = unfilled
      input = costOf(sold)
      fee = onTop(input)
    }
  } else {
    const wanted = isFeeOnInput ? remaining : ceilDiv(smaller(remaining, unfilled) * FEE_UNIT, FEE_UNIT - feeRate)
    sold = smaller(wanted, unfilled)
    input = costOf(sold)
    fee = onTop(input)
  }
  if (input > MAX_U64) return CLMM_ERRORS.overflow
  if (!isFeeOnInput) fee = ceilDiv(sold * feeRate, FEE_UNIT)
  return { input, output: isFeeOnInput ? sold : sold - fee, fee, sold }
}
