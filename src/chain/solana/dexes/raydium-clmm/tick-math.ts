/* Prices of ticks as the program computes them (`libraries/tick_math.rs`): products of the powers of 1.0001^(-1/2) that
 * the binary digits of the tick ask for, in Q64.64; the inverse above tick 0. The constants are the program's; they
 * differ from exact powers in their last digits. */

export const MIN_TICK = -443_636
export const MAX_TICK = 443_636
export const MIN_SQRT_PRICE = 4_295_048_016n
export const MAX_SQRT_PRICE = 79_226_673_521_066_979_257_578_248_091n

const Q64 = 1n << 64n
const MAX_U128 = 2n ** 128n - 1n

/** 1.0001^(-2^i / 2) in Q64.64. */
const DOWN = [
  0xfffcb933bd6fb800n,
  0xfff97272373d4000n,
  0xfff2e50f5f657000n,
  0xffe5caca7e10f000n,
  0xffcb9843d60f7000n,
  0xff973b41fa98e800n,
  0xff2ea16466c9b000n,
  0xfe5dee046a9a3800n,
  0xfcbe86c7900bb000n,
  0xf987a7253ac65800n,
  0xf3392b0822bb6000n,
  0xe7159475a2caf000n,
  0xd097f3bdfd2f2000n,
  0xa9f746462d9f8000n,
  0x70d869a156f31c00n,
  0x31be135f97ed3200n,
  0x09aa508b5b85a500n,
  0x005d6af8dedc582cn,
  0x00002216e584f5fan,
] as const

/** Root of the price at a tick, Q64.64. */
export function sqrtPriceOfTick(tick: number): bigint {
  let ratio = Q64
  for (let rest = Math.abs(tick), digit = 0; rest > 0; rest >>= 1, digit++)
    if ((rest & 1) === 1) ratio = (ratio * DOWN[digit]!) >> 64n
  return tick > 0 ? MAX_U128 / ratio : ratio
}

/** The highest tick whose price is not above one that lies between the lowest and the highest price. */
export function tickOfSqrtPrice(sqrtPrice: bigint): number {
  let [low, high] = [MIN_TICK, MAX_TICK]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sqrtPriceOfTick(middle) <= sqrtPrice) low = middle
    else high = middle - 1
  }
  return low
}
