import { ceilDiv } from '../constant-product.ts'
import { integerSqrt } from '../integer-sqrt.ts'
import { exponentialRate, feeIn, limitedRate, type StepRates } from '../meteora-damm-v2/fee-rate.ts'
import { RATE_UNIT } from '../meteora-damm-v2/pool-fees.ts'
import { MAX_U64 } from '../pool-vault.ts'
import type { DbcBaseFee, DbcConfig } from './config.ts'

export type FeeQuestion = {
  readonly isBuy: boolean
  /** Slot or second, as the curve counts, and that of the launch. */
  readonly point: bigint
  readonly activationPoint: bigint
  readonly volatility: bigint
}
type Terms = Pick<DbcConfig, 'baseFee' | 'dynamicFee'>
type Limiter = Extract<DbcBaseFee, { readonly mode: 'rate-limiter' }>

const MAX_RATE = 990_000_000n
const DYNAMIC_SCALE = 100_000_000_000n

/** Billionths that a trade pays of an amount that includes the fee, base and dynamic part together; null where the
 *  program's arithmetic gives up. */
export function feeRateOf({ baseFee, dynamicFee }: Terms, asked: FeeQuestion, amountRaw: bigint): bigint | null {
  const base = isLimited(baseFee, asked) ? limitedRate(stepsOf(baseFee), amountRaw) : steadyRate(baseFee, asked)
  return base === null ? null : withDynamic(base, dynamicFee, asked)
}

/** The same for an amount that the fee is already off. */
export function feeRateOfRest({ baseFee, dynamicFee }: Terms, asked: FeeQuestion, restRaw: bigint): bigint | null {
  const base = isLimited(baseFee, asked) ? limitedRateOfRest(stepsOf(baseFee), restRaw) : steadyRate(baseFee, asked)
  return base === null ? null : withDynamic(base, dynamicFee, asked)
}

/** An amount with its fee, from what is left of it. */
export function beforeFee(restRaw: bigint, rate: bigint): bigint {
  return ceilDiv(restRaw * RATE_UNIT, RATE_UNIT - rate)
}

function withDynamic(base: bigint, { control, binStep }: DbcConfig['dynamicFee'], { volatility }: FeeQuestion): bigint {
  const moved = volatility * binStep
  const rate = base + ceilDiv(moved * moved * control, DYNAMIC_SCALE)
  return rate < MAX_RATE ? rate : MAX_RATE
}

/** Of a fee that hangs on time alone. Before the launch, as a lagging clock may have it, the fee is the first. */
function steadyRate(base: DbcBaseFee, { point, activationPoint }: FeeQuestion): bigint | null {
  const { cliffRate } = base
  if (base.mode === 'rate-limiter' || base.periodLength === 0n || base.reduction === 0n) return cliffRate
  const passed = point > activationPoint ? (point - activationPoint) / base.periodLength : 0n
  const periods = passed < base.periods ? passed : base.periods
  if (base.mode === 'exponential') return exponentialRate(cliffRate, base.reduction, periods)
  const rate = cliffRate - base.reduction * periods
  return rate < 0n ? null : rate
}

/** Whether the amount decides the fee: purchases within the limiter's time. Such a swap must be the only one of its
 *  transaction. */
function isLimited(base: DbcBaseFee, { isBuy, point, activationPoint }: FeeQuestion): base is Limiter {
  if (base.mode !== 'rate-limiter' || !isBuy) return false
  return base.referenceRaw > 0n && base.incrementRate > 0n && point <= activationPoint + base.lifePoints
}

function stepsOf({ cliffRate, incrementRate, referenceRaw }: Limiter): StepRates {
  return { cliffRate, incrementRate, maxRate: MAX_RATE, referenceRaw }
}

/** The limiter's rate when only what is left after it is known: the program solves the sum of its steps for the amount,
 *  and adds the part that rounding leaves over at the rate of the next step. */
function limitedRateOfRest(steps: StepRates, restRaw: bigint): bigint | null {
  const { cliffRate, incrementRate, maxRate, referenceRaw } = steps
  const restOf = (amountRaw: bigint): bigint | null => {
    const rate = limitedRate(steps, amountRaw)
    return rate === null ? null : amountRaw - feeIn(amountRaw, rate)
  }
  const ofReference = restOf(referenceRaw)
  if (ofReference === null) return null
  if (restRaw <= ofReference) return cliffRate
  const steepestRaw = ((maxRate - cliffRate) / incrementRate + 1n) * referenceRaw
  const topRaw = steepestRaw < MAX_U64 ? steepestRaw : MAX_U64
  const ofTop = restOf(topRaw)
  if (ofTop === null || (restRaw > ofTop && steepestRaw > MAX_U64)) return null
  if (restRaw === ofTop) return limitedRate(steps, topRaw)
  const amountRaw =
    restRaw > ofTop ? topRaw + beforeFee(restRaw - ofTop, maxRate) : amountWithin(steps, restRaw, restOf)
  if (amountRaw === null || amountRaw <= restRaw) return null
  const rate = ceilDiv((amountRaw - restRaw) * RATE_UNIT, amountRaw)
  return rate < cliffRate ? null : rate
}

/** Solves i x^2 - (2 d r + i r - 2 c r) x + 2 d r rest = 0, where i is the increment, r the reference amount, c the
 *  first rate and d the unit of rates. */
function amountWithin(
  { cliffRate, incrementRate, referenceRaw }: StepRates,
  restRaw: bigint,
  restOf: (amountRaw: bigint) => bigint | null,
): bigint | null {
  const linear = referenceRaw * (2n * RATE_UNIT + incrementRate - 2n * cliffRate)
  const square = linear * linear - 8n * incrementRate * restRaw * RATE_UNIT * referenceRaw
  if (square < 0n) return null
  const solvedRaw = (linear - integerSqrt(square)) / (2n * incrementRate)
  const ofSolved = restOf(solvedRaw)
  if (ofSolved === null || ofSolved > restRaw) return null
  return solvedRaw + beforeFee(restRaw - ofSolved, cliffRate + incrementRate * (solvedRaw / referenceRaw))
}
