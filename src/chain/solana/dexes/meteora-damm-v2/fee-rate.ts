import { type BaseFee, type PoolFees, RATE_UNIT } from './pool-fees.ts'

const BPS = 10_000n
const ONE_Q64 = 1n << 64n
const MAX_U64 = ONE_Q64 - 1n

export type FeeQuestion = {
  /** Slot or second, as the pool counts. */
  readonly point: bigint
  readonly activationPoint: bigint
  readonly isBToA: boolean
  /** What reaches the pool, the fee still in it. */
  readonly amountRaw: bigint
  readonly sqrtPriceQ64: bigint
}

/** Billionths that a trade pays, base and dynamic part together; null where the program's arithmetic gives up. */
export function feeRateOf(fees: PoolFees, asked: FeeQuestion): bigint | null {
  const base = baseRate(fees.base, asked)
  if (base === null || base > MAX_U64) return null
  const rate = base + fees.dynamicRate
  return rate < fees.maxRate ? rate : fees.maxRate
}

/** Fee in an amount that includes it. */
export function feeIn(amountRaw: bigint, rate: bigint): bigint {
  return (amountRaw * rate + RATE_UNIT - 1n) / RATE_UNIT
}

function baseRate(base: BaseFee, asked: FeeQuestion): bigint | null {
  if (base.mode === 'rate-limiter') return isLimited(base, asked) ? limitedRate(base, asked.amountRaw) : base.cliffRate
  const { cliffRate, reduction } = base
  if (base.mode === 'time' && base.periodLength === 0n) return cliffRate
  const periods = periodsPassed(base, asked)
  if (periods === null) return null
  if (base.isExponential) return reduction === 0n ? cliffRate : exponentialRate(cliffRate, reduction, periods)
  const rate = cliffRate - reduction * periods
  return rate < 0n ? null : rate
}

type Falling = Exclude<BaseFee, { readonly mode: 'rate-limiter' }>
type Limiter = Extract<BaseFee, { readonly mode: 'rate-limiter' }>
/** Rates that rise with the amount. */
export type StepRates = Pick<Limiter, 'cliffRate' | 'incrementRate' | 'maxRate' | 'referenceRaw'>

/** Null for a price step of nothing, by which the program would divide. */
function periodsPassed(base: Falling, { point, activationPoint, sqrtPriceQ64 }: FeeQuestion): bigint | null {
  const last = base.periods
  if (point < activationPoint) return last
  if (base.mode === 'time') return smaller(last, (point - activationPoint) / base.periodLength)
  if (point > activationPoint + base.lifePoints) return last
  const start = base.initSqrtPriceQ64
  if (sqrtPriceQ64 <= start) return 0n
  if (start === 0n || base.sqrtPriceStepBps === 0n) return null
  return smaller(last, ((sqrtPriceQ64 - start) * BPS) / start / base.sqrtPriceStepBps)
}

/** cliff x (1 - reduction)^periods, in 64.64 bits and rounded down at each step as the program does. */
export function exponentialRate(cliffRate: bigint, reductionBps: bigint, periods: bigint): bigint | null {
  let power = ONE_Q64 - (reductionBps << 64n) / BPS
  if (power < 0n) return null
  let result = ONE_Q64
  for (let rest = periods; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * power) >> 64n
    power = (power * power) >> 64n
  }
  return result === 0n ? null : (result * cliffRate) >> 64n
}

/** Whether the amount decides the fee: purchases within the limiter's time. Such a swap must be the only one of its
 *  transaction. */
function isLimited(base: Limiter, { point, activationPoint, isBToA }: FeeQuestion): boolean {
  const { incrementRate, maxRate, lifePoints, referenceRaw } = base
  if (incrementRate === 0n && maxRate === 0n && lifePoints === 0n && referenceRaw === 0n) return false
  return isBToA && point >= activationPoint && point <= activationPoint + lifePoints
}

/** Each further reference amount of an input pays one increment more, up to the highest rate. */
export function limitedRate(base: StepRates, amountRaw: bigint): bigint | null {
  const { cliffRate, incrementRate, maxRate, referenceRaw } = base
  if (amountRaw <= referenceRaw) return cliffRate
  if (referenceRaw === 0n || incrementRate === 0n || maxRate < cliffRate) return null
  const maxIndex = (maxRate - cliffRate) / incrementRate
  const whole = (amountRaw - referenceRaw) / referenceRaw
  const part = (amountRaw - referenceRaw) % referenceRaw
  const steps = smaller(whole, maxIndex)
  const stepped = referenceRaw * (cliffRate + cliffRate * steps + (incrementRate * steps * (steps + 1n)) / 2n)
  const rest =
    whole < maxIndex
      ? part * (cliffRate + incrementRate * (whole + 1n))
      : ((whole - maxIndex) * referenceRaw + part) * maxRate
  const feeRaw = (stepped + rest + RATE_UNIT - 1n) / RATE_UNIT
  return (feeRaw * RATE_UNIT + amountRaw - 1n) / amountRaw
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
