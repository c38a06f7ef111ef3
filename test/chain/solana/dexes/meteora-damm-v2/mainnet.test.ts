import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { EVENT_CPI_TAG, startsWith } from '../../../../../src/chain/solana/anchor-event.ts'
import { decodeTransaction } from '../../../../../src/chain/solana/decode-transaction.ts'
import { meteoraDammV2 } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/index.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import type { ChainTransaction } from '../../../../../src/chain/solana/transaction.ts'
import { balanceChange, walkSwaps } from '../walk-swaps.ts'

const fixture = JSON.parse(
  readFileSync(new URL('../../../../fixtures/dexes/meteora-damm-v2-mainnet.json', import.meta.url), 'utf8'),
) as { readonly transactions: { readonly buy: unknown } }

function buy(): ChainTransaction {
  const outcome = decodeTransaction(fixture.transactions.buy)
  assert(outcome.ok)
  return outcome.value
}

/** Positions in the swap's accounts. */
const [POOL, USER_OUT, VAULT_A, VAULT_B, MINT_A] = [1, 3, 4, 5, 6]

test('a swap that announces two events is one trade, with what the vaults gained and lost', () => {
  const transaction = buy()
  const [trade, ...others] = meteoraDammV2.decodeTrades(transaction)
  assert(trade)
  assert.deepEqual(others, [])
  const { accounts } = transaction.instructions[3]!
  assert.deepEqual(trade.instructionPath, [3, -1])
  assert.equal(trade.pool, accounts[POOL])
  assert.deepEqual([trade.side, trade.baseMint, trade.quoteMint], ['buy', accounts[MINT_A], NATIVE_MINT])
  assert.equal(trade.trader, transaction.feePayer)
  assert.equal(trade.baseAmountRaw, -balanceChange(transaction, accounts[VAULT_A]!))
  assert.equal(trade.baseAmountRaw, balanceChange(transaction, accounts[USER_OUT]!))
  assert.equal(trade.quoteAmountRaw, balanceChange(transaction, accounts[VAULT_B]!))
  const [walked] = walkSwaps(transaction)
  assert.deepEqual([walked!.baseAmountRaw, walked!.quoteAmountRaw], [trade.baseAmountRaw, trade.quoteAmountRaw])
})

test('either event alone gives the same amounts as the transfers', () => {
  const transaction = buy()
  const told = meteoraDammV2.decodeTrades(transaction)
  const calls = transaction.innerInstructions[3]!
  const events = calls.filter(({ data }) => startsWith(data, EVENT_CPI_TAG))
  assert.equal(events.length, 2)
  for (const event of events) {
    const innerInstructions = transaction.innerInstructions.map((group, top) => (top === 3 ? [event] : group))
    const alone = meteoraDammV2.decodeTrades({ ...transaction, innerInstructions })
    // The older event says nothing of reserves.
    const amounts = (rows: typeof told) =>
      rows.map(({ side, trader, pool, baseAmountRaw, quoteAmountRaw }) => [
        side,
        trader,
        pool,
        baseAmountRaw,
        quoteAmountRaw,
      ])
    assert.deepEqual(amounts(alone), amounts(told))
  }
})
