import { putInt, uintAt } from '../byte-fields.ts'
import { ceilDiv, distance, integerSqrt, powQ64, Q64, smaller } from '../wide-math.ts'
import { configU64, DBC_AT, DBC_CONFIG_AT, FEE_MODE, poolU64 } from './layout.ts'

/* The fee of a curve of Meteora DBC, in billionths of the amount it is taken from. */

const UNIT = 1_000_000_000n
const BPS = 10_000n
const PER_BPS = UNIT / BPS
const CAP = 990_000_000n
const VARIABLE_SCALE = 100_000_000_000n
const PROTOCOL_PERCENT = 20n
const REFERRAL_PERCENT = 20n

export type FeeCase = {
  readonly config: Uint8Array
  readonly pool: Uint8Array
  /** Slot or second, as the configuration counts. */
  readonly point: bigint
  readonly isBuy: boolean
}

/** Rate on an amount with the fee in it (`gross`), or on one from which it was taken. Null where the program gives up. */
export function feeNumerator(asked: FeeCase, amount: bigint, of: 'gross' | 'net'): bigint | null {
  const base = isLimited(asked)
    ? of === 'gross'
      ? steppedFee(asked.config, amount)
      : steppedFeeOfNet(asked.config, amount)
    : scheduledFee(asked)
  return base === null ? null : smaller(base + variableFee(asked), CAP)
}

export function feeOn(amount: bigint, numerator: bigint): bigint {
  return ceilDiv(amount * numerator, UNIT)
}

export function withFee(net: bigint, numerator: bigint): bigint {
  return ceilDiv(net * UNIT, UNIT - numerator)
}

/** What a fee is made of. */
export function splitFee(fee: bigint, hasReferral: boolean) {
  const all = (fee * PROTOCOL_PERCENT) / 100n
  const referral = hasReferral ? (all * REFERRAL_PERCENT) / 100n : 0n
  return { trading: fee - all, protocol: all - referral, referral }
}

/** Whether the size of a purchase decides its fee; it must then be its transaction's only one. */
export function isLimited({ config, pool, point, isBuy }: FeeCase): boolean {
  if (config[DBC_CONFIG_AT.feeMode] !== FEE_MODE.limiter || !isBuy) return false
  const [increment, duration, reference] = [incrementOf(config), configU64(config, 'secondFactor'), referenceOf(config)]
  if (increment === 0n && duration === 0n && reference === 0n) return false
  return point <= poolU64(pool, 'activationPoint') + duration
}

function scheduledFee({ config, pool, point }: FeeCase): bigint | null {
  const cliff = configU64(config, 'cliffFee')
  const every = configU64(config, 'secondFactor')
  if (config[DBC_CONFIG_AT.feeMode] === FEE_MODE.limiter || every === 0n) return cliff
  const since = point - poolU64(pool, 'activationPoint')
  if (since < 0n) return null
  const periods = smaller(since / every, uintAt(config, DBC_CONFIG_AT.firstFactor, 2))
  const reduction = configU64(config, 'thirdFactor')
  if (config[DBC_CONFIG_AT.feeMode] === FEE_MODE.linear) {
    const left = cliff - reduction * periods
    return left < 0n ? null : left
  }
  const kept = Q64 - (reduction << 64n) / BPS
  return kept < 0n ? null : (powQ64(kept, Number(periods)) * cliff) >> 64n
}

function variableFee({ config, pool }: FeeCase): bigint {
  if (config[DBC_CONFIG_AT.hasDynamicFee] === 0) return 0n
  const moved = uintAt(pool, DBC_AT.accumulator, 16) * uintAt(config, DBC_CONFIG_AT.binStep, 2)
  return ceilDiv(moved * moved * uintAt(config, DBC_CONFIG_AT.volatilityControl, 4), VARIABLE_SCALE)
}

const referenceOf = (config: Uint8Array): bigint => configU64(config, 'thirdFactor')
const incrementOf = (config: Uint8Array): bigint => uintAt(config, DBC_CONFIG_AT.firstFactor, 2) * PER_BPS

/** The first reference amount pays the cliff, each further one an increment more, up to the cap. */
function steppedFee(config: Uint8Array, amount: bigint): bigint {
  const [cliff, step, reference] = [configU64(config, 'cliffFee'), incrementOf(config), referenceOf(config)]
  if (amount <= reference) return cliff
  const top = (CAP - cliff) / step
  const [whole, part] = [(amount - reference) / reference, (amount - reference) % reference]
  const steps = smaller(whole, top)
  const stepped = reference * (cliff + cliff * steps + (step * steps * (steps + 1n)) / 2n)
  const rest = whole < top ? part * (cliff + step * (whole + 1n)) : ((whole - top) * reference + part) * CAP
  return ceilDiv(ceilDiv(stepped + rest, UNIT) * UNIT, amount)
}

/** The same from what is left: the gross amount is a root of the sum of the steps, and a remainder on top. */
function steppedFeeOfNet(config: Uint8Array, net: bigint): bigint | null {
  const [cliff, step, reference] = [configU64(config, 'cliffFee'), incrementOf(config), referenceOf(config)]
  const netOf = (gross: bigint): bigint => gross - feeOn(gross, steppedFee(config, gross))
  if (net <= netOf(reference)) return cliff
  const steepest = smaller(((CAP - cliff) / step + 1n) * reference, 2n ** 64n - 1n)
  if (net === netOf(steepest)) return steppedFee(config, steepest)
  let gross: bigint
  if (net < netOf(steepest)) {
    const linear = 2n * UNIT * reference + step * reference - 2n * cliff * reference
    const inner = linear * linear - 8n * step * net * UNIT * reference
    if (inner < 0n) return null
    const solved = (linear - integerSqrt(inner)) / (2n * step)
    if (netOf(solved) > net) return null
    gross = solved + withFee(net - netOf(solved), cliff + step * (solved / reference))
  } else gross = steepest + withFee(net - netOf(steepest), CAP)
  const numerator = ceilDiv((gross - net) * UNIT, gross)
  return numerator < cliff ? null : numerator
}

/** Before a trade: after a quiet time the present price is the new reference, and older movement fades. */
export function refreshReferences(config: Uint8Array, pool: Uint8Array, nowSec: bigint): void {
  if (config[DBC_CONFIG_AT.hasDynamicFee] === 0) return
  const last = poolU64(pool, 'lastUpdate')
  const quiet = nowSec > last ? nowSec - last : 0n
  if (quiet < uintAt(config, DBC_CONFIG_AT.filterPeriod, 2)) return
  putInt(pool, DBC_AT.sqrtReference, 16, uintAt(pool, DBC_AT.sqrtPrice, 16))
  const isFading = quiet < uintAt(config, DBC_CONFIG_AT.decayPeriod, 2)
  const faded = (uintAt(pool, DBC_AT.accumulator, 16) * uintAt(config, DBC_CONFIG_AT.reductionFactor, 2)) / BPS
  putInt(pool, DBC_AT.reference, 16, isFading ? faded : 0n)
}

/** After a trade has set the new price: how far it is from the reference. */
export function recordMovement(config: Uint8Array, pool: Uint8Array, sqrtBefore: bigint, nowSec: bigint): void {
  if (config[DBC_CONFIG_AT.hasDynamicFee] === 0) return
  const binStep = uintAt(config, DBC_CONFIG_AT.binStepQ64, 16)
  const bins = (a: bigint, b: bigint): bigint => 2n * ((distance(a, b) << 64n) / (a < b ? a : b) / binStep)
  const now = uintAt(pool, DBC_AT.sqrtPrice, 16)
  const moved = bins(now, uintAt(pool, DBC_AT.sqrtReference, 16)) * BPS
  const sum = uintAt(pool, DBC_AT.reference, 16) + moved
  putInt(pool, DBC_AT.accumulator, 16, smaller(sum, uintAt(config, DBC_CONFIG_AT.maxVolatility, 4)))
  if (bins(sqrtBefore, now) > 0n) putInt(pool, DBC_AT.lastUpdate, 8, nowSec)
}
