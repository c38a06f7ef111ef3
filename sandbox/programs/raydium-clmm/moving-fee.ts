import { intAt, putInt, uintAt } from '../byte-fields.ts'
import { ceilDiv, smaller } from '../wide-math.ts'
import { DYNAMIC_FEE_BYTES, POOL_AT } from './layout.ts'
import { MAX_TICK, MIN_TICK, sqrtPriceOfTick } from './tick-math.ts'

/* Fees that rise with the way a pool's price has gone lately. */

const AT = {
  filterPeriod: 0,
  decayPeriod: 2,
  reduction: 4,
  control: 6,
  maxVolatility: 10,
  groupReference: 14,
  volatilityReference: 18,
  volatility: 22,
  lastUpdate: 26,
} as const
const MAX_RATE = 100_000n
const GROUP_WEIGHT = 10_000n
const REDUCTION_UNIT = 10_000n
const CONTROL_UNIT = 100_000n

/** Where a step has come to: its price, that of the tick ahead, that tick, and the swap's own tick. */
type Reached = { readonly price: bigint; readonly ahead: bigint; readonly tickAhead: number; readonly tick: number }

export type MovingFee = {
  /** Counts the group the swap is in, and gives the whole rate. */
  rate(baseRate: bigint): bigint
  /** How far a step may go at that rate: a tick, unless the target comes before it. `skips` when the rate stays. */
  bound(
    target: bigint,
    liquidity: bigint,
  ): { readonly price: bigint; readonly tick: number | null; readonly skips: boolean }
  step(reached: Reached, skips: boolean): void
  /** Puts what the pool remembers into its bytes. */
  save(pool: Uint8Array): void
}

export const STILL_FEE: MovingFee = {
  rate: (baseRate) => baseRate,
  bound: (target) => ({ price: target, tick: null, skips: true }),
  step() {},
  save() {},
}

/** The pool's own; `STILL_FEE` for pools that were made without. */
export function movingFee(
  pool: Uint8Array,
  swap: {
    readonly tick: number
    readonly tickSpacing: number
    readonly isZeroForOne: boolean
    readonly nowSec: bigint
  },
): MovingFee {
  const bytes = pool.slice(POOL_AT.dynamicFee, POOL_AT.dynamicFee + DYNAMIC_FEE_BYTES)
  if (bytes.every((byte) => byte === 0)) return STILL_FEE
  const { tickSpacing, isZeroForOne } = swap
  const groupOf = (tick: number): number => Math.floor(tick / tickSpacing)
  const most = uintAt(bytes, AT.maxVolatility, 4)
  let group = groupOf(swap.tick)
  refresh(bytes, group, swap.nowSec)
  const base = uintAt(bytes, AT.volatilityReference, 4)
  const reference = intAt(bytes, AT.groupReference, 4)
  const volatility = (): bigint => uintAt(bytes, AT.volatility, 4)
  const count = (): void => {
    const way = BigInt(group) - reference
    putInt(bytes, AT.volatility, 4, smaller(base + (way < 0n ? -way : way) * GROUP_WEIGHT, most))
  }
  return {
    rate(baseRate) {
      count()
      const crossed = volatility() * BigInt(tickSpacing)
      const moving = ceilDiv(uintAt(bytes, AT.control, 4) * crossed ** 2n, CONTROL_UNIT * GROUP_WEIGHT ** 2n)
      return smaller(baseRate + smaller(moving, MAX_RATE), MAX_RATE)
    },
    bound(target, liquidity) {
      if (liquidity === 0n || volatility() === most) return { price: target, tick: null, skips: true }
      const edge = (group + (isZeroForOne ? 0 : 1)) * tickSpacing
      const tick = Math.max(MIN_TICK, Math.min(MAX_TICK, edge))
      const price = sqrtPriceOfTick(tick)
      const isBehind = isZeroForOne ? target > price : target < price
      return isBehind ? { price: target, tick: null, skips: false } : { price, tick, skips: false }
    },
    step({ price, ahead, tickAhead, tick }, skips) {
      if (skips) {
        const reached = price === ahead ? tickAhead : tick
        group = groupOf(reached) - (!isZeroForOne && reached % tickSpacing === 0 ? 1 : 0)
        if (volatility() !== most) count()
      }
      group += isZeroForOne ? -1 : 1
    },
    save: (after) => after.set(bytes, POOL_AT.dynamicFee),
  }
}

/** What volatility counts from depends on how long ago that was set. */
function refresh(bytes: Uint8Array, group: number, nowSec: bigint): void {
  const since = nowSec - uintAt(bytes, AT.lastUpdate, 8)
  if (since < uintAt(bytes, AT.filterPeriod, 2)) return
  const isRecent = since < uintAt(bytes, AT.decayPeriod, 2)
  const kept = (uintAt(bytes, AT.volatility, 4) * uintAt(bytes, AT.reduction, 2)) / REDUCTION_UNIT
  putInt(bytes, AT.groupReference, 4, group)
  putInt(bytes, AT.volatilityReference, 4, isRecent ? kept : 0n)
  putInt(bytes, AT.lastUpdate, 8, nowSec)
}
