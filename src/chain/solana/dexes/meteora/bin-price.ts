const FRACTION_BITS = 64n
const ONE_Q64 = 1n << FRACTION_BITS
const MAX_U128 = (1n << 128n) - 1n
const BPS = 10_000n
/** Bits of the largest exponent the program raises to. */
const EXPONENT_BITS = 19

/** Price of a bin, Y for X in base units, as a number with 64 fraction bits: (1 + bin step / 10,000)^id, rounded as the
 *  program rounds it; 0 for prices that do not fit. */
export function binPriceQ64(binStepBps: number, binId: number): bigint {
  if (binId === 0) return ONE_Q64
  const exponent = Math.abs(binId)
  if (exponent >= 2 ** EXPONENT_BITS) return 0n
  // Powers of the reciprocal stay below one, where 128 bits hold them; the result is turned round at the end.
  let power = MAX_U128 / (ONE_Q64 + (BigInt(binStepBps) << FRACTION_BITS) / BPS)
  let result = ONE_Q64
  for (let bit = 0; bit < EXPONENT_BITS; bit++) {
    if ((exponent >> bit) & 1) result = (result * power) >> FRACTION_BITS
    power = (power * power) >> FRACTION_BITS
  }
  if (result === 0n) return 0n
  return binId > 0 ? MAX_U128 / result : result
}
