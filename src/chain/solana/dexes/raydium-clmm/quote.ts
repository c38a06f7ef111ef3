import { MAX_U64 } from '../pool-vault.ts'
import type { FeeWalk } from './dynamic-fee.ts'
import { fillOrders } from './limit-orders.ts'
import { swapStep } from './swap-step.ts'
import type { ClmmTick, ClmmTickArray } from './tick-arrays.ts'
import { MAX_SQRT_PRICE, MIN_SQRT_PRICE, sqrtPriceOfTick, tickOfSqrtPrice } from './tick-math.ts'

/** What a swap starts from; rates are millionths of the fee. */
export type ClmmState = {
  readonly liquidity: bigint
  readonly sqrtPrice: bigint
  readonly tick: number
  readonly protocolFeeRate: number
  readonly fundFeeRate: number
}

/** One swap, transfer fees left out. The whole input is taken. */
export type ClmmSwap = {
  /** What met the curve and the orders, and what came of it, fees left out. */
  readonly netInRaw: bigint
  readonly grossOutRaw: bigint
  readonly outRaw: bigint
  readonly feeRaw: bigint
  /** Part of the fee that is the protocol's and the fund's. */
  readonly protocolFeeRaw: bigint
  /** Where the pool is then. */
  readonly end: Pick<ClmmState, 'liquidity' | 'sqrtPrice' | 'tick'>
}

const FEE_UNIT = 1_000_000n
const MAX_U128 = 2n ** 128n - 1n

/** Most steps of a swap: compute units are for so many, and who trades in a dense pool pays for all of them. */
export const MAX_STEPS = 32

type Order = { readonly inRaw: bigint; readonly isZeroForOne: boolean; readonly isFeeOnInput: boolean }
type Walk = {
  sqrtPrice: bigint
  liquidity: bigint
  tick: number
  remaining: bigint
  netInRaw: bigint
  outRaw: bigint
  feeRaw: bigint
  protocolFeeRaw: bigint
  steps: number
}

/** Goes from tick to tick until the input is used up, with the program's roundings (`swap_internal` of
 *  `instructions/swap.rs`). `arrays` are those the instruction names that have ticks to stop at, in the swap's order.
 *  Null when they end before, when the prices end, or when a figure outgrows its type: the program refuses all of
 *  these. Null too for a swap of more than `MAX_STEPS`. */
export function swapClmm(
  pool: ClmmState,
  arrays: readonly ClmmTickArray[],
  fees: FeeWalk,
  order: Order,
): ClmmSwap | null {
  const { isZeroForOne } = order
  const { liquidity, sqrtPrice, tick } = pool
  const sums = { netInRaw: 0n, outRaw: 0n, feeRaw: 0n, protocolFeeRaw: 0n }
  const walk: Walk = { sqrtPrice, liquidity, tick, remaining: order.inRaw, steps: 0, ...sums }
  const ticks = ticksAhead(arrays, tick, isZeroForOne)
  while (walk.remaining > 0n) {
    const next = ticks.next()
    if (next.done || !goTo(next.value, walk, { pool, fees, order })) return null
  }
  if (walk.outRaw <= 0n) return null
  const { netInRaw, outRaw, feeRaw, protocolFeeRaw } = walk
  const grossOutRaw = order.isFeeOnInput ? outRaw : outRaw + feeRaw
  const end = { liquidity: walk.liquidity, sqrtPrice: walk.sqrtPrice, tick: tickAfter(walk) }
  return { netInRaw, grossOutRaw, outRaw, feeRaw, protocolFeeRaw, end }
}

/** Between two ticks the price says where it is. */
function tickAfter({ sqrtPrice, tick }: Walk): number {
  return sqrtPriceOfTick(tick) <= sqrtPrice && sqrtPrice <= sqrtPriceOfTick(tick + 1)
    ? tick
    : tickOfSqrtPrice(sqrtPrice)
}

/** Ticks that a swap comes to, in its order: downwards from the one at the price on, upwards after it. */
function* ticksAhead(arrays: readonly ClmmTickArray[], tick: number, isZeroForOne: boolean): Generator<ClmmTick> {
  for (const { ticks } of arrays) {
    const ordered = isZeroForOne ? ticks.toReversed() : ticks
    for (const one of ordered) if (isZeroForOne ? one.tick <= tick : one.tick > tick) yield one
  }
}

type Terms = { readonly pool: ClmmState; readonly fees: FeeWalk; readonly order: Order }

/** Swaps up to a tick, and through it when something remains; false when the program would fail. */
function goTo(next: ClmmTick, walk: Walk, terms: Terms): boolean {
  const { fees, order } = terms
  const { isZeroForOne, isFeeOnInput } = order
  const nextSqrtPrice = sqrtPriceOfTick(next.tick)
  if (isZeroForOne ? walk.sqrtPrice < nextSqrtPrice : walk.sqrtPrice > nextSqrtPrice) return false
  // Without a limit of its own a swap ends a unit before the prices do, and fails for its rest.
  const target = isZeroForOne ? greater(nextSqrtPrice, MIN_SQRT_PRICE + 1n) : lesser(nextSqrtPrice, MAX_SQRT_PRICE - 1n)
  let { liquidity } = walk
  do {
    const feeRate = fees.beginStep()
    const bound = fees.boundOf(target, walk.liquidity)
    if (++walk.steps > MAX_STEPS) return false
    if (bound.sqrtPrice !== walk.sqrtPrice) {
      const { remaining, sqrtPrice } = walk
      const from = { remaining, feeRate, liquidity: walk.liquidity, sqrtPrice, target: bound.sqrtPrice }
      const step = swapStep({ ...from, isZeroForOne, isFeeOnInput })
      if (step === null || !take(step, walk, terms)) return false
      walk.sqrtPrice = step.sqrtPrice
    }
    if (walk.sqrtPrice === nextSqrtPrice) {
      const crossed = cross(next, walk, terms, feeRate)
      if (crossed === null) return false
      liquidity = crossed
    }
    fees.endStep({ sqrtPrice: walk.sqrtPrice, nextSqrtPrice, nextTick: next.tick, tick: walk.tick }, bound.isSkip)
  } while (walk.remaining > 0n && walk.sqrtPrice !== target)
  walk.liquidity = liquidity
  return walk.remaining === 0n || target === nextSqrtPrice
}

/** Fills the orders at a tick and, when none are left, changes the liquidity. Null when the program would fail. */
function cross({ tick, net, orderRaw }: ClmmTick, walk: Walk, terms: Terms, feeRate: bigint): bigint | null {
  const { isZeroForOne, isFeeOnInput } = terms.order
  let leftRaw = orderRaw
  if (orderRaw > 0n && walk.remaining > 0n) {
    const at = { sqrtPrice: walk.sqrtPrice, isZeroForOne, feeRate, isFeeOnInput }
    const fill = fillOrders(orderRaw, walk.remaining, at)
    if (fill === null || !take(fill, walk, terms)) return null
    leftRaw = fill.leftRaw
  }
  walk.tick = isZeroForOne === (leftRaw === 0n) ? tick - 1 : tick
  if (net === null || leftRaw > 0n) return walk.liquidity
  const liquidity = walk.liquidity + (isZeroForOne ? -net : net)
  return liquidity < 0n || liquidity > MAX_U128 ? null : liquidity
}

/** Counts what a step or a fill moved; false when it is more than there is. */
function take(
  { inRaw, outRaw, feeRaw }: { readonly inRaw: bigint; readonly outRaw: bigint; readonly feeRaw: bigint },
  walk: Walk,
  { pool, order }: Terms,
): boolean {
  walk.remaining -= order.isFeeOnInput ? inRaw + feeRaw : inRaw
  walk.netInRaw += inRaw
  walk.outRaw += outRaw
  walk.feeRaw += feeRaw
  const ofProtocol = (feeRaw * BigInt(pool.protocolFeeRate)) / FEE_UNIT
  const ofFund = (feeRaw * BigInt(pool.fundFeeRate)) / FEE_UNIT
  // Where no liquidity is, all of it is the protocol's.
  walk.protocolFeeRaw += walk.liquidity > 0n ? ofProtocol + ofFund : feeRaw
  return walk.remaining >= 0n && walk.outRaw <= MAX_U64
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
