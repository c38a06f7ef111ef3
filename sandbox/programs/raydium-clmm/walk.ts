import type { AnchorError } from '../anchor-script.ts'
import { MAX_U64, MAX_U128, putInt, uintAt } from '../byte-fields.ts'
import { CLMM_ERRORS, type ClmmRates, POOL_AT, poolFacts, REQUIRE_EQ } from './layout.ts'
import { type MovingFee, movingFee } from './moving-fee.ts'
import { FEE_UNIT, fillOrders, type Moved, swapStep, type Trade } from './swap-math.ts'
import { MAX_SQRT_PRICE, MIN_SQRT_PRICE, sqrtPriceOfTick, tickOfSqrtPrice } from './tick-math.ts'
import {
  arrayStartOf,
  bitOf,
  countTick,
  isUsed,
  nextArrayStart,
  poolOf,
  putTick,
  startOf,
  type TickArray,
  tickNumber,
  usedTick,
} from './ticks.ts'

/* The way of a swap through a pool: it changes the bytes that it is given. */

export type Way = {
  readonly address: string
  readonly pool: Uint8Array
  readonly extension: Uint8Array | null
  /** As the instruction names them. */
  readonly arrays: readonly TickArray[]
  readonly rates: ClmmRates
  readonly nowSec: bigint
}
export type Order = {
  readonly amount: bigint
  readonly sqrtPriceLimit: bigint
  readonly isExactInput: boolean
  readonly isZeroForOne: boolean
}
/** Amounts without transfer fees, and the trade fee in the token that it is taken of. */
export type Walked = {
  readonly input: bigint
  readonly output: bigint
  readonly fee: bigint
  readonly isFeeOn0: boolean
}

type State = {
  remaining: bigint
  calculated: bigint
  sqrtPrice: bigint
  tick: number
  liquidity: bigint
  growth: bigint
  lpFee: bigint
  protocolFee: bigint
  fundFee: bigint
}

const SWAP_OFF_BIT = 16

export function walkPool(way: Way, order: Order): Walked | AnchorError {
  const { pool } = way
  const { isZeroForOne, amount, sqrtPriceLimit: limit } = order
  const { sqrtPrice, tickCurrent: tick, tickSpacing, liquidity } = poolFacts(pool)
  if (amount === 0n) return CLMM_ERRORS.zeroAmount
  if ((pool[POOL_AT.status]! & SWAP_OFF_BIT) !== 0) return CLMM_ERRORS.notApproved
  const isWithin = isZeroForOne
    ? limit < sqrtPrice && limit > MIN_SQRT_PRICE
    : limit > sqrtPrice && limit < MAX_SQRT_PRICE
  if (!isWithin) return CLMM_ERRORS.priceLimit
  const feeOn = pool[POOL_AT.feeOn]!
  const isFeeOn0 = feeOn === 1 || (feeOn !== 2 && isZeroForOne)
  const trade = { isExactInput: order.isExactInput, isZeroForOne, isFeeOnInput: isFeeOn0 === isZeroForOne }
  const ahead = findArrays(way, { tick, tickSpacing, isZeroForOne })
  if ('code' in ahead) return ahead
  const growth = uintAt(pool, isFeeOn0 ? POOL_AT.feeGrowth0 : POOL_AT.feeGrowth1, 16)
  const state: State = {
    ...{ remaining: amount, calculated: 0n, sqrtPrice, tick, liquidity, growth },
    ...{ lpFee: 0n, protocolFee: 0n, fundFee: 0n },
  }
  const fees = movingFee(pool, { tick, tickSpacing, isZeroForOne, nowSec: way.nowSec })
  while (state.remaining > 0n && state.sqrtPrice !== limit) {
    const place = ahead.next(state.tick)
    if ('code' in place) return place
    const fault = goThrough({ way, state, fees, trade, limit, isFeeOn0 }, place)
    if (fault !== null) return fault
  }
  saveState(pool, state, isFeeOn0)
  fees.save(pool)
  const used = amount - state.remaining
  const [input, output] = order.isExactInput ? [used, state.calculated] : [state.calculated, used]
  return { input, output, fee: state.lpFee + state.protocolFee + state.fundFee, isFeeOn0 }
}

type Place = { readonly array: TickArray; readonly index: number }

/** The arrays of a swap in its order, and the ticks in them one after the other. */
function findArrays(
  { address, pool, extension, arrays }: Way,
  from: { readonly tick: number; readonly tickSpacing: number; readonly isZeroForOne: boolean },
): { next(tick: number): Place | AnchorError } | AnchorError {
  const { tickSpacing, isZeroForOne } = from
  const here = arrayStartOf(from.tick, tickSpacing)
  const { isOwn, at, mask } = bitOf(here, tickSpacing)
  if (!isOwn && extension === null) return CLMM_ERRORS.missingExtension
  let hasTick = ((isOwn ? pool : extension!)[at]! & mask) !== 0
  const following = (start: number): number | AnchorError => {
    const next = nextArrayStart({ pool, extension }, { start, tickSpacing, isZeroForOne })
    return next === undefined ? CLMM_ERRORS.missingExtension : (next ?? CLMM_ERRORS.liquidityInsufficient)
  }
  const first = hasTick ? here : following(here)
  if (typeof first !== 'number')
    return first === CLMM_ERRORS.liquidityInsufficient ? CLMM_ERRORS.noLiquidityThere : first
  if (arrays.length === 0) return CLMM_ERRORS.notEnoughArrays
  let number = arrays.findIndex((array) => startOf(array) === first)
  if (number < 0) return CLMM_ERRORS.firstArray
  if (poolOf(arrays[number]!) !== address) return REQUIRE_EQ
  return {
    next(tick) {
      const array = arrays[number]!
      let index = usedTick(array, { tick, tickSpacing, isZeroForOne })
      if (index !== null) return { array, index }
      if (!hasTick) hasTick = true
      else {
        const start = following(startOf(array))
        if (typeof start !== 'number') return start
        const next = arrays.findIndex((one, i) => i > number && startOf(one) === start)
        if (next < 0) return CLMM_ERRORS.notEnoughArrays
        if (poolOf(arrays[next]!) !== address) return REQUIRE_EQ
        number = next
      }
      index = usedTick(arrays[number]!, { tick: null, tickSpacing, isZeroForOne })
      return index === null ? CLMM_ERRORS.invalidArray : { array: arrays[number]!, index }
    },
  }
}

type Course = {
  readonly way: Way
  readonly state: State
  readonly fees: MovingFee
  readonly trade: Trade
  readonly limit: bigint
  readonly isFeeOn0: boolean
}

/** Up to a tick, and beyond it when something is left; null when all went well. */
function goThrough(course: Course, place: Place): AnchorError | null {
  const { way, state, fees, trade, limit } = course
  const tickAhead = tickNumber(place.array, place.index).tick
  const ahead = sqrtPriceOfTick(tickAhead)
  const isBeyond = trade.isZeroForOne ? ahead < limit : ahead > limit
  const target = isBeyond ? limit : ahead
  if (trade.isZeroForOne ? tickAhead > state.tick : tickAhead <= state.tick) return REQUIRE_EQ
  let liquidity = state.liquidity
  for (;;) {
    const feeRate = fees.rate(way.rates.tradeFee)
    const bound = fees.bound(target, state.liquidity)
    let price = bound.price
    if (price !== state.sqrtPrice) {
      const { remaining, sqrtPrice } = state
      const step = swapStep({ ...trade, remaining, feeRate, liquidity: state.liquidity, sqrtPrice, target: price })
      if ('code' in step) return step
      const fault = take(course, step)
      if (fault !== null) return fault
      price = step.next
    }
    if (price === ahead) {
      const crossed = crossTick(course, place, { feeRate, price })
      if (typeof crossed !== 'bigint') return crossed
      liquidity = crossed
    } else if (price !== state.sqrtPrice)
      state.tick = bound.tick !== null && price === bound.price ? bound.tick : tickOfSqrtPrice(price)
    state.sqrtPrice = price
    fees.step({ price, ahead, tickAhead, tick: state.tick }, bound.skips)
    if (state.remaining === 0n || price === target) break
  }
  state.liquidity = liquidity
  return null
}

/** Sells what orders at the tick offer and, when none are left, changes the liquidity: what it is then. */
function crossTick(
  { way, state, trade, isFeeOn0, ...rest }: Course,
  { array, index }: Place,
  at: { readonly feeRate: bigint; readonly price: bigint },
): bigint | AnchorError {
  let tick = tickNumber(array, index)
  const unfilled = tick.orders + tick.partFilled
  if (unfilled > 0n && state.remaining > 0n) {
    const { remaining } = state
    const fill = fillOrders(unfilled, { ...trade, remaining, feeRate: at.feeRate, sqrtPrice: at.price })
    if ('code' in fill) return fill
    const fault = take({ way, state, trade, isFeeOn0, ...rest }, fill)
    if (fault !== null) return fault
    tick = afterSale(tick, fill.sold)
  }
  if (!isUsed(tick) && countTick(array, -1)) flipBit(way, startOf(array))
  const hasOrders = tick.orders + tick.partFilled > 0n
  let { liquidity } = state
  if (tick.gross > 0n && !hasOrders) {
    const global = (is0: boolean): bigint =>
      is0 === isFeeOn0 ? state.growth : uintAt(way.pool, is0 ? POOL_AT.feeGrowth0 : POOL_AT.feeGrowth1, 16)
    tick = { ...tick, growth0: global(true) - tick.growth0, growth1: global(false) - tick.growth1 }
    liquidity += trade.isZeroForOne ? -tick.net : tick.net
    if (liquidity < 0n || liquidity > MAX_U128) return CLMM_ERRORS.liquiditySub
  }
  putTick(array, index, tick)
  state.tick = trade.isZeroForOne === hasOrders ? tick.tick : tick.tick - 1
  return liquidity
}

type Tick = ReturnType<typeof tickNumber>

/** Older orders are sold first. */
function afterSale(tick: Tick, sold: bigint): Tick {
  const ofOlder = sold < tick.partFilled ? sold : tick.partFilled
  const ofNew = sold - ofOlder
  const ratio = (of: bigint, left: bigint, whole: bigint): bigint => (of * left) / whole
  const partFilled = tick.partFilled - ofOlder
  const unfilledRatio = ofOlder > 0n ? ratio(tick.unfilledRatio, partFilled, tick.partFilled) : tick.unfilledRatio
  if (ofNew === 0n) return { ...tick, partFilled, unfilledRatio }
  const left = tick.orders - ofNew
  return {
    ...tick,
    phase: tick.phase + 1n,
    orders: 0n,
    partFilled: left,
    unfilledRatio: ratio(1n << 64n, left, tick.orders),
  }
}

function flipBit({ pool, extension }: Way, start: number): void {
  const { isOwn, at, mask } = bitOf(start, poolFacts(pool).tickSpacing)
  const bytes = isOwn ? pool : extension
  if (bytes !== null) bytes[at] = bytes[at]! ^ mask
}

/** Counts what moved, and divides the fee. */
function take({ way: { rates }, state, trade }: Course, { input, output, fee }: Moved): AnchorError | null {
  const paid = trade.isFeeOnInput ? input + fee : input
  state.remaining -= trade.isExactInput ? paid : output
  state.calculated += trade.isExactInput ? output : paid
  if (state.remaining < 0n || state.calculated > MAX_U64) return CLMM_ERRORS.overflow
  const toProtocol = (fee * rates.protocolFee) / FEE_UNIT
  const toFund = (fee * rates.fundFee) / FEE_UNIT
  const rest = fee - toProtocol - toFund
  state.protocolFee += toProtocol
  state.fundFee += toFund
  if (state.liquidity === 0n) state.protocolFee += rest
  else {
    state.lpFee += rest
    state.growth = (state.growth + (rest << 64n) / state.liquidity) & MAX_U128
  }
  return null
}

function saveState(pool: Uint8Array, state: State, isFeeOn0: boolean): void {
  putInt(pool, POOL_AT.tickCurrent, 4, state.tick)
  putInt(pool, POOL_AT.sqrtPrice, 16, state.sqrtPrice)
  putInt(pool, POOL_AT.liquidity, 16, state.liquidity)
  const [growthAt, protocolAt, fundAt] = isFeeOn0
    ? [POOL_AT.feeGrowth0, POOL_AT.protocolFees0, POOL_AT.fundFees0]
    : [POOL_AT.feeGrowth1, POOL_AT.protocolFees1, POOL_AT.fundFees1]
  if (state.lpFee > 0n) putInt(pool, growthAt, 16, state.growth)
  putInt(pool, protocolAt, 8, uintAt(pool, protocolAt, 8) + state.protocolFee)
  putInt(pool, fundAt, 8, uintAt(pool, fundAt, 8) + state.fundFee)
}
