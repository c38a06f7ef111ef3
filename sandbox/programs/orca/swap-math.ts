import type { AnchorError } from '../anchor-script.ts'
import { MAX_U64 } from '../byte-fields.ts'
import { ceilDiv, smaller } from '../wide-math.ts'
import { WHIRLPOOL_ERRORS } from './layout.ts'
import { MAX_SQRT_PRICE, MIN_SQRT_PRICE } from './tick-math.ts'

export const FEE_RATE_UNIT = 1_000_000n

export type StepQuestion = {
  readonly remaining: bigint
  readonly feeRate: bigint
  readonly liquidity: bigint
  readonly sqrtPrice: bigint
  readonly target: bigint
  readonly isExactInput: boolean
  readonly isAToB: boolean
}
export type Step = {
  readonly input: bigint
  readonly output: bigint
  readonly fee: bigint
  readonly nextSqrtPrice: bigint
}

/** One step of a trade, to the target price at most. */
export function swapStep(asked: StepQuestion): Step | AnchorError {
  const { remaining, feeRate, liquidity, sqrtPrice, target, isExactInput, isAToB } = asked
  const fixesA = isAToB === isExactInput
  const fixedTo = (price: bigint): bigint =>
    (fixesA ? tokenAOf : tokenBOf)(liquidity, sqrtPrice, price, isExactInput ? 'up' : 'down')
  const otherTo = (price: bigint): bigint =>
    (fixesA ? tokenBOf : tokenAOf)(liquidity, sqrtPrice, price, isExactInput ? 'down' : 'up')
  const whole = fixedTo(target)
  const usable = isExactInput ? (remaining * (FEE_RATE_UNIT - feeRate)) / FEE_RATE_UNIT : remaining
  const next = whole <= MAX_U64 && whole <= usable ? target : nextSqrtPrice(asked, usable)
  if (typeof next !== 'bigint') return next
  const isWhole = next === target
  const fixed = fixedTo(next)
  const other = otherTo(next)
  if (fixed > MAX_U64 || other > MAX_U64) return WHIRLPOOL_ERRORS.tokenMax
  const [input, output] = isExactInput ? [fixed, other] : [other, smaller(fixed, remaining)]
  const fee = isExactInput && !isWhole ? remaining - input : ceilDiv(input * feeRate, FEE_RATE_UNIT - feeRate)
  return { input, output, fee, nextSqrtPrice: next }
}

function nextSqrtPrice(asked: StepQuestion, amount: bigint): bigint | AnchorError {
  const { liquidity, sqrtPrice, isExactInput, isAToB } = asked
  if (isAToB === isExactInput) {
    if (amount === 0n) return sqrtPrice
    const product = sqrtPrice * amount
    const shifted = liquidity << 64n
    if (!isExactInput && shifted <= product) return WHIRLPOOL_ERRORS.divideByZero
    const next = ceilDiv((liquidity * sqrtPrice) << 64n, isExactInput ? shifted + product : shifted - product)
    if (next < MIN_SQRT_PRICE) return WHIRLPOOL_ERRORS.tokenMin
    return next > MAX_SQRT_PRICE ? WHIRLPOOL_ERRORS.tokenMax : next
  }
  if (liquidity === 0n) return WHIRLPOOL_ERRORS.divideByZero
  const wide = amount << 64n
  if (isExactInput) return sqrtPrice + wide / liquidity
  const next = sqrtPrice - ceilDiv(wide, liquidity)
  return next < 0n ? WHIRLPOOL_ERRORS.priceOutOfBounds : next
}

/** Token A between two prices: L (upper - lower) 2^64 / (lower x upper). */
export function tokenAOf(liquidity: bigint, one: bigint, two: bigint, rounding: 'up' | 'down'): bigint {
  const [lower, upper] = one < two ? [one, two] : [two, one]
  const [numerator, denominator] = [(liquidity * (upper - lower)) << 64n, lower * upper]
  return rounding === 'up' ? ceilDiv(numerator, denominator) : numerator / denominator
}

/** Token B between two prices: L (upper - lower) / 2^64. */
export function tokenBOf(liquidity: bigint, one: bigint, two: bigint, rounding: 'up' | 'down'): bigint {
  const amount = liquidity * (one < two ? two - one : one - two)
  return rounding === 'up' ? ceilDiv(amount, 1n << 64n) : amount >> 64n
}
