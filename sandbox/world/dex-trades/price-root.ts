import { integerSqrt } from '../../programs/wide-math.ts'

const Q64 = 2 ** 64

/** Price of the first of a pool's tokens in the second, from its root in Q64.64. */
export function priceOfRoot(sqrtPrice: bigint): number {
  return (Number(sqrtPrice) / Q64) ** 2
}

/** Root of the price that two amounts of equal worth say, in Q64.64. */
export function rootOfAmounts(firstRaw: bigint, secondRaw: bigint): bigint {
  return integerSqrt((secondRaw << 128n) / firstRaw)
}
