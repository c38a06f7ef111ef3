import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'
import { ceilDiv } from '../constant-product.ts'
import { MAX_TICK, MIN_TICK, sqrtPriceOfTick, tickOfSqrtPrice } from './tick-math.ts'

/* Fees that rise with the way a pool's price has gone lately: pools whose fee tier has a number of its own keep them in
 * an oracle account. Source: the program's `state/oracle.rs` and `manager/fee_rate_manager.rs`. */

const ORACLE = {
  whirlpool: 'pubkey',
  tradeEnableSec: 'u64',
  filterPeriodSec: 'u16',
  decayPeriodSec: 'u16',
  /** Ten-thousandths. */
  reductionFactor: 'u16',
  controlFactor: 'u32',
  maxVolatility: 'u32',
  tickGroupSize: 'u16',
  majorSwapThresholdTicks: 'u16',
  reserved: { array: 'u8', length: 16 },
  lastReferenceUpdateSec: 'u64',
  lastMajorSwapSec: 'u64',
  volatilityReference: 'u32',
  /** An i32; its bits. */
  tickGroupReferenceBits: 'u32',
  volatility: 'u32',
} as const satisfies Layout

export type Oracle = LayoutValue<typeof ORACLE>

const ORACLE_TAG = Buffer.from('8bc283b38cb3e5f4', 'hex')
const ORACLE_BYTES = 254

/** Millionths: no fee is higher. */
const MAX_FEE_RATE = 100_000n
/** A tick group crossed counts so much. */
const VOLATILITY_SCALE = 10_000
const REDUCTION_UNIT = 10_000n
const CONTROL_UNIT = 100_000n
/** Older references are forgotten. */
const MAX_REFERENCE_AGE_SEC = 3_600

/** Null for bytes that are no oracle. The caller has checked the owner program. */
export function decodeOracle(data: Uint8Array): Oracle | null {
  if (data.length < ORACLE_BYTES || !startsWith(data, ORACLE_TAG)) return null
  const oracle = decodeLayout(ORACLE, data, 8)?.value ?? null
  return oracle === null || oracle.tickGroupSize === 0 ? null : oracle
}

/** The fee of each step of one swap, in millionths, and how far the step may go at it. */
export type FeeWalk = {
  beginStep(): bigint
  /** The price at which the fee changes, or the step's target if that is nearer. `isSkip`: the fee is the same all the
   *  way, and tick groups are not gone through one by one. */
  boundOf(target: bigint, liquidity: bigint): { readonly price: bigint; readonly isSkip: boolean }
  endStep(at: { readonly sqrtPrice: bigint; readonly tickPrice: bigint; readonly tick: number }, isSkip: boolean): void
}

export function staticFees(feeRate: number): FeeWalk {
  const rate = BigInt(feeRate)
  return {
    beginStep: () => rate,
    boundOf: (price) => ({ price, isSkip: false }),
    endStep() {},
  }
}

/** `tick` is the pool's. A clock behind the oracle's own times counts as those: the chain's is never behind them. */
export function adaptiveFees(
  oracle: Oracle,
  swap: { readonly feeRate: number; readonly tick: number; readonly isAToB: boolean; readonly unixSec: number },
): FeeWalk {
  const { isAToB } = swap
  const { tickGroupSize, controlFactor } = oracle
  const direction = isAToB ? -1 : 1
  let group = Math.floor(swap.tick / tickGroupSize)
  const reference = referenceOf(oracle, group, swap.unixSec)
  const core = coreRange(oracle, reference)
  const volatilityAt = (at: number): number =>
    Math.min(reference.volatility + Math.abs(reference.group - at) * VOLATILITY_SCALE, oracle.maxVolatility)
  return {
    beginStep: () => totalRate(swap.feeRate, oracle, volatilityAt(group)),
    boundOf(target, liquidity) {
      if (controlFactor === 0 || liquidity === 0n) return { price: target, isSkip: true }
      const isBelow = core.lower !== null && group < core.lower.group
      const isAbove = core.upper !== null && group > core.upper.group
      if (isBelow) return { price: isAToB ? target : lesser(target, core.lower!.price), isSkip: true }
      if (isAbove) return { price: isAToB ? greater(target, core.upper!.price) : target, isSkip: true }
      const edge = isAToB ? group * tickGroupSize : (group + 1) * tickGroupSize
      const price = sqrtPriceOfTick(Math.min(Math.max(edge, MIN_TICK), MAX_TICK))
      return { price: isAToB ? greater(target, price) : lesser(target, price), isSkip: false }
    },
    endStep(at, isSkip) {
      if (isSkip) {
        const reached = lastGroup(at, tickGroupSize, isAToB)
        if (isAToB ? reached < group : reached > group) group = reached
      }
      group += direction
    },
  }
}

type Reference = { readonly group: number; readonly volatility: number }

/** What volatility is counted from: kept in quick succession, taken over in part after a pause, forgotten after a
 *  longer one. */
function referenceOf(oracle: Oracle, group: number, unixSec: number): Reference {
  const updatedSec = Number(oracle.lastReferenceUpdateSec)
  const lastSec = Math.max(updatedSec, Number(oracle.lastMajorSwapSec))
  const nowSec = Math.max(Math.floor(unixSec), lastSec)
  if (nowSec - updatedSec > MAX_REFERENCE_AGE_SEC) return { group, volatility: 0 }
  const elapsedSec = nowSec - lastSec
  if (elapsedSec < oracle.filterPeriodSec)
    return { group: oracle.tickGroupReferenceBits | 0, volatility: oracle.volatilityReference }
  if (elapsedSec >= oracle.decayPeriodSec) return { group, volatility: 0 }
  return { group, volatility: Number((BigInt(oracle.volatility) * BigInt(oracle.reductionFactor)) / REDUCTION_UNIT) }
}

type CoreEnd = { readonly group: number; readonly price: bigint }

/** Most stops that a swap makes only because its fee changes: at the edges of the groups in which it still does. */
export function adaptiveStops({ maxVolatility }: Oracle): number {
  return 2 * Math.ceil(maxVolatility / VOLATILITY_SCALE) + 2
}

/** The groups around the reference within which volatility still grows; null where all prices are within. */
function coreRange({ maxVolatility, tickGroupSize }: Oracle, { group, volatility }: Reference) {
  const reach = Math.ceil((maxVolatility - volatility) / VOLATILITY_SCALE)
  const [lower, upper] = [group - reach, group + reach]
  const lowerTick = lower * tickGroupSize
  const upperTick = (upper + 1) * tickGroupSize
  const end = (at: number, tick: number): CoreEnd => ({ group: at, price: sqrtPriceOfTick(tick) })
  return {
    lower: lowerTick > MIN_TICK ? end(lower, lowerTick) : null,
    upper: upperTick < MAX_TICK ? end(upper, upperTick) : null,
  }
}

function totalRate(feeRate: number, { controlFactor, tickGroupSize }: Oracle, volatility: number): bigint {
  const crossed = BigInt(volatility) * BigInt(tickGroupSize)
  const unit = CONTROL_UNIT * BigInt(VOLATILITY_SCALE) ** 2n
  const adaptive = lesser(ceilDiv(BigInt(controlFactor) * crossed * crossed, unit), MAX_FEE_RATE)
  return lesser(BigInt(feeRate) + adaptive, MAX_FEE_RATE)
}

/** The tick group that a step without stops at group edges has come to. */
function lastGroup(
  at: { readonly sqrtPrice: bigint; readonly tickPrice: bigint; readonly tick: number },
  size: number,
  isAToB: boolean,
): number {
  const isAtTick = at.sqrtPrice === at.tickPrice
  const tick = isAtTick ? at.tick : tickOfSqrtPrice(at.sqrtPrice)
  const isOnEdge = tick % size === 0 && (isAtTick || at.sqrtPrice === sqrtPriceOfTick(tick))
  return isOnEdge && !isAToB ? tick / size - 1 : Math.floor(tick / size)
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
