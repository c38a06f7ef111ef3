import type { AnchorError } from '../anchor-script.ts'
import { MAX_U64, putInt, uintAt } from '../byte-fields.ts'
import { ceilDiv, integerSqrt } from '../wide-math.ts'
import { FEE_UNIT, type FeeCase, feeNumerator, feeOn, recordMovement, withFee } from './fees.ts'
import { COLLECT_BOTH, COLLECT_COMPOUNDING, DAMM_V2_AT, DAMM_V2_ERRORS, dammV2Facts } from './layout.ts'

/* What a DAMM v2 trade comes to. Liquidity carries 64 fractional bits more than amounts, prices are roots in Q64.64. */

export type SwapMode = 'exactIn' | 'partialFill' | 'exactOut'
export type SwapQuestion = {
  readonly mode: SwapMode
  /** What goes in (or the most that may), or what comes out, fees and transfer fees as the mode has them. */
  readonly amount: bigint
  readonly isAToB: boolean
  readonly hasReferral: boolean
  readonly point: bigint
}
export type SwapOutcome = {
  readonly inputWithFee: bigint
  readonly inputAfterFee: bigint
  readonly amountLeft: bigint
  readonly output: bigint
  readonly nextSqrtPrice: bigint
  readonly claimingFee: bigint
  readonly protocolFee: bigint
  readonly compoundingFee: bigint
  readonly referralFee: bigint
}

type Step = { readonly used: bigint; readonly other: bigint; readonly nextSqrtPrice: bigint }
type Fees = Pick<SwapOutcome, 'claimingFee' | 'protocolFee' | 'compoundingFee' | 'referralFee'>

/** Fees are taken from the output, except of B in pools that collect B only. */
export function takesFeeFromInput(pool: Uint8Array, isAToB: boolean): boolean {
  return pool[DAMM_V2_AT.collectFeeMode] !== COLLECT_BOTH && !isAToB
}

/** The outcome of a trade on a pool whose references are fresh, or the error the program ends with. */
export function askSwap(pool: Uint8Array, asked: SwapQuestion): SwapOutcome | AnchorError {
  const outcome = asked.mode === 'exactOut' ? swapForOutput(pool, asked) : swapForInput(pool, asked)
  if ('code' in outcome) return outcome
  const fits = [outcome.inputWithFee, outcome.output].every((amount) => amount >= 0n && amount <= MAX_U64)
  return fits ? outcome : DAMM_V2_ERRORS.overflow
}

function swapForInput(pool: Uint8Array, asked: SwapQuestion): SwapOutcome | AnchorError {
  const { amount, isAToB } = asked
  const onInput = takesFeeFromInput(pool, isAToB)
  const numerator = numeratorFor(pool, asked, { amount, includesFee: true })
  if (numerator === null) return DAMM_V2_ERRORS.overflow
  let fee = onInput ? feeOn(amount, numerator) : 0n
  let inputWithFee = amount
  const offered = amount - fee
  const step = stepForInput(pool, asked, offered)
  if ('code' in step) return step
  const amountLeft = offered - step.used
  if (amountLeft > 0n) {
    inputWithFee = step.used
    if (onInput) {
      const again = numeratorFor(pool, asked, { amount: step.used, includesFee: false })
      if (again === null) return DAMM_V2_ERRORS.overflow
      inputWithFee = withFee(step.used, again)
      fee = inputWithFee - step.used
    }
  }
  if (!onInput) fee = feeOn(step.other, numerator)
  return {
    inputWithFee,
    inputAfterFee: step.used,
    amountLeft,
    output: onInput ? step.other : step.other - fee,
    nextSqrtPrice: step.nextSqrtPrice,
    ...splitFee(pool, fee, asked.hasReferral),
  }
}

function swapForOutput(pool: Uint8Array, asked: SwapQuestion): SwapOutcome | AnchorError {
  const { amount, isAToB } = asked
  const onInput = takesFeeFromInput(pool, isAToB)
  let fee = 0n
  let outputWithFee = amount
  if (!onInput) {
    const numerator = numeratorFor(pool, asked, { amount, includesFee: false })
    if (numerator === null) return DAMM_V2_ERRORS.overflow
    outputWithFee = withFee(amount, numerator)
    fee = outputWithFee - amount
  }
  const step = stepForOutput(pool, asked, outputWithFee)
  if ('code' in step) return step
  let inputWithFee = step.other
  if (onInput) {
    const numerator = numeratorFor(pool, asked, { amount: step.other, includesFee: false })
    if (numerator === null) return DAMM_V2_ERRORS.overflow
    inputWithFee = withFee(step.other, numerator)
    fee = inputWithFee - step.other
  }
  return {
    inputWithFee,
    inputAfterFee: step.other,
    amountLeft: 0n,
    output: amount,
    nextSqrtPrice: step.nextSqrtPrice,
    ...splitFee(pool, fee, asked.hasReferral),
  }
}

function numeratorFor(
  pool: Uint8Array,
  { point, isAToB }: SwapQuestion,
  from: Pick<FeeCase, 'amount' | 'includesFee'>,
): bigint | null {
  const numerator = feeNumerator(pool, { point, isBToA: !isAToB, ...from })
  return numerator !== null && numerator < FEE_UNIT ? numerator : null
}

function splitFee(pool: Uint8Array, fee: bigint, hasReferral: boolean): Fees {
  const percentOf = (amount: bigint, at: number): bigint => (amount * BigInt(pool[at]!)) / 100n
  const protocol = percentOf(fee, DAMM_V2_AT.protocolFeePercent)
  const rest = fee - protocol
  const compoundingFee = (rest * uintAt(pool, DAMM_V2_AT.compoundingFeeBps, 2)) / 10_000n
  const referralFee = hasReferral ? percentOf(protocol, DAMM_V2_AT.referralFeePercent) : 0n
  return { claimingFee: rest - compoundingFee, protocolFee: protocol - referralFee, compoundingFee, referralFee }
}

function stepForInput(pool: Uint8Array, { mode, isAToB }: SwapQuestion, amount: bigint): Step | AnchorError {
  const { liquidity, sqrtPrice, sqrtMinPrice, sqrtMaxPrice, amountA, amountB, collectFeeMode } = dammV2Facts(pool)
  if (collectFeeMode === COLLECT_COMPOUNDING) {
    const [into, outOf] = isAToB ? [amountA, amountB] : [amountB, amountA]
    if (into + amount > MAX_U64 || into + amount === 0n) return DAMM_V2_ERRORS.overflow
    return { used: amount, other: (outOf * amount) / (into + amount), nextSqrtPrice: 0n }
  }
  if (liquidity === 0n || sqrtPrice === 0n) return DAMM_V2_ERRORS.overflow
  if (mode === 'partialFill') {
    const most = isAToB
      ? amountAOf(liquidity, sqrtMinPrice, sqrtPrice, 'up')
      : amountBOf(liquidity, sqrtPrice, sqrtMaxPrice, 'up')
    if (amount >= most) {
      const nextSqrtPrice = isAToB ? sqrtMinPrice : sqrtMaxPrice
      const other = isAToB
        ? amountBOf(liquidity, sqrtMinPrice, sqrtPrice, 'down')
        : amountAOf(liquidity, sqrtPrice, sqrtMaxPrice, 'down')
      return { used: most, other, nextSqrtPrice }
    }
  }
  if (isAToB) {
    const next = ceilDiv(liquidity * sqrtPrice, liquidity + amount * sqrtPrice)
    if (next < sqrtMinPrice) return DAMM_V2_ERRORS.outOfRange
    return { used: amount, other: amountBOf(liquidity, next, sqrtPrice, 'down'), nextSqrtPrice: next }
  }
  const next = sqrtPrice + (amount << 128n) / liquidity
  if (next > sqrtMaxPrice) return DAMM_V2_ERRORS.outOfRange
  return { used: amount, other: amountAOf(liquidity, sqrtPrice, next, 'down'), nextSqrtPrice: next }
}

function stepForOutput(pool: Uint8Array, { isAToB }: SwapQuestion, amount: bigint): Step | AnchorError {
  const { liquidity, sqrtPrice, sqrtMinPrice, sqrtMaxPrice, amountA, amountB, collectFeeMode } = dammV2Facts(pool)
  if (collectFeeMode === COLLECT_COMPOUNDING) {
    const [into, outOf] = isAToB ? [amountA, amountB] : [amountB, amountA]
    if (amount >= outOf) return DAMM_V2_ERRORS.overflow
    return { used: amount, other: ceilDiv(into * amount, outOf - amount), nextSqrtPrice: 0n }
  }
  if (liquidity === 0n || sqrtPrice === 0n) return DAMM_V2_ERRORS.overflow
  if (isAToB) {
    const next = sqrtPrice - ceilDiv(amount << 128n, liquidity)
    if (next < sqrtMinPrice) return next < 0n ? DAMM_V2_ERRORS.overflow : DAMM_V2_ERRORS.outOfRange
    return { used: amount, other: amountAOf(liquidity, next, sqrtPrice, 'up'), nextSqrtPrice: next }
  }
  const left = liquidity - amount * sqrtPrice
  if (left <= 0n) return DAMM_V2_ERRORS.overflow
  const next = ceilDiv(liquidity * sqrtPrice, left)
  if (next > sqrtMaxPrice) return DAMM_V2_ERRORS.outOfRange
  return { used: amount, other: amountBOf(liquidity, sqrtPrice, next, 'up'), nextSqrtPrice: next }
}

/** Token A between two prices: L (upper - lower) / (lower x upper). */
export function amountAOf(liquidity: bigint, lower: bigint, upper: bigint, rounding: 'up' | 'down'): bigint {
  const [numerator, denominator] = [liquidity * (upper - lower), lower * upper]
  return rounding === 'up' ? ceilDiv(numerator, denominator) : numerator / denominator
}

/** Token B between two prices: L (upper - lower). */
export function amountBOf(liquidity: bigint, lower: bigint, upper: bigint, rounding: 'up' | 'down'): bigint {
  const amount = liquidity * (upper - lower)
  return rounding === 'up' ? ceilDiv(amount, 1n << 128n) : amount >> 128n
}

/** Root of the price of two reserves, as compounding pools tell it. */
export function sqrtPriceOfAmounts(amountA: bigint, amountB: bigint): bigint {
  return integerSqrt((amountB << 128n) / amountA)
}

/** Puts a trade into the pool: fees, reserves, price and how far it moved. */
export function applySwap(
  pool: Uint8Array,
  { isAToB }: Pick<SwapQuestion, 'isAToB'>,
  done: SwapOutcome,
  nowSec: bigint,
): void {
  const onInput = takesFeeFromInput(pool, isAToB)
  const feesInA = !onInput && !isAToB
  const before = dammV2Facts(pool)
  const add = (at: number, size: number, amount: bigint): void => {
    putInt(pool, at, size, BigInt.asUintN(size * 8, uintAt(pool, at, size) + amount))
  }
  const lpFee = done.claimingFee + done.compoundingFee
  add(feesInA ? DAMM_V2_AT.protocolFeeA : DAMM_V2_AT.protocolFeeB, 8, done.protocolFee)
  if (before.liquidity > 0n)
    add(
      feesInA ? DAMM_V2_AT.feeAPerLiquidity : DAMM_V2_AT.feeBPerLiquidity,
      32,
      (done.claimingFee << 128n) / before.liquidity,
    )
  add(DAMM_V2_AT.metrics + (feesInA ? 0 : 16), 16, lpFee)
  add(DAMM_V2_AT.metrics + (feesInA ? 32 : 40), 8, done.protocolFee)
  const paidOut = onInput ? done.output : done.output + lpFee + done.protocolFee + done.referralFee
  add(isAToB ? DAMM_V2_AT.amountA : DAMM_V2_AT.amountB, 8, done.inputAfterFee)
  add(isAToB ? DAMM_V2_AT.amountB : DAMM_V2_AT.amountA, 8, -paidOut)
  add(DAMM_V2_AT.amountB, 8, done.compoundingFee)
  const after = dammV2Facts(pool)
  const isCompounding = before.collectFeeMode === COLLECT_COMPOUNDING
  const price = isCompounding ? sqrtPriceOfAmounts(after.amountA, after.amountB) : done.nextSqrtPrice
  putInt(pool, DAMM_V2_AT.sqrtPrice, 16, price)
  recordMovement(pool, before.sqrtPrice, nowSec)
}
