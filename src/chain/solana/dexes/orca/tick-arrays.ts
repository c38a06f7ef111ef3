import { startsWith } from '../../anchor-event.ts'
import { addressBytes } from '../../pda.ts'
import type { AccountView } from '../../rpc.ts'
import { MAX_TICK, MIN_TICK } from './tick-math.ts'

export const TICKS_PER_ARRAY = 88
/** A swap goes through at most so many arrays, however many it names. */
export const MAX_SWAP_ARRAYS = 3

/** What liquidity changes by at each tick of an array, upwards; null where no position begins or ends. */
export type TickArray = { readonly start: number; readonly nets: readonly (bigint | null)[] }

const FIXED_TAG = Buffer.from('4561bdbe6e0742bb', 'hex')
const FIXED_BYTES = 9_988
const FIXED_TICKS_AT = 12
const FIXED_TICK_BYTES = 113
const FIXED_POOL_AT = FIXED_TICKS_AT + TICKS_PER_ARRAY * FIXED_TICK_BYTES
const DYNAMIC_TAG = Buffer.from('11d8f68ee1c7da38', 'hex')
const DYNAMIC_POOL_AT = 12
/** Behind the pool and a bitmap of which ticks are there. */
const DYNAMIC_TICKS_AT = 60
/** The fields of an initialised tick, after its flag. */
const TICK_FIELDS_BYTES = 112

const NONE: readonly null[] = Array.from({ length: TICKS_PER_ARRAY }, () => null)

/** First tick of the array that holds a tick. */
export function arrayStartOf(tick: number, tickSpacing: number): number {
  const span = TICKS_PER_ARRAY * tickSpacing
  return Math.floor(tick / span) * span
}

/** Starts of the arrays a swap goes through, in its order: one to three, as many as the prices reach. Upwards the
 *  search begins a tick later, so the first array may be the next one already. */
export function swapArrayStarts(tick: number, tickSpacing: number, isAToB: boolean): readonly number[] {
  const span = TICKS_PER_ARRAY * tickSpacing
  const first = arrayStartOf(isAToB ? tick : tick + tickSpacing, tickSpacing)
  return Array.from({ length: MAX_SWAP_ARRAYS }, (_, at) => first + (isAToB ? -at : at) * span).filter(
    (start) => start <= MAX_TICK && start + span > MIN_TICK,
  )
}

/** An array from its account, of a fixed or of a growing length. One that does not exist has no initialised ticks. Null
 *  for an account that is another pool's array or none: the program refuses it. */
export function readTickArray(
  account: AccountView | null | undefined,
  at: { readonly program: string; readonly whirlpool: string; readonly start: number },
): TickArray | null {
  const { program, whirlpool, start } = at
  if (account === null || account === undefined || account.data.length === 0) return { start, nets: NONE }
  if (account.owner !== program) return null
  const { data } = account
  const isFixed = data.length === FIXED_BYTES && startsWith(data, FIXED_TAG)
  if (!isFixed && !startsWith(data, DYNAMIC_TAG)) return null
  const poolAt = isFixed ? FIXED_POOL_AT : DYNAMIC_POOL_AT
  if (data.length < poolAt + 32 || Buffer.compare(data.subarray(poolAt, poolAt + 32), addressBytes(whirlpool)) !== 0)
    return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (view.getInt32(8, true) !== start) return null
  const nets = isFixed ? fixedNets(data, view) : dynamicNets(data, view)
  return nets === null ? null : { start, nets }
}

function fixedNets(data: Uint8Array, view: DataView): (bigint | null)[] {
  return NONE.map((_, index) => {
    const at = FIXED_TICKS_AT + index * FIXED_TICK_BYTES
    return data[at] === 1 ? readI128(view, at + 1) : null
  })
}

function dynamicNets(data: Uint8Array, view: DataView): (bigint | null)[] | null {
  const nets: (bigint | null)[] = []
  for (let at = DYNAMIC_TICKS_AT; nets.length < TICKS_PER_ARRAY; ) {
    const isInitialized = data[at] === 1
    const next = at + 1 + (isInitialized ? TICK_FIELDS_BYTES : 0)
    if (next > data.length) return null
    nets.push(isInitialized ? readI128(view, at + 1) : null)
    at = next
  }
  return nets
}

function readI128(view: DataView, at: number): bigint {
  return (view.getBigInt64(at + 8, true) << 64n) | view.getBigUint64(at, true)
}

/** Position of a walk over the ticks: `index` counts arrays. */
export type TickPlace = { readonly index: number; readonly tick: number }

/** The next tick a swap stops at: an initialised one, or the end of the last array, or that of all prices. Null when
 *  the walk has left the arrays. */
export function nextTick(
  arrays: readonly TickArray[],
  from: TickPlace,
  { tickSpacing, isAToB }: { readonly tickSpacing: number; readonly isAToB: boolean },
): (TickPlace & { readonly net: bigint | null }) | null {
  const span = TICKS_PER_ARRAY * tickSpacing
  const shift = isAToB ? 0 : tickSpacing
  let tick = from.tick
  for (let index = from.index; index < arrays.length; index++) {
    const { start, nets } = arrays[index]!
    if (tick < start - shift || tick >= start + span - shift) return null
    let offset = Math.floor((tick - start) / tickSpacing) + (isAToB ? 0 : 1)
    for (; offset >= 0 && offset < TICKS_PER_ARRAY; offset += isAToB ? -1 : 1) {
      const net = nets[offset]!
      if (net !== null) return { index, tick: start + offset * tickSpacing, net }
    }
    if (isAToB && start <= MIN_TICK) return { index, tick: MIN_TICK, net: null }
    if (!isAToB && start + span > MAX_TICK) return { index, tick: MAX_TICK, net: null }
    const edge = isAToB ? start : start + span - 1
    if (index + 1 === arrays.length) return { index, tick: edge, net: null }
    tick = isAToB ? edge - 1 : edge
  }
  return null
}

/** Where the search goes on after the price has come to a tick. */
export function placeAfter(
  arrays: readonly TickArray[],
  { index, tick }: TickPlace,
  { tickSpacing, isAToB }: { readonly tickSpacing: number; readonly isAToB: boolean },
): TickPlace {
  const offset = Math.floor((tick - arrays[index]!.start) / tickSpacing)
  const isLast = offset === (isAToB ? 0 : TICKS_PER_ARRAY - 1)
  return { index: isLast ? index + 1 : index, tick: isAToB ? tick - 1 : tick }
}
