import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChainTransaction } from '../../../src/chain/solana/transaction.ts'
import type { Context } from '../../../src/context.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { compareWithChain, lookUpOnChain } from '../../../src/services/recovery/chain-check.ts'
import type { RecoveryRow } from '../../../src/store/recovery-rows.ts'

const WALLET = 'wallet'
const landed = {
  accountKeys: [WALLET, 'one', 'two', 'other', 'program'],
  signers: [WALLET],
  feePayer: WALLET,
  feeLamports: 5_000n,
  err: null,
  preBalances: [10_000n, 2_039_280n, 1_488_440n, 7n, 1n],
  postBalances: [10_000n + 2_039_280n + 1_488_440n - 5_000n, 0n, 0n, 7n, 1n],
} as unknown as ChainTransaction
const claim = (accountsClosed: number, lamports: bigint, walletAddress = WALLET) => ({
  walletAddress,
  accountsClosed,
  solRecoveredLamports: String(lamports),
})
const DEPOSITS = 2_039_280n + 1_488_440n

test('deposits, what the wallet gained and what it gained before the network fee are all the truth', () => {
  for (const lamports of [DEPOSITS, DEPOSITS - 5_000n])
    assert.deepEqual(compareWithChain(claim(2, lamports), landed), {
      chain: 'agrees',
      chainAccountsClosed: 2,
      chainLamports: String(DEPOSITS),
    })
})

test('another number of accounts, other lamports and another wallet are not', () => {
  for (const one of [claim(3, DEPOSITS), claim(2, DEPOSITS + 1n), claim(2, DEPOSITS, 'other')])
    assert.equal(compareWithChain(one, landed).chain, 'differs')
})

test('what landed and failed closed nothing', () => {
  assert.deepEqual(compareWithChain(claim(2, DEPOSITS), { ...landed, err: 'x' }), {
    chain: 'failed',
    chainAccountsClosed: 0,
    chainLamports: '0',
  })
})

test('what never lands is not found after the last look', async () => {
  const verdicts: unknown[] = []
  const pauses: number[] = []
  const ctx = {
    chain: { rpc: { transaction: async () => ok(null) } },
    store: {
      worldVersion: () => 1,
      recoveries: { judge: async (...given: unknown[]) => void verdicts.push(given) },
    },
  } as unknown as Context
  const row = { keyId: 7, signature: 'sig', ...claim(1, 1n) } as RecoveryRow
  await lookUpOnChain(ctx, row, undefined, async (ms) => void pauses.push(ms))
  assert.deepEqual(verdicts, [[7, 'sig', { chain: 'not_found', chainAccountsClosed: null, chainLamports: null }]])
  assert(pauses.reduce((sum, ms) => sum + ms, 0) > 60_000, 'longer than a blockhash lives')
})

test('a node that does not answer leaves the report unchecked', async () => {
  const ctx = {
    chain: { rpc: { transaction: async () => fail('upstream_failed', 'down') } },
    store: { worldVersion: () => 1, recoveries: { judge: () => assert.fail('nobody knows') } },
  } as unknown as Context
  await lookUpOnChain(ctx, { keyId: 7, signature: 'sig', ...claim(1, 1n) } as RecoveryRow, undefined, async () => {})
})
