import { ceilDiv } from '../constant-product.ts'
import { MAX_U64 } from '../pool-vault.ts'
import type { CurveSegment, DbcConfig } from './config.ts'

/** Where a curve stands. */
export type DbcCurve = Pick<DbcConfig, 'segments' | 'sqrtStartPriceQ64' | 'sqrtMigrationPriceQ64'> & {
  readonly sqrtPriceQ64: bigint
}
/** What comes of an amount along the curve, and what of it the curve's end leaves over. */
export type CurveWalk = { readonly outRaw: bigint; readonly leftRaw: bigint; readonly endSqrtPriceQ64: bigint }

const Q128 = 1n << 128n

/** Base for an amount of the quote, up to the price at which the token moves on. Null where the program's arithmetic
 *  gives up. */
export function buyAlong(curve: DbcCurve, inRaw: bigint): CurveWalk | null {
  let price = curve.sqrtPriceQ64
  let leftRaw = inRaw
  let outRaw = 0n
  for (const { sqrtPriceQ64, liquidityQ64 } of curve.segments) {
    const end = sqrtPriceQ64 < curve.sqrtMigrationPriceQ64 ? sqrtPriceQ64 : curve.sqrtMigrationPriceQ64
    if (end <= price) continue
    const wholeRaw = ceilDiv(liquidityQ64 * (end - price), Q128)
    const isInside = leftRaw < wholeRaw
    const next = isInside ? price + (leftRaw << 128n) / liquidityQ64 : end
    const partRaw = (liquidityQ64 * (next - price)) / (price * next)
    if (partRaw > MAX_U64) return null
    outRaw += partRaw
    leftRaw = isInside ? 0n : leftRaw - wholeRaw
    price = next
    if (isInside || price === curve.sqrtMigrationPriceQ64) break
  }
  return outRaw > MAX_U64 ? null : { outRaw, leftRaw, endSqrtPriceQ64: price }
}

/** Quote for an amount of the base, down to the price that the curve began at. Null where the program's arithmetic gives
 *  up. */
export function sellAlong(curve: DbcCurve, inRaw: bigint): CurveWalk | null {
  let price = curve.sqrtPriceQ64
  let leftRaw = inRaw
  let outRaw = 0n
  for (const { end, liquidityQ64, isLast } of downward(curve)) {
    if (end > price || leftRaw === 0n) continue
    const wholeRaw = ceilDiv(liquidityQ64 * (price - end), end * price)
    const reached = isLast || leftRaw < wholeRaw ? priceAfterBase(price, liquidityQ64, leftRaw) : end
    // In the last stretch the price decides, which may stay where it is for more than the stretch is worth.
    const isInside = isLast ? reached >= end : leftRaw < wholeRaw
    const next = isInside ? reached : end
    const partRaw = (liquidityQ64 * (price - next)) >> 128n
    if (partRaw > MAX_U64) return null
    outRaw += partRaw
    leftRaw = isInside ? 0n : leftRaw - wholeRaw
    price = next
  }
  return outRaw > MAX_U64 ? null : { outRaw, leftRaw, endSqrtPriceQ64: price }
}

/** The stretches from the top, each with the price it ends at on the way down. */
function downward({ segments, sqrtStartPriceQ64 }: DbcCurve) {
  return segments
    .map(({ liquidityQ64 }, at) => {
      const end = at === 0 ? sqrtStartPriceQ64 : segments[at - 1]!.sqrtPriceQ64
      return { end, liquidityQ64, isLast: at === 0 }
    })
    .reverse()
}

/** Rounded up: the price does not fall further than what was given pays for. */
function priceAfterBase(price: bigint, liquidity: bigint, inRaw: bigint): bigint {
  return ceilDiv(liquidity * price, liquidity + inRaw * price)
}

/** The stretch that a purchase runs along first; the last at the end of the curve. */
export function segmentAt({ segments, sqrtPriceQ64 }: DbcCurve): CurveSegment {
  return segments.find((one) => one.sqrtPriceQ64 > sqrtPriceQ64) ?? segments[segments.length - 1]!
}
