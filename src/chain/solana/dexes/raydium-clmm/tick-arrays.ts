import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { startsWith } from '../../anchor-event.ts'
import { addressBytes } from '../../pda.ts'
import type { AccountView } from '../../rpc.ts'
import { CLMM_PROGRAM } from './addresses.ts'
import { MAX_TICK } from './tick-math.ts'

export const TICKS_PER_ARRAY = 60

/** A tick at which a swap stops: positions begin or end there, or orders wait. */
export type ClmmTick = {
  readonly tick: number
  /** What liquidity changes by upwards; null where no position begins or ends. */
  readonly net: bigint | null
  /** What limit orders at this price still sell. */
  readonly orderRaw: bigint
}
/** Its ticks ascending. */
export type ClmmTickArray = { readonly start: number; readonly ticks: readonly ClmmTick[] }

const TICK_ARRAY_TAG = Buffer.from('c09b55cd31f9812a', 'hex')
const TICK_ARRAY_BYTES = 10_240
const POOL_AT = 8
const START_AT = 40
const TICKS_AT = 44
const TICK_BYTES = 168
/** Offsets in a tick. */
const NET_AT = 4
const GROSS_AT = 20
const ORDERS_AT = 124
const PART_FILLED_AT = 132

/** First tick of the array that holds a tick. */
export function arrayStartOf(tick: number, tickSpacing: number): number {
  const span = TICKS_PER_ARRAY * tickSpacing
  return Math.floor(tick / span) * span
}

/** Null for an account that is not this pool's array, which the program refuses, and for one whose ticks are not where
 *  they belong, which no program has written. */
export function readClmmTickArray(
  account: AccountView | null | undefined,
  { pool, start, tickSpacing }: { readonly pool: string; readonly start: number; readonly tickSpacing: number },
): ClmmTickArray | null {
  if (account?.owner !== CLMM_PROGRAM) return null
  const { data } = account
  if (data.length !== TICK_ARRAY_BYTES || !startsWith(data, TICK_ARRAY_TAG)) return null
  if (Buffer.compare(data.subarray(POOL_AT, POOL_AT + 32), addressBytes(pool)) !== 0) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (view.getInt32(START_AT, true) !== start) return null
  const ticks: ClmmTick[] = []
  for (let index = 0; index < TICKS_PER_ARRAY; index++) {
    const at = TICKS_AT + index * TICK_BYTES
    const isPositions = readU64(data, at + GROSS_AT) !== 0n || readU64(data, at + GROSS_AT + 8) !== 0n
    const orderRaw = readU64(data, at + ORDERS_AT) + readU64(data, at + PART_FILLED_AT)
    if (!isPositions && orderRaw === 0n) continue
    const tick = view.getInt32(at, true)
    if (tick !== start + index * tickSpacing || Math.abs(tick) > MAX_TICK) return null
    const net = isPositions
      ? (view.getBigInt64(at + NET_AT + 8, true) << 64n) | view.getBigUint64(at + NET_AT, true)
      : null
    ticks.push({ tick, net, orderRaw })
  }
  return { start, ticks }
}
