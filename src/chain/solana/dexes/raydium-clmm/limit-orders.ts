import { ceilDiv } from '../constant-product.ts'
import { MAX_U64 } from '../pool-vault.ts'

/* Orders that wait at a tick, and are filled at its price before a swap goes beyond. Source: the program's
 * `match_limit_order_with_sqrt_price` of `states/tick_array.rs`. */

const FEE_UNIT = 1_000_000n
const Q64 = 1n << 64n
const MAX_U128 = 2n ** 128n - 1n

export type OrderFill = {
  /** Without the fee, where that is taken of the input. */
  readonly inRaw: bigint
  /** Without the fee, where that is taken of the output. */
  readonly outRaw: bigint
  readonly feeRaw: bigint
  /** What the orders still sell. */
  readonly leftRaw: bigint
}

/** What orders of `orderRaw` give for at most `remainingRaw` at the tick's price, with the program's roundings. Null
 *  when a figure outgrows its type: the program fails. */
export function fillOrders(
  orderRaw: bigint,
  remainingRaw: bigint,
  at: {
    readonly sqrtPrice: bigint
    readonly isZeroForOne: boolean
    readonly feeRate: bigint
    readonly isFeeOnInput: boolean
  },
): OrderFill | null {
  const { sqrtPrice, isZeroForOne, feeRate, isFeeOnInput } = at
  const price = (sqrtPrice * sqrtPrice + (isZeroForOne ? 0n : Q64 - 1n)) >> 64n
  if (price === 0n || price > MAX_U128) return null
  let feeRaw = isFeeOnInput ? ceilDiv(remainingRaw * feeRate, FEE_UNIT) : 0n
  let inRaw = remainingRaw - feeRaw
  let grossRaw = isZeroForOne ? (inRaw * price) >> 64n : (inRaw << 64n) / price
  if (grossRaw > MAX_U128) return null
  if (grossRaw > orderRaw) {
    grossRaw = orderRaw
    inRaw = isZeroForOne ? ceilDiv(orderRaw << 64n, price) : ceilDiv(orderRaw * price, Q64)
    if (inRaw > MAX_U64) return null
    if (isFeeOnInput) feeRaw = ceilDiv(inRaw * feeRate, FEE_UNIT - feeRate)
  }
  if (!isFeeOnInput) feeRaw = ceilDiv(grossRaw * feeRate, FEE_UNIT)
  return { inRaw, outRaw: isFeeOnInput ? grossRaw : grossRaw - feeRaw, feeRaw, leftRaw: orderRaw - grossRaw }
}
