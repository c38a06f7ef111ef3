import { arrayIndexOf } from './dlmm-swap-state.ts'

/** Arrays that a pool's own bitmap covers, from -512 to 511; its extension covers twelve times as many. */
const OWN_HALF = 512
const EXTENSION_HALF = 12 * 512
const POSITIVE_OFFSET = 40
const NEGATIVE_OFFSET = 808

export type DlmmBitmap = {
  readonly own: Uint8Array
  /** Null when there is no such account: then nothing lies beyond. */
  readonly extension: Uint8Array | null
}

/** Indexes of the arrays with liquidity that a trade from the active bin on comes through, in order, at most
 *  `count`. */
export function arraysAhead(
  bitmap: DlmmBitmap,
  from: { readonly activeId: number; readonly isForY: boolean },
  count: number,
): readonly number[] {
  const end = OWN_HALF + (bitmap.extension === null ? 0 : EXTENSION_HALF)
  const found: number[] = []
  for (let at = arrayIndexOf(from.activeId); at >= -end && at < end && found.length < count; at += from.isForY ? -1 : 1)
    if (isFilled(bitmap, at)) found.push(at)
  return found
}

function isFilled({ own, extension }: DlmmBitmap, index: number): boolean {
  if (index >= -OWN_HALF && index < OWN_HALF) return bitAt(own, 0, index + OWN_HALF)
  if (extension === null) return false
  return index > 0
    ? bitAt(extension, POSITIVE_OFFSET, index - OWN_HALF)
    : bitAt(extension, NEGATIVE_OFFSET, -index - OWN_HALF - 1)
}

function bitAt(bytes: Uint8Array, offset: number, bit: number): boolean {
  return ((bytes[offset + (bit >> 3)]! >> (bit & 7)) & 1) === 1
}
