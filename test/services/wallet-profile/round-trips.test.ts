import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SwapFact, TxFact } from '../../../src/contract/profile-evidence.ts'
import { roundTrips } from '../../../src/services/wallet-profile/round-trips.ts'

let count = 0
function fact(timeSec: number, parts: Partial<Pick<TxFact, 'swaps' | 'flows'>>): TxFact {
  count += 1
  const none = {
    error: null,
    feeLamports: 5_000n,
    priorityLamports: 0n,
    tipLamports: 0n,
    swaps: [],
    flows: [],
    moves: [],
  }
  return { signature: `s${count}`, slot: count, timeSec, type: 'SWAP', source: 'PUMP_FUN', ...none, ...parts }
}
const trade = (side: 'buy' | 'sell', tokenRaw: bigint, lamports: bigint, mint = 'M'): SwapFact => {
  return { side, mint, tokenRaw, lamports, dexes: ['pumpfun'], given: null }
}

test('a sale closes the oldest purchases first, and the pieces of a lot add up to it', () => {
  const { closed, positions } = roundTrips([
    fact(10, { swaps: [trade('buy', 3n, 100n)] }),
    fact(20, { swaps: [trade('buy', 3n, 900n)] }),
    fact(30, { swaps: [trade('sell', 1n, 50n)] }),
    fact(40, { swaps: [trade('sell', 3n, 600n)] }),
    fact(50, { swaps: [trade('sell', 2n, 601n)] }),
  ])
  assert.deepEqual(
    closed.map(({ costLamports, proceedsLamports, heldSecs }) => [costLamports, proceedsLamports, heldSecs]),
    [
      [33n, 50n, 20],
      [67n + 300n, 600n, 30],
      [600n, 601n, 30],
    ],
  )
  assert.equal(positions[0]!.realizedLamports, 50n + 600n + 601n - 1_000n)
  assert.equal(positions[0]!.leftRaw, 0n)
})

test('units whose purchase was not scanned have no basis and are no win', () => {
  const { closed, unknownBasisSells } = roundTrips([
    fact(10, { swaps: [trade('sell', 5n, 500n)] }),
    fact(20, { swaps: [trade('buy', 2n, 100n)] }),
    fact(30, { swaps: [trade('sell', 4n, 800n)] }),
  ])
  assert.equal(unknownBasisSells, 2)
  assert.deepEqual(
    closed.map(({ costLamports, proceedsLamports }) => [costLamports, proceedsLamports]),
    [[100n, 400n]],
  )
})

test('what was sent away is no longer there to be sold', () => {
  const { closed, positions } = roundTrips([
    fact(10, { swaps: [trade('buy', 4n, 400n)] }),
    fact(20, { flows: [{ mint: 'M', raw: -3n }] }),
    fact(30, { swaps: [trade('sell', 2n, 300n)] }),
  ])
  assert.deepEqual(
    closed.map(({ costLamports, proceedsLamports }) => [costLamports, proceedsLamports]),
    [[100n, 150n]],
  )
  assert.equal(positions[0]!.leftRaw, 0n)
})

test('what was held before, came from others or was got for another token goes in its turn, without a cost', () => {
  const { closed, positions, unknownBasisSells } = roundTrips(
    [
      fact(10, { swaps: [trade('buy', 10n, 100n)] }),
      fact(20, { flows: [{ mint: 'M', raw: 5n }] }),
      fact(30, { swaps: [{ ...trade('buy', 4n, 0n), side: 'exchange', given: { mint: 'N', tokenRaw: 9n } }] }),
      fact(40, { swaps: [trade('buy', 10n, 900n)] }),
      fact(50, { swaps: [trade('sell', 8n, 80n)] }),
      fact(60, { swaps: [trade('sell', 11n, 110n)] }),
      fact(70, { swaps: [trade('sell', 10n, 2_000n)] }),
    ],
    new Map([['M', 3n]]),
  )
  assert.deepEqual(
    closed.map(({ costLamports, proceedsLamports }) => [costLamports, proceedsLamports]),
    [
      [50n, 50n],
      [50n, 50n],
      [630n, 1_400n],
    ],
  )
  assert.equal(unknownBasisSells, 3)
  assert.equal(positions[0]!.leftRaw, 3n)
})

test('what leaves beside a swap of the same transaction leaves after it', () => {
  const { closed, positions } = roundTrips([
    fact(10, { swaps: [trade('buy', 10n, 100n)], flows: [{ mint: 'M', raw: -4n }] }),
    fact(20, { swaps: [trade('sell', 6n, 90n)] }),
  ])
  assert.deepEqual(
    closed.map(({ costLamports, proceedsLamports }) => [costLamports, proceedsLamports]),
    [[60n, 90n]],
  )
  assert.equal(positions[0]!.leftRaw, 0n)
})
