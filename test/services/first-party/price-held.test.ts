import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../../src/context.ts'
import type { TradeEvent } from '../../../src/contract/tape-event.ts'
import { priceHeld } from '../../../src/services/first-party/price-held.ts'
import { addToBooks } from '../../../src/services/first-party/token-books.ts'
import { OTHER_WALLET, tradeOf } from '../../support/tape-lab.ts'

const COIN = `0x${'c0'.repeat(20)}`
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const WETH = '0x4200000000000000000000000000000000000006'

/** A wallet that holds a million whole tokens, and the newest trade of them: a dollar each. */
function held(mint: string, last: Partial<TradeEvent & { type: 'trade' }>) {
  const base = { chain: 'base', dex: 'uniswap_v2', mint, seq: 1 } as const
  const bought = { ...tradeOf({ ...base, amountRaw: 10n ** 12n, amountUsd: 1, priceUsd: 1e-6, pool: 'own' }), seq: 1 }
  const newest = { ...tradeOf({ ...base, maker: OTHER_WALLET, amountUsd: 2, priceUsd: 1, ...last }), seq: 2 }
  const entry = addToBooks(new Map(), mint, bought)
  const tape = { trades: () => ({ trades: [newest], nextBeforeSeq: null }) }
  const ctx = { store: { tape } } as unknown as Context
  return priceHeld(ctx, { chain: 'base', by: 'wallet', address: OTHER_WALLET }, entry)
}

test('on an EVM chain a pool pays what its reserves say, and elsewhere what its trades moved', () => {
  // Two dollars for two units of a quote: half a million units are half of what is held.
  const reserves = { quoteAmountRaw: 2n, quoteDecimals: 0 }
  assert.equal(held(COIN, { ...reserves, quoteReserveRaw: 500_000n }).thin, false)
  assert.equal(held(COIN, { ...reserves, quoteReserveRaw: 499_999n }).thin, true)
  assert.equal(held(COIN, { dex: 'uniswap_v3' }).thin, true)
  assert.equal(held(COIN, { dex: 'uniswap_v3', amountUsd: 25_000 }).thin, false)
})

test('dollars and the coin of an EVM chain are never thin', () => {
  for (const mint of [USDC, WETH]) assert.deepEqual(held(mint, { dex: 'uniswap_v3' }), { priceUsd: 1, thin: false })
})
