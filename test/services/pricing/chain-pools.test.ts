import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
import { type ChainPool, toMarketPair } from '../../../src/services/pricing/chain-pools.ts'
import { strangerAddress } from '../../support/published-tokens.ts'

const MINT = strangerAddress(1)

/** A pool of 100 tokens and 50 units of its quote; neither has decimals. */
function poolOf(baseMint: string): ChainPool {
  const [baseReserveRaw, quoteReserveRaw] = [100n, 50n]
  const side = (mint: string, symbol: string, supplyRaw: bigint) => ({
    mint,
    symbol,
    name: symbol,
    decimals: 0,
    supplyRaw,
  })
  return {
    pool: {
      dex: 'raydium',
      address: strangerAddress(3),
      baseReserveRaw,
      quoteReserveRaw,
      realBaseReserveRaw: baseReserveRaw,
      realQuoteReserveRaw: quoteReserveRaw,
    },
    base: side(baseMint, 'ONE', 1_000n),
    quote: side(strangerAddress(2), 'TWO', 5_000n),
  } as unknown as ChainPool
}

test('a pool is a pair with both tokens, no labels, and what its supply is worth', () => {
  const pair = toMarketPair(poolOf(MINT), 4)
  assert.deepEqual([pair.base.address, pair.base.symbol, pair.quote.symbol, pair.labels], [MINT, 'ONE', 'TWO', []])
  assert.deepEqual([pair.priceNative, pair.priceUsd, pair.liquidityUsd], [0.5, 2, 400])
  assert.deepEqual([pair.marketCapUsd, pair.fdvUsd], [2_000, 2_000])
})

test('without a price of the quote a pair has no dollars, and wrapped SOL has no worth of its supply', () => {
  const unpriced = toMarketPair(poolOf(MINT), null)
  assert.deepEqual(
    [unpriced.priceNative, unpriced.priceUsd, unpriced.liquidityUsd, unpriced.marketCapUsd],
    [0.5, null, null, null],
  )
  const sol = toMarketPair(poolOf(NATIVE_MINT), 4)
  assert.deepEqual([sol.priceUsd, sol.marketCapUsd, sol.fdvUsd], [2, null, null])
})
