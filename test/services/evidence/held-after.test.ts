import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DexTrade } from '../../../src/chain/solana/dexes/dex.ts'
import { NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
import type { ChainTransaction } from '../../../src/chain/solana/transaction.ts'
import { heldAfter } from '../../../src/services/evidence/held-after.ts'
import { walletAt } from '../../support/layer-inputs.ts'

const [MINT, POOL, TRADER, OTHER] = [300, 301, 302, 303].map(walletAt) as [string, string, string, string]
const [A, B, C, D] = [1, 2, 3, 4].map(walletAt) as [string, string, string, string]
const DAMM_V2_AUTHORITY = 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC'
const TRADE = {
  pool: POOL,
  baseMint: MINT,
  quoteMint: NATIVE_MINT,
  instructionPath: [0, 0] as const,
} as unknown as DexTrade

type Row = readonly [account: string, mint: string, owner: string | null, amountRaw: bigint]

/** A router's call of a program, which names these accounts. */
function heldBy(rows: readonly Row[], named: readonly string[]) {
  const accountKeys = [TRADER, ...rows.map(([account]) => account)]
  const transaction = {
    accountKeys,
    instructions: [{ accounts: accountKeys }],
    innerInstructions: [[{ accounts: [POOL, ...named] }]],
    postTokenBalances: rows.map(([, mint, owner, amountRaw], at) => ({ accountIndex: at + 1, mint, owner, amountRaw })),
  } as unknown as ChainTransaction
  return heldAfter(transaction, TRADE)
}

test('the vaults of a pool that owns them are not mistaken for the trader’s accounts', () => {
  const rows: Row[] = [
    [A, MINT, TRADER, 1n],
    [B, NATIVE_MINT, TRADER, 2n],
    [C, MINT, POOL, 30n],
    [D, NATIVE_MINT, POOL, 40n],
  ]
  assert.deepEqual(heldBy(rows, [A, B, C, D]), { baseRaw: 30n, quoteRaw: 40n })
  assert.equal(heldBy(rows, [A, B, C]), null, 'a vault that the swap does not name is not its')
})

test('vaults of one authority for all pools are those that the swap itself names', () => {
  const rows: Row[] = [
    [A, MINT, DAMM_V2_AUTHORITY, 30n],
    [B, NATIVE_MINT, DAMM_V2_AUTHORITY, 40n],
    [C, MINT, DAMM_V2_AUTHORITY, 7n],
    [D, NATIVE_MINT, TRADER, 8n],
  ]
  assert.deepEqual(heldBy(rows, [A, B, D]), { baseRaw: 30n, quoteRaw: 40n })
  assert.equal(heldBy(rows, [A, B, C, D]), null, 'two of one mint: nobody knows whose is whose')
})

test('where no one says whose the accounts are, nothing is said', () => {
  const rows: Row[] = [
    [A, MINT, OTHER, 30n],
    [B, NATIVE_MINT, OTHER, 40n],
  ]
  assert.equal(heldBy(rows, [A, B]), null, 'a vault behind a program of its own')
  assert.equal(
    heldBy(
      [
        [A, MINT, null, 30n],
        [B, NATIVE_MINT, null, 40n],
      ],
      [A, B],
    ),
    null,
    'an old record',
  )
  assert.equal(heldBy([], []), null)
  assert.equal(
    heldAfter(
      { ...({} as ChainTransaction), instructions: [], innerInstructions: [], accountKeys: [], postTokenBalances: [] },
      TRADE,
    ),
    null,
  )
})
