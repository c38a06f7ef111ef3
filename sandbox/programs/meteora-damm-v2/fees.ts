import { putInt, uintAt } from '../byte-fields.ts'
import { ceilDiv, distance, integerSqrt, powQ64, Q64, smaller } from '../wide-math.ts'
import { DAMM_V2_AT, DYNAMIC_AT } from './layout.ts'

/* The fee of a DAMM v2 pool, in billionths of the amount it is taken from. */

export const FEE_UNIT = 1_000_000_000n
const BPS = 10_000n
/** Fee numerator of one basis point. */
const PER_BPS = FEE_UNIT / BPS
const MAX_FEE_V0 = 500_000_000n
const MAX_FEE_V1 = 990_000_000n
const VARIABLE_FEE_SCALE = 100_000_000_000n

export const TIME_LINEAR = 0
export const TIME_EXPONENTIAL = 1
export const RATE_LIMITER = 2
export const MARKET_CAP_LINEAR = 3
export const MARKET_CAP_EXPONENTIAL = 4

export type FeeCase = {
  /** Slot or second, as the pool counts. */
  readonly point: bigint
  readonly isBToA: boolean
  /** The amount the fee is taken from: with the fee still in it, or without. */
  readonly amount: bigint
  readonly includesFee: boolean
}

/** Null where the program gives up (arithmetic that does not fit). */
export function feeNumerator(pool: Uint8Array, asked: FeeCase): bigint | null {
  const base = baseFee(pool, asked)
  const cap = pool[DAMM_V2_AT.feeVersion] === 0 ? MAX_FEE_V0 : MAX_FEE_V1
  return base === null ? null : smaller(base + dynamicFee(pool), cap)
}

/** What a fee of that rate takes from an amount that includes it. */
export function feeOn(amount: bigint, numerator: bigint): bigint {
  return ceilDiv(amount * numerator, FEE_UNIT)
}

/** The amount with its fee, when only the rest is known. */
export function withFee(amount: bigint, numerator: bigint): bigint {
  return ceilDiv(amount * FEE_UNIT, FEE_UNIT - numerator)
}

/** Whether the rate limiter decides the fee: buys within its time. */
export function isRateLimited(pool: Uint8Array, { point, isBToA }: Pick<FeeCase, 'point' | 'isBToA'>): boolean {
  if (modeOf(pool) !== RATE_LIMITER || !isBToA) return false
  const { increment, duration, maxFee, reference } = limiterOf(pool)
  if (increment === 0n && duration === 0n && maxFee === 0n && reference === 0n) return false
  const activation = uintAt(pool, DAMM_V2_AT.activationPoint, 8)
  return point >= activation && point <= activation + duration
}

function modeOf(pool: Uint8Array): number {
  return pool[DAMM_V2_AT.baseFee + 8]!
}

function baseFee(pool: Uint8Array, asked: FeeCase): bigint | null {
  const at = DAMM_V2_AT.baseFee
  const cliff = uintAt(pool, at, 8)
  const mode = modeOf(pool)
  if (mode === RATE_LIMITER) {
    if (!isRateLimited(pool, asked)) return cliff
    return asked.includesFee ? limitedFee(pool, asked.amount) : limitedFeeOfRest(pool, asked.amount)
  }
  const periods = periodsPassed(pool, asked.point)
  const reduction = uintAt(pool, at + 24, 8)
  if (mode === TIME_LINEAR || mode === MARKET_CAP_LINEAR) {
    const reduced = cliff - reduction * periods
    return reduced < 0n ? null : reduced
  }
  if (reduction === 0n) return cliff
  const step = Q64 - (reduction << 64n) / BPS
  return step < 0n ? null : (powQ64(step, Number(periods)) * cliff) >> 64n
}

function periodsPassed(pool: Uint8Array, point: bigint): bigint {
  const at = DAMM_V2_AT.baseFee
  const last = uintAt(pool, at + 14, 2)
  const activation = uintAt(pool, DAMM_V2_AT.activationPoint, 8)
  if (modeOf(pool) < RATE_LIMITER) {
    const frequency = uintAt(pool, at + 16, 8)
    if (frequency === 0n) return 0n
    return point < activation ? last : smaller(last, (point - activation) / frequency)
  }
  const stepBps = uintAt(pool, at + 16, 4)
  const expiry = activation + uintAt(pool, at + 20, 4)
  if (point > expiry || point < activation) return last
  const now = uintAt(pool, DAMM_V2_AT.sqrtPrice, 16)
  const start = uintAt(pool, DAMM_V2_AT.initSqrtPrice, 16)
  if (now <= start || stepBps === 0n) return 0n
  return smaller(last, ((now - start) * BPS) / start / stepBps)
}

function limiterOf(pool: Uint8Array) {
  const at = DAMM_V2_AT.baseFee
  const cliff = uintAt(pool, at, 8)
  const increment = uintAt(pool, at + 14, 2) * PER_BPS
  const maxFee = uintAt(pool, at + 20, 4) * PER_BPS
  const maxIndex = increment === 0n ? 0n : (maxFee - cliff) / increment
  return { cliff, increment, duration: uintAt(pool, at + 16, 4), maxFee, reference: uintAt(pool, at + 24, 8), maxIndex }
}

/** Each further reference amount of an input pays one increment more. */
function limitedFee(pool: Uint8Array, amount: bigint): bigint {
  const { cliff, increment, maxFee, reference, maxIndex } = limiterOf(pool)
  if (amount <= reference) return cliff
  const whole = (amount - reference) / reference
  const part = (amount - reference) % reference
  const steps = smaller(whole, maxIndex)
  const stepped = reference * (cliff + cliff * steps + (increment * steps * (steps + 1n)) / 2n)
  const rest =
    whole < maxIndex ? part * (cliff + increment * (whole + 1n)) : ((whole - maxIndex) * reference + part) * maxFee
  return ceilDiv(ceilDiv(stepped + rest, FEE_UNIT) * FEE_UNIT, amount)
}

/** The same when only what is left after the fee is known: the input is found by solving the sum for it. */
function limitedFeeOfRest(pool: Uint8Array, rest: bigint): bigint | null {
  const { cliff, increment, maxFee, reference, maxIndex } = limiterOf(pool)
  const restOf = (amount: bigint): bigint => amount - feeOn(amount, limitedFee(pool, amount))
  if (rest <= restOf(reference)) return cliff
  const steepest = (maxIndex + 1n) * reference
  if (rest === restOf(steepest)) return limitedFee(pool, steepest)
  let amount = steepest
  if (rest < restOf(steepest)) {
    const linear = 2n * FEE_UNIT * reference + increment * reference - 2n * cliff * reference
    const square = linear * linear - 4n * increment * 2n * rest * FEE_UNIT * reference
    if (square < 0n) return null
    const whole = (linear - integerSqrt(square)) / (2n * increment)
    amount = whole + withFee(rest - restOf(whole), cliff + increment * (whole / reference))
  } else amount += withFee(rest - restOf(steepest), maxFee)
  const numerator = ceilDiv((amount - rest) * FEE_UNIT, amount)
  return numerator < cliff ? null : numerator
}

function dynamicFee(pool: Uint8Array): bigint {
  const at = DAMM_V2_AT.dynamicFee
  if (pool[at] === 0) return 0n
  const moved = uintAt(pool, at + DYNAMIC_AT.accumulator, 16) * uintAt(pool, at + DYNAMIC_AT.binStep, 2)
  return ceilDiv(moved * moved * uintAt(pool, at + DYNAMIC_AT.control, 4), VARIABLE_FEE_SCALE)
}

/** Before a trade: after a quiet time the present price is the new reference, and older movement fades. */
export function refreshReferences(pool: Uint8Array, nowSec: bigint): void {
  const at = DAMM_V2_AT.dynamicFee
  if (pool[at] === 0) return
  const last = uintAt(pool, at + DYNAMIC_AT.lastUpdate, 8)
  const elapsed = nowSec > last ? nowSec - last : 0n
  if (elapsed < uintAt(pool, at + DYNAMIC_AT.filterPeriod, 2)) return
  putInt(pool, at + DYNAMIC_AT.sqrtReference, 16, uintAt(pool, DAMM_V2_AT.sqrtPrice, 16))
  const faded = (uintAt(pool, at + DYNAMIC_AT.accumulator, 16) * uintAt(pool, at + DYNAMIC_AT.reductionFactor, 2)) / BPS
  const isFading = elapsed < uintAt(pool, at + DYNAMIC_AT.decayPeriod, 2)
  putInt(pool, at + DYNAMIC_AT.reference, 16, isFading ? faded : 0n)
}

/** After a trade has set the new price: how far it is from the reference. */
export function recordMovement(pool: Uint8Array, sqrtBefore: bigint, nowSec: bigint): void {
  const at = DAMM_V2_AT.dynamicFee
  if (pool[at] === 0) return
  const now = uintAt(pool, DAMM_V2_AT.sqrtPrice, 16)
  const step = uintAt(pool, at + DYNAMIC_AT.binStepQ64, 16)
  const bins = (a: bigint, b: bigint): bigint => 2n * ((distance(a, b) << 64n) / (a < b ? a : b) / step)
  const moved = bins(now, uintAt(pool, at + DYNAMIC_AT.sqrtReference, 16)) * BPS
  const sum = uintAt(pool, at + DYNAMIC_AT.reference, 16) + moved
  putInt(pool, at + DYNAMIC_AT.accumulator, 16, smaller(sum, uintAt(pool, at + DYNAMIC_AT.maxVolatility, 4)))
  if (bins(sqrtBefore, now) > 0n) putInt(pool, at + DYNAMIC_AT.lastUpdate, 8, nowSec)
}
