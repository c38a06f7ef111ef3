import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, type AnchorError } from '../anchor-script.ts'
import { intAt, keyAt, MAX_U128, putInt, uintAt, writeChanges } from '../byte-fields.ts'
import { ARRAY_BYTES, ARRAY_TAG, CLMM_PROGRAM, POOL_AT, readArray } from './layout.ts'
import { MAX_TICK, MIN_TICK } from './tick-math.ts'

export const TICKS_PER_ARRAY = 60
const FIRST_TICK_AT = 44
const TICK_BYTES = 168
const COUNT_AT = FIRST_TICK_AT + TICKS_PER_ARRAY * TICK_BYTES
/** Arrays on one side of tick 0 that a pool's own bitmap has bits for, and each bitmap of the extension. */
const OWN_SIDE = 512
const EXTENSION_AT = 40
const EXTENSION_BITMAP_BYTES = 64
const EXTENSION_SIDE = 14

/** An array of ticks as it was and as it becomes. */
export type TickArray = { readonly address: string; readonly before: Uint8Array; readonly data: Uint8Array }

export type TickFields = {
  readonly tick: number
  readonly net: bigint
  readonly gross: bigint
  readonly growth0: bigint
  readonly growth1: bigint
  readonly phase: bigint
  /** What orders sell that no swap has reached, and what is left of those that one has. */
  readonly orders: bigint
  readonly partFilled: bigint
  readonly unfilledRatio: bigint
}

export function arrayStartOf(tick: number, tickSpacing: number): number {
  const span = TICKS_PER_ARRAY * tickSpacing
  return Math.floor(tick / span) * span
}

export function loadArray(call: EmulatorCall, address: string): TickArray | AnchorError {
  const account = call.read(address)
  if (account?.owner !== CLMM_PROGRAM) return ANCHOR.wrongOwner
  const data = readArray(account.data)
  return data === null ? ANCHOR.discriminator : { address, before: Uint8Array.from(data), data }
}

export function newArray(poolBytes: Uint8Array, start: number): Uint8Array {
  const data = new Uint8Array(ARRAY_BYTES)
  data.set(ARRAY_TAG)
  data.set(poolBytes, 8)
  putInt(data, 40, 4, start)
  return data
}

export const poolOf = ({ data }: TickArray): string => keyAt(data, 8)
export const startOf = ({ data }: TickArray): number => Number(intAt(data, 40, 4))
export const isUsed = ({ orders, partFilled, gross }: TickFields): boolean => gross > 0n || orders + partFilled > 0n

export function tickNumber({ data }: TickArray, index: number): TickFields {
  const at = FIRST_TICK_AT + index * TICK_BYTES
  return {
    tick: Number(intAt(data, at, 4)),
    net: intAt(data, at + 4, 16),
    gross: uintAt(data, at + 20, 16),
    growth0: uintAt(data, at + 36, 16),
    growth1: uintAt(data, at + 52, 16),
    phase: uintAt(data, at + 116, 8),
    orders: uintAt(data, at + 124, 8),
    partFilled: uintAt(data, at + 132, 8),
    unfilledRatio: uintAt(data, at + 140, 16),
  }
}

export function putTick({ data }: TickArray, index: number, fields: TickFields): void {
  const at = FIRST_TICK_AT + index * TICK_BYTES
  putInt(data, at, 4, fields.tick)
  putInt(data, at + 4, 16, fields.net)
  putInt(data, at + 20, 16, fields.gross)
  putInt(data, at + 36, 16, fields.growth0 & MAX_U128)
  putInt(data, at + 52, 16, fields.growth1 & MAX_U128)
  putInt(data, at + 116, 8, fields.phase)
  putInt(data, at + 124, 8, fields.orders)
  putInt(data, at + 132, 8, fields.partFilled)
  putInt(data, at + 140, 16, fields.unfilledRatio)
}

/** Counts a tick that came into use or went out of it; true when the array did so with it. */
export function countTick({ data }: TickArray, by: 1 | -1): boolean {
  const before = data[COUNT_AT]!
  data[COUNT_AT] = before + by
  return before === 0 || before + by === 0
}

/** The next tick in use within the array from `tick` on, or the first one of all. Its index, or null. */
export function usedTick(
  array: TickArray,
  from: { readonly tick: number | null; readonly tickSpacing: number; readonly isZeroForOne: boolean },
): number | null {
  const { tick, tickSpacing, isZeroForOne } = from
  const offset = tick === null ? null : Math.trunc((tick - startOf(array)) / tickSpacing)
  if (tick !== null && arrayStartOf(tick, tickSpacing) !== startOf(array)) return null
  const first = isZeroForOne ? (offset ?? TICKS_PER_ARRAY - 1) : offset === null ? 0 : offset + 1
  for (let index = first; index >= 0 && index < TICKS_PER_ARRAY; index += isZeroForOne ? -1 : 1)
    if (isUsed(tickNumber(array, index))) return index
  return null
}

export function writeArrays(arrays: readonly TickArray[]): ScriptOp[] {
  return arrays.flatMap(({ address, before, data }) => writeChanges(address, before, data))
}

/** The bit of an array that begins at `start`: in the pool's bytes, or in those of the extension. */
export function bitOf(
  start: number,
  tickSpacing: number,
): { readonly isOwn: boolean; readonly at: number; readonly mask: number } {
  const number = start / (TICKS_PER_ARRAY * tickSpacing)
  if (number >= -OWN_SIDE && number < OWN_SIDE) {
    const bit = number + OWN_SIDE
    return { isOwn: true, at: POOL_AT.bitmap + (bit >> 3), mask: 1 << (bit & 7) }
  }
  const group = Math.floor(number / OWN_SIDE)
  const bitmap = number < 0 ? EXTENSION_SIDE - group - 2 : group - 1
  const bit = number - group * OWN_SIDE
  return { isOwn: false, at: EXTENSION_AT + bitmap * EXTENSION_BITMAP_BYTES + (bit >> 3), mask: 1 << (bit & 7) }
}

/** Start of the next array in use, `from` not counted; null when there is none, undefined when only the extension could
 *  tell and is not there. */
export function nextArrayStart(
  bytes: { readonly pool: Uint8Array; readonly extension: Uint8Array | null },
  from: { readonly start: number; readonly tickSpacing: number; readonly isZeroForOne: boolean },
): number | null | undefined {
  const step = TICKS_PER_ARRAY * from.tickSpacing * (from.isZeroForOne ? -1 : 1)
  const [lowest, highest] = [arrayStartOf(MIN_TICK, from.tickSpacing), arrayStartOf(MAX_TICK, from.tickSpacing)]
  for (let start = from.start + step; start >= lowest && start <= highest; start += step) {
    const { isOwn, at, mask } = bitOf(start, from.tickSpacing)
    if (!isOwn && bytes.extension === null) return undefined
    if (((isOwn ? bytes.pool : bytes.extension!)[at]! & mask) !== 0) return start
  }
  return null
}
