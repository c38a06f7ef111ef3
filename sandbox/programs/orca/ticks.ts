import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, type AnchorError } from '../anchor-script.ts'
import { intAt, keyAt, putInt, uintAt, writeChanges } from '../byte-fields.ts'
import {
  arrayStartOf,
  isArrayStart,
  MAX_TICK,
  MIN_TICK,
  TICK_ARRAY_BYTES,
  TICK_ARRAY_TAG,
  TICKS_PER_ARRAY,
  tickArrayPda,
  WHIRLPOOL_ERRORS,
  WHIRLPOOL_PROGRAM,
} from './layout.ts'

const FIRST_TICK_AT = 12
const TICK_BYTES = 113
const POOL_AT = FIRST_TICK_AT + TICKS_PER_ARRAY * TICK_BYTES
const MASK_U128 = 2n ** 128n - 1n
/** A trade walks through at most so many arrays. */
const MAX_ARRAYS = 3

/** A tick array, or the place of one that does not exist: that has no initialised ticks. */
export type TickArray = {
  readonly address: string
  readonly start: number
  readonly before: Uint8Array | null
  /** What the trade makes of it. */
  readonly data: Uint8Array
}

export type TickFields = {
  readonly initialized: boolean
  readonly liquidityNet: bigint
  readonly liquidityGross: bigint
  readonly feeGrowthOutsideA: bigint
  readonly feeGrowthOutsideB: bigint
}

export function newTickArray(pool: Uint8Array, start: number): Uint8Array {
  const data = new Uint8Array(TICK_ARRAY_BYTES)
  data.set(TICK_ARRAY_TAG)
  putInt(data, 8, 4, start)
  data.set(pool, POOL_AT)
  return data
}

/** The array at an address; the error the program ends with when another account stands there. */
export function loadTickArray(call: EmulatorCall, address: string, pool: string): TickArray | AnchorError {
  const account = call.read(address)
  if (account === null || account.data.length === 0) return ANCHOR.notInitialized
  if (account.owner !== WHIRLPOOL_PROGRAM) return ANCHOR.wrongOwner
  const { data } = account
  if (data.length !== TICK_ARRAY_BYTES || Buffer.compare(data.subarray(0, 8), TICK_ARRAY_TAG) !== 0)
    return ANCHOR.discriminator
  if (keyAt(data, POOL_AT) !== pool) return WHIRLPOOL_ERRORS.otherPoolsArray
  return { address, start: Number(intAt(data, 8, 4)), before: Uint8Array.from(data), data: Uint8Array.from(data) }
}

/** The arrays a trade can walk through, in its order: those among the given accounts that follow the present tick
 *  without a gap. Places without an account count as empty arrays. */
export function tickSequence(
  call: EmulatorCall,
  given: readonly string[],
  at: { readonly pool: string; readonly tick: number; readonly tickSpacing: number; readonly isAToB: boolean },
): readonly TickArray[] | AnchorError {
  const { pool, tick, tickSpacing, isAToB } = at
  const loaded = new Map<number, TickArray>()
  for (const address of new Set(given)) {
    const account = call.read(address)
    if (account === null || account.data.length === 0) continue
    const array = loadTickArray(call, address, pool)
    if ('code' in array) return array
    loaded.set(array.start, array)
  }
  const span = TICKS_PER_ARRAY * tickSpacing
  const first = arrayStartOf(isAToB ? tick : tick + tickSpacing, tickSpacing)
  const sequence: TickArray[] = []
  for (let i = 0; i < MAX_ARRAYS; i++) {
    const start = first + (isAToB ? -i : i) * span
    if (!isArrayStart(start, tickSpacing)) continue
    const { address } = tickArrayPda(pool, start)
    const array = loaded.get(start)
    if (array === undefined && !given.includes(address)) break
    sequence.push(array ?? { address, start, before: null, data: newTickArray(new Uint8Array(32), start) })
  }
  return sequence.length === 0 ? WHIRLPOOL_ERRORS.arraySequence : sequence
}

/** The next tick a trade has to stop at: initialised, or the edge of the last array or of all prices. */
export function nextTick(
  sequence: readonly TickArray[],
  from: { readonly index: number; readonly tick: number; readonly tickSpacing: number; readonly isAToB: boolean },
): { readonly index: number; readonly tick: number } | AnchorError {
  const { tickSpacing, isAToB } = from
  const span = TICKS_PER_ARRAY * tickSpacing
  let tick = from.tick
  for (let index = from.index; index < sequence.length; index++) {
    const { start, data } = sequence[index]!
    const shift = isAToB ? 0 : tickSpacing
    if (tick < start - shift || tick >= start + span - shift) return WHIRLPOOL_ERRORS.arraySequence
    let offset = Math.floor((tick - start) / tickSpacing) + (isAToB ? 0 : 1)
    for (; offset >= 0 && offset < TICKS_PER_ARRAY; offset += isAToB ? -1 : 1)
      if (data[FIRST_TICK_AT + offset * TICK_BYTES] === 1) return { index, tick: start + offset * tickSpacing }
    if (isAToB && start <= MIN_TICK) return { index, tick: MIN_TICK }
    if (!isAToB && start + span > MAX_TICK) return { index, tick: MAX_TICK }
    const edge = isAToB ? start : start + span - 1
    if (index + 1 === sequence.length) return { index, tick: edge }
    tick = isAToB ? edge - 1 : edge
  }
  return WHIRLPOOL_ERRORS.arraysExhausted
}

/** Whether a step that ended at the tick has left the array. */
export function isAtEdge({ start }: TickArray, tick: number, tickSpacing: number, isAToB: boolean): boolean {
  const offset = Math.floor((tick - start) / tickSpacing)
  return isAToB ? offset === 0 : offset === TICKS_PER_ARRAY - 1
}

function tickAt({ start }: TickArray, tick: number, tickSpacing: number): number | null {
  const offset = (tick - start) / tickSpacing
  const isInside = Number.isInteger(offset) && offset >= 0 && offset < TICKS_PER_ARRAY
  return isInside ? FIRST_TICK_AT + offset * TICK_BYTES : null
}

/** Null for ticks that the array cannot hold. */
export function readTick(array: TickArray, tick: number, tickSpacing: number): TickFields | null {
  const at = tickAt(array, tick, tickSpacing)
  if (at === null) return null
  const { data } = array
  return {
    initialized: data[at] === 1,
    liquidityNet: intAt(data, at + 1, 16),
    liquidityGross: uintAt(data, at + 17, 16),
    feeGrowthOutsideA: uintAt(data, at + 33, 16),
    feeGrowthOutsideB: uintAt(data, at + 49, 16),
  }
}

export function putTick(array: TickArray, tick: number, tickSpacing: number, fields: TickFields): void {
  const at = tickAt(array, tick, tickSpacing)
  if (at === null) return
  const { data } = array
  data[at] = fields.initialized ? 1 : 0
  putInt(data, at + 1, 16, fields.liquidityNet)
  putInt(data, at + 17, 16, fields.liquidityGross)
  putInt(data, at + 33, 16, fields.feeGrowthOutsideA & MASK_U128)
  putInt(data, at + 49, 16, fields.feeGrowthOutsideB & MASK_U128)
}

export function writeTicks(arrays: readonly TickArray[]): ScriptOp[] {
  return arrays.flatMap(({ address, before, data }) => (before === null ? [] : writeChanges(address, before, data)))
}
