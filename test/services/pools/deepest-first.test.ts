import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
import { USDC_MINT } from '../../../src/contract/mints.ts'
import { deepestFirst } from '../../../src/services/pools/deepest-first.ts'

const pool = (address: string, quoteMint: string, raw: bigint | string) => ({
  address,
  quoteMint,
  realQuoteReserveRaw: raw,
})

test('the deepest pool against money leads; units of a token that anyone made count for nothing beside it', () => {
  const pools = [
    pool('b', NATIVE_MINT, 5n),
    pool('made-up', 'CoinThatAnybodyMade', 10n ** 18n),
    pool('dollars', USDC_MINT, '7'),
    pool('a', NATIVE_MINT, 5n),
    pool('made-up-too', 'CoinThatAnybodyMade', 10n ** 19n),
  ]
  const order = ['dollars', 'a', 'b', 'made-up-too', 'made-up']
  assert.deepEqual(
    pools.toSorted(deepestFirst).map(({ address }) => address),
    order,
  )
  assert.deepEqual(
    pools
      .toReversed()
      .sort(deepestFirst)
      .map(({ address }) => address),
    order,
  )
})
