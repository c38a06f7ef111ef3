/* Prices of ticks as the program computes them: products of the powers of 1.0001^(-1/2) that the binary digits of the
 * tick ask for, in Q64.64; the inverse above tick 0. The constants are the program's; they differ from exact powers in
 * their last digits. `src/chain/solana/dexes/raydium-clmm/tick-math.ts` has them too, so that the two agree proves
 * neither: both are held to the prices that Raydium's SDK computes (`test/fixtures/dexes/raydium-clmm-ticks.json`). */

export const MIN_TICK = -443_636
export const MAX_TICK = 443_636
export const MIN_SQRT_PRICE = 4_295_048_016n
export const MAX_SQRT_PRICE = 79_226_673_521_066_979_257_578_248_091n

/** 1.0001^(-2^i / 2) in Q64.64. */
const POWERS = [
  18_445_821_805_675_395_072n,
  18_444_899_583_751_176_192n,
  18_443_055_278_223_355_904n,
  18_439_367_220_385_607_680n,
  18_431_993_317_065_453_568n,
  18_417_254_355_718_170_624n,
  18_387_811_781_193_609_216n,
  18_329_067_761_203_558_400n,
  18_212_142_134_806_163_456n,
  17_980_523_815_641_700_352n,
  17_526_086_738_831_433_728n,
  16_651_378_430_235_570_176n,
  15_030_750_278_694_412_288n,
  12_247_334_978_884_435_968n,
  8_131_365_268_886_854_656n,
  3_584_323_654_725_218_816n,
  696_457_651_848_324_352n,
  26_294_789_957_507_116n,
  37_481_735_321_082n,
] as const

/** Bits of a logarithm that the program works out. */
const LOG_BITS = 16
const LOG_TO_TICK = 59_543_866_431_248n
const BELOW_X64 = 184_467_440_737_095_516n
const ABOVE_X64 = 15_793_534_762_490_258_745n

/** Root of the price at a tick, Q64.64. */
export function sqrtPriceOfTick(tick: number): bigint {
  const product = POWERS.reduce(
    (ratio, power, i) => ((Math.abs(tick) >> i) & 1 ? (ratio * power) >> 64n : ratio),
    1n << 64n,
  )
  return tick > 0 ? ((1n << 128n) - 1n) / product : product
}

/** The highest tick whose price is not above, by the logarithm of the price; the price must be one of a pool. */
export function tickOfSqrtPrice(sqrtPrice: bigint): number {
  const msb = sqrtPrice.toString(2).length - 1
  let fraction = 0n
  let rest = msb >= 64 ? sqrtPrice >> BigInt(msb - 63) : sqrtPrice << BigInt(63 - msb)
  for (let bit = 0; bit < LOG_BITS; bit++) {
    rest *= rest
    const isTwo = rest >> 127n
    rest >>= 63n + isTwo
    fraction |= isTwo << BigInt(31 - bit)
  }
  const logX64 = ((BigInt(msb - 64) << 32n) + fraction) * LOG_TO_TICK
  const [low, high] = [Number((logX64 - BELOW_X64) >> 64n), Number((logX64 + ABOVE_X64) >> 64n)]
  return low !== high && sqrtPriceOfTick(high) <= sqrtPrice ? high : low
}
