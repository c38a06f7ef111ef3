/* Integer arithmetic that the concentrated-liquidity programs have in common. */

export const Q64 = 1n << 64n

export function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

export function distance(a: bigint, b: bigint): bigint {
  return a < b ? b - a : a - b
}

/** Floor of the square root, by Newton's method from above. */
export function integerSqrt(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** A Q64.64 number to a power, by squaring; each product is cut to 64 fractional bits. Bases above one are raised as
 *  their inverse, as the programs do to stay within 128 bits. */
export function powQ64(base: bigint, exponent: number): bigint {
  if (exponent === 0) return Q64
  let isInverse = exponent < 0
  let square = base
  let result = Q64
  if (square >= Q64) {
    square = (2n ** 128n - 1n) / square
    isInverse = !isInverse
  }
  for (let rest = Math.abs(exponent); rest > 0; rest >>= 1) {
    if ((rest & 1) === 1) result = (result * square) >> 64n
    square = (square * square) >> 64n
  }
  if (result === 0n) return 0n
  return isInverse ? (2n ** 128n - 1n) / result : result
}
