import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Leg } from '../../../src/services/trade-plan/trade-plan.ts'
import { boundLoss } from '../../../src/services/trading/bound-loss.ts'

/** A swap of 10,000 base units in a pool whose price is one for one. */
function legWith(amountOutRaw: bigint, minOutRaw = 0n): Leg {
  return {
    inputMint: 'in',
    minOutRaw,
    quote: { amountInRaw: 10_000n, amountOutRaw },
    pool: { baseMint: 'in', spotPrice: [1n, 1n] },
  } as unknown as Leg
}
const minOutOf = (leg: Leg): bigint | string => {
  const bound = boundLoss([leg], 100, () => null)
  return bound.ok ? bound.value[0]!.minOutRaw : bound.code
}

test('a swap may lose what the bound allows and four base units of rounding, and not one more', () => {
  assert.deepEqual([minOutOf(legWith(9_896n)), minOutOf(legWith(9_895n))], [9_896n, 'policy_blocked'])
})

test('the least output keeps the bound, and a caller who asks for more keeps that', () => {
  assert.deepEqual([minOutOf(legWith(9_990n)), minOutOf(legWith(9_990n, 9_950n))], [9_896n, 9_950n])
})
