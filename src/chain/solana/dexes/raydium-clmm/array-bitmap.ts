import { startsWith } from '../../anchor-event.ts'
import { addressBytes } from '../../pda.ts'
import type { AccountView } from '../../rpc.ts'
import { CLMM_PROGRAM } from './addresses.ts'
import type { ClmmPool } from './state.ts'
import { arrayStartOf, TICKS_PER_ARRAY } from './tick-arrays.ts'
import { MAX_TICK, MIN_TICK } from './tick-math.ts'

/** Arrays that the pool's own bitmap covers on either side of tick 0, and those of each bitmap of the extension. */
const ARRAYS_PER_SIDE = 512
/** Bitmaps of the extension on either side, from the middle outwards. */
const EXTENSION_SIDE = 14
const EXTENSION_TAG = Buffer.from('3c9624db61808b99', 'hex')
const POOL_AT = 8
const POSITIVE_AT = 40
const BITMAP_BYTES = 64
const NEGATIVE_AT = POSITIVE_AT + EXTENSION_SIDE * BITMAP_BYTES
const EXTENSION_BYTES = NEGATIVE_AT + EXTENSION_SIDE * BITMAP_BYTES

/** Which arrays of a pool have ticks that swaps stop at. */
export type ArrayBitmap = { readonly own: ArrayLike<number>; readonly extension: Uint8Array | null }

/** Bytes of the account that goes on where the pool's own bitmap ends; null when it is not this pool's. */
export function readBitmapExtension(account: AccountView | null | undefined, pool: string): Uint8Array | null {
  if (account?.owner !== CLMM_PROGRAM) return null
  const { data } = account
  if (data.length !== EXTENSION_BYTES || !startsWith(data, EXTENSION_TAG)) return null
  return Buffer.compare(data.subarray(POOL_AT, POOL_AT + 32), addressBytes(pool)) === 0 ? data : null
}

/** Starts of the arrays that a swap goes through, in its order: the one with the pool's tick, if it has ticks to stop
 *  at, and the next ones, `most` at most. */
export function swapArrayStarts(
  { tickSpacing, tickCurrentBits }: ClmmPool,
  bitmap: ArrayBitmap,
  isZeroForOne: boolean,
  most: number,
): readonly number[] {
  const span = TICKS_PER_ARRAY * tickSpacing
  const starts: number[] = []
  const [lowest, highest] = [arrayStartOf(MIN_TICK, tickSpacing) / span, arrayStartOf(MAX_TICK, tickSpacing) / span]
  let number = arrayStartOf(tickCurrentBits | 0, tickSpacing) / span
  for (; number >= lowest && number <= highest && starts.length < most; number += isZeroForOne ? -1 : 1)
    if (hasTicks(bitmap, number)) starts.push(number * span)
  return starts
}

/** `number` counts arrays from tick 0. */
function hasTicks({ own, extension }: ArrayBitmap, number: number): boolean {
  if (number >= -ARRAYS_PER_SIDE && number < ARRAYS_PER_SIDE) {
    const bit = number + ARRAYS_PER_SIDE
    return ((own[bit >> 3]! >> (bit & 7)) & 1) === 1
  }
  if (extension === null) return false
  // Below zero the bitmaps go outwards, but the bits in each upwards.
  const bitmap = number < 0 ? Math.ceil(-number / ARRAYS_PER_SIDE) - 2 : Math.floor(number / ARRAYS_PER_SIDE) - 1
  const bit = ((number % ARRAYS_PER_SIDE) + ARRAYS_PER_SIDE) % ARRAYS_PER_SIDE
  const at = (number < 0 ? NEGATIVE_AT : POSITIVE_AT) + bitmap * BITMAP_BYTES + (bit >> 3)
  return ((extension[at]! >> (bit & 7)) & 1) === 1
}
