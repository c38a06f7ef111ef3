import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WSOL_MINT } from '../../../src/contract/mints.ts'
import type { ParsedTransaction } from '../../../src/contract/parsed-transaction.ts'
import { toFact } from '../../../src/services/wallet-profile/tx-fact.ts'

const side = (mint: string, raw: bigint) => ({ mint, rawAmount: String(raw), decimals: 6, amount: null })
const change = (mint: string | null, raw: bigint) => ({ owner: 'W', mint, rawAmount: String(raw), decimals: 6 })
type Swap = readonly [string, bigint, string, bigint]

/** A transaction of the wallet W with these swaps, what the token M kept of them, and what its balances changed by. */
function transaction(
  swaps: readonly Swap[],
  kept: readonly bigint[],
  changes: readonly (readonly [string, bigint])[],
): ParsedTransaction {
  return {
    signature: 's',
    slot: 1,
    timestamp: 1,
    type: 'SWAP',
    source: 'PUMP_AMM',
    description: '',
    fee: 5_000,
    priorityFee: 0,
    feePayer: 'W',
    tip: 0,
    tokenTransfers: kept.map((raw) => ({
      mint: 'M',
      fromUserAccount: 'W',
      toUserAccount: '',
      fromTokenAccount: 'A',
      toTokenAccount: '',
      tokenAmount: null,
      rawAmount: String(raw),
      decimals: 6,
      kind: 'withheld',
    })),
    nativeTransfers: [],
    instructions: [],
    events: {
      swaps: swaps.map(([paid, paidRaw, got, gotRaw]) => ({
        trader: 'W',
        source: 'PUMP_AMM',
        programId: 'P',
        input: side(paid, paidRaw),
        output: side(got, gotRaw),
        leftover: [],
        fees: [],
        legs: [],
      })),
      sales: [],
    },
    balanceChanges: [change(null, -5_000n), ...changes.map(([mint, raw]) => change(mint, raw))],
    partial: false,
    transactionError: null,
  }
}
const seen = (...parts: Parameters<typeof transaction>) => {
  const { swaps, flows } = toFact('W', transaction(...parts))
  return [swaps.map(({ tokenRaw }) => tokenRaw), flows]
}

test('who buys a token that keeps three quarters has bought the last quarter', () => {
  assert.deepEqual(seen([[WSOL_MINT, 9n, 'M', 100n]], [75n], [['M', 25n]]), [[25n], []])
})

test('what was given away in the transaction of a purchase was bought, and left', () => {
  assert.deepEqual(seen([[WSOL_MINT, 9n, 'M', 100n]], [], [['M', 60n]]), [[100n], [{ mint: 'M', raw: -40n }]])
  const both = seen([[WSOL_MINT, 9n, 'M', 100n]], [10n], [['M', 50n]])
  assert.deepEqual(both, [[90n], [{ mint: 'M', raw: -40n }]])
})

test('a fee of one of two purchases is a flow; a swap told by what came in has no fee in it', () => {
  const two = seen(
    [
      [WSOL_MINT, 9n, 'M', 100n],
      ['N', 1n, 'M', 100n],
    ],
    [20n],
    [
      ['M', 180n],
      ['N', -1n],
    ],
  )
  assert.deepEqual(two, [[100n, 100n], [{ mint: 'M', raw: -20n }]])
  assert.deepEqual(seen([[WSOL_MINT, 9n, 'M', 90n]], [10n], [['M', 90n]]), [[90n], []])
})

test('what came in beside a sale is a flow', () => {
  assert.deepEqual(seen([['M', 7n, WSOL_MINT, 100n]], [], [['M', -4n]]), [[7n], [{ mint: 'M', raw: 3n }]])
})
