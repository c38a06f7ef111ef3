import { ceilDiv } from '../constant-product.ts'
import type { ClmmPool } from './state.ts'
import { MAX_TICK, MIN_TICK, sqrtPriceOfTick } from './tick-math.ts'

/* Fees of pools that charge more after the price has moved. Source: the program's `states/pool_fee.rs` and the
 * `SwapState` of `instructions/swap.rs`. */

/** Millionths: no fee of a pool with moving fees is higher. */
const MAX_FEE_RATE = 100_000n
/** A group of ticks crossed counts so much. */
const VOLATILITY_SCALE = 10_000
const REDUCTION_UNIT = 10_000n
const CONTROL_UNIT = 100_000n

/** Where a step has come to. */
type StepEnd = {
  readonly sqrtPrice: bigint
  /** The tick that the swap goes to, and its price. */
  readonly nextTick: number
  readonly nextSqrtPrice: bigint
  /** Tick of the swap before this step, unless it ended on `nextTick`. */
  readonly tick: number
}

/** The fee of each step of one swap, in millionths, and how far the step may go at it. */
export type FeeWalk = {
  beginStep(): bigint
  /** The step's target, or a nearer price at which the fee changes; `isSkip`: the fee stays, and groups of ticks are
   *  not gone through one by one. */
  boundOf(target: bigint, liquidity: bigint): { readonly sqrtPrice: bigint; readonly isSkip: boolean }
  endStep(end: StepEnd, isSkip: boolean): void
}

type DynamicFee = ClmmPool['dynamicFee']

/** Pools without moving fees have no settings of them. */
export function hasDynamicFee({ dynamicFee }: ClmmPool): boolean {
  return Object.values(dynamicFee).some((value) => BigInt(value) !== 0n)
}

export function staticFee(feeRate: number): FeeWalk {
  const rate = BigInt(feeRate)
  return { beginStep: () => rate, boundOf: (sqrtPrice) => ({ sqrtPrice, isSkip: true }), endStep() {} }
}

export function dynamicFees(
  fee: DynamicFee,
  swap: {
    readonly feeRate: number
    readonly tick: number
    readonly tickSpacing: number
    readonly isZeroForOne: boolean
    readonly unixSec: number
  },
): FeeWalk {
  const { tickSpacing, isZeroForOne } = swap
  const direction = isZeroForOne ? -1 : 1
  let group = Math.floor(swap.tick / tickSpacing)
  const reference = referenceOf(fee, group, swap.unixSec)
  let { volatility } = fee
  const update = (): void => {
    const moved = reference.volatility + Math.abs(reference.group - group) * VOLATILITY_SCALE
    volatility = Math.min(moved, fee.maxVolatility)
  }
  return {
    beginStep() {
      update()
      return totalRate(swap.feeRate, fee, BigInt(volatility) * BigInt(tickSpacing))
    },
    boundOf(target, liquidity) {
      if (liquidity === 0n || volatility === fee.maxVolatility) return { sqrtPrice: target, isSkip: true }
      const edge = (isZeroForOne ? group : group + 1) * tickSpacing
      const bound = sqrtPriceOfTick(Math.min(Math.max(edge, MIN_TICK), MAX_TICK))
      const isNearer = isZeroForOne ? bound > target : bound < target
      return { sqrtPrice: isNearer ? bound : target, isSkip: false }
    },
    endStep({ sqrtPrice, nextSqrtPrice, nextTick, tick }, isSkip) {
      if (isSkip) {
        const reached = sqrtPrice === nextSqrtPrice ? nextTick : tick
        group = Math.floor(reached / tickSpacing)
        if (!isZeroForOne && reached % tickSpacing === 0) group--
        if (volatility !== fee.maxVolatility) update()
      }
      group += direction
    },
  }
}

/** What volatility is counted from: kept in quick succession, taken over in part after a pause, forgotten after a
 *  longer one. */
function referenceOf(fee: DynamicFee, group: number, unixSec: number): { group: number; volatility: number } {
  const elapsedSec = Math.max(0, Math.floor(unixSec) - Number(fee.lastUpdateSec))
  if (elapsedSec < fee.filterPeriodSec)
    return { group: fee.groupReferenceBits | 0, volatility: fee.volatilityReference }
  if (elapsedSec >= fee.decayPeriodSec) return { group, volatility: 0 }
  return { group, volatility: Number((BigInt(fee.volatility) * BigInt(fee.reductionFactor)) / REDUCTION_UNIT) }
}

function totalRate(feeRate: number, { controlFactor }: DynamicFee, crossed: bigint): bigint {
  const unit = CONTROL_UNIT * BigInt(VOLATILITY_SCALE) ** 2n
  const moving = ceilDiv(BigInt(controlFactor) * crossed * crossed, unit)
  const total = BigInt(feeRate) + moving
  return total < MAX_FEE_RATE ? total : MAX_FEE_RATE
}
