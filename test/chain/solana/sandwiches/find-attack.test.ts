import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAttack } from '../../../../src/chain/solana/sandwiches/find-attack.ts'
import type { PlacedTrade } from '../../../../src/chain/solana/sandwiches/placed-trade.ts'
import type { ChainTransaction } from '../../../../src/chain/solana/transaction.ts'

let signatures = 0
function trade(
  who: string,
  side: 'buy' | 'sell',
  baseAmountRaw: bigint,
  quoteAmountRaw: bigint,
  more: { slot?: number; payer?: string; isArbitrage?: boolean } = {},
): PlacedTrade {
  const { slot = 1, payer = who, isArbitrage = false } = more
  const signature = `signature ${signatures++}`
  return {
    trade: {
      dex: 'raydium',
      programId: 'program',
      pool: 'pool',
      signature,
      instructionPath: [0, -1],
      slot,
      blockTimeSec: slot,
      indexInBlock: null,
      side,
      trader: who,
      baseMint: 'coin',
      quoteMint: 'money',
      baseAmountRaw,
      quoteAmountRaw,
      baseReserveRaw: null,
      quoteReserveRaw: null,
    },
    transaction: { signature, feePayer: payer } as ChainTransaction,
    wallets: [...new Set([who, payer])],
    isArbitrage,
  }
}
const victim = trade('victim', 'buy', 50n, 60n, { slot: 2 })

test('who buys before and sells as much after it at a profit attacked, over several slots too', () => {
  const trades = [trade('x', 'buy', 100n, 100n), victim, trade('x', 'sell', 100n, 130n, { slot: 5 })]
  assert.deepEqual(findAttack(trades, 1), { fronts: [0], backs: [2], wallets: ['x'], profitRaw: 30n })
})

test('a hand is a trader or a payer: two wallets with one fee payer attack together', () => {
  const trades = [
    trade('x', 'buy', 100n, 100n, { payer: 'bank' }),
    victim,
    trade('y', 'sell', 100n, 130n, { payer: 'bank' }),
  ]
  assert.deepEqual(new Set(findAttack(trades, 1)!.wallets), new Set(['x', 'y', 'bank']))
})

test('an attack that was split into several trades is one, and older purchases of the same hand are none of it', () => {
  const trades = [
    trade('x', 'buy', 777n, 700n),
    trade('x', 'buy', 60n, 60n),
    trade('x', 'buy', 40n, 41n),
    victim,
    trade('x', 'sell', 100n, 130n),
  ]
  assert.deepEqual(findAttack(trades, 3), { fronts: [1, 2], backs: [4], wallets: ['x'], profitRaw: 29n })
})

test('a seller is attacked by who sells before and buys back', () => {
  const sale = trade('victim', 'sell', 50n, 40n)
  const trades = [trade('x', 'sell', 100n, 130n), sale, trade('x', 'buy', 100n, 100n)]
  assert.equal(findAttack(trades, 1)!.profitRaw, 30n)
})

test('two honest traders, a market maker and an arbitrage attack no one', () => {
  const two = [trade('a', 'buy', 100n, 100n), victim, trade('b', 'sell', 100n, 130n)]
  const maker = [
    trade('m', 'buy', 100n, 100n),
    trade('m', 'sell', 80n, 90n),
    victim,
    trade('m', 'buy', 30n, 30n),
    trade('m', 'sell', 100n, 130n),
  ]
  const arbitrage = [
    trade('r', 'buy', 100n, 100n, { isArbitrage: true }),
    victim,
    trade('r', 'sell', 100n, 130n, { isArbitrage: true }),
  ]
  for (const trades of [two, maker, arbitrage]) assert.equal(findAttack(trades, trades.indexOf(victim)), null)
})

test('who sells another amount, or at a loss some blocks later, attacked no one; in one block a loss is no excuse', () => {
  const half = [trade('x', 'buy', 100n, 100n), victim, trade('x', 'sell', 50n, 65n)]
  const later = [trade('x', 'buy', 100n, 100n), victim, trade('x', 'sell', 100n, 99n, { slot: 4 })]
  const within = [trade('x', 'buy', 100n, 100n, { slot: 2 }), victim, trade('x', 'sell', 100n, 99n, { slot: 2 })]
  assert.deepEqual([findAttack(half, 1), findAttack(later, 1)], [null, null])
  assert.equal(findAttack(within, 1)!.profitRaw, -1n)
})

test('a wallet is no attacker of its own swap, nor is who pays for it', () => {
  const own = [trade('victim', 'buy', 100n, 100n), victim, trade('victim', 'sell', 100n, 130n)]
  const paid = [trade('x', 'buy', 100n, 100n, { payer: 'victim' }), victim, trade('x', 'sell', 100n, 130n)]
  assert.deepEqual([findAttack(own, 1), findAttack(paid, 1)], [null, null])
})

test('a crumb before a large swap moves no price', () => {
  const trades = [trade('x', 'buy', 1n, 1n), trade('victim', 'buy', 1_000n, 1_200n), trade('x', 'sell', 1n, 2n)]
  assert.equal(findAttack(trades, 1), null)
})
