/* Prices as integers: one whole token 0 in whole tokens 1, with this many decimal places, and as a double at the end. */

const PLACES = 36n
const Q192 = 2n ** 192n

/** Of token 0 in token 1, decimals counted; null for 0 and for what no double holds. */
export function priceOfRatio(numerator: bigint, denominator: bigint, decimals0: number, decimals1: number) {
  if (numerator <= 0n || denominator <= 0n) return null
  const scaled = (numerator * 10n ** (BigInt(decimals0) + PLACES)) / (denominator * 10n ** BigInt(decimals1))
  if (scaled > 10n ** 6n) return finite(Number(scaled) / 10 ** Number(PLACES))
  // Next to nothing: its inverse has the digits that it lacks.
  const inverse = (denominator * 10n ** (BigInt(decimals1) + PLACES)) / (numerator * 10n ** BigInt(decimals0))
  return finite(10 ** Number(PLACES) / Number(inverse))
}

/** The same from the square root of the raw ratio, times 2^96. */
export function priceOfRoot(sqrtPriceX96: bigint, decimals0: number, decimals1: number): number | null {
  return priceOfRatio(sqrtPriceX96 * sqrtPriceX96, Q192, decimals0, decimals1)
}

function finite(price: number): number | null {
  return Number.isFinite(price) && price > 0 ? price : null
}
