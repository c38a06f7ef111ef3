import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeActions } from '../../../../src/chain/solana/actions/decode-actions.ts'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import type { ChainTransaction } from '../../../../src/chain/solana/transaction.ts'
import { recordedBlock, recordedSkip, recordedTransactions } from '../../../support/recorded-transactions.ts'
import { asChainTransaction, explainedByHelius, heliusSkip } from './helius-witness.ts'

/** The legs of swaps in pools of Meteora, in every recorded transaction, against what the record says of the pools' own
 *  token accounts: some account gained exactly what was paid, and some account lost exactly what was got. */

const PROGRAMS: Readonly<Record<string, string>> = {
  LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo: 'DLMM',
  Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB: 'DAMM v1',
  cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG: 'DAMM v2',
  dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN: 'DBC',
}
const skip = recordedSkip || heliusSkip

function recorded(): readonly ChainTransaction[] {
  const block = recordedBlock()
  const place = { slot: 254_170_887, blockTimeSec: block['blockTime'] as number }
  const outcomes = [
    ...recordedTransactions().map(({ answer }) => decodeTransaction(answer)),
    ...block.transactions.map((answer, indexInBlock) => decodeTransaction(answer, { ...place, indexInBlock })),
  ]
  const own = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []))
  const all = [...own, ...explainedByHelius().map(asChainTransaction)]
  return [...new Map(all.map((one) => [one.signature, one])).values()]
}

function changesOf({ preTokenBalances, postTokenBalances }: ChainTransaction): ReadonlySet<string> {
  const changes = new Map<string, bigint>()
  const add = (rows: ChainTransaction['preTokenBalances'], sign: bigint): void => {
    for (const { accountIndex, mint, amountRaw } of rows) {
      const key = `${accountIndex} ${mint}`
      changes.set(key, (changes.get(key) ?? 0n) + sign * amountRaw)
    }
  }
  add(preTokenBalances, -1n)
  add(postTokenBalances, 1n)
  return new Set([...changes].map(([key, raw]) => `${key.split(' ')[1]} ${raw}`))
}

test('legs of swaps in DLMM, DAMM and DBC are what the pools gained and lost, to the unit', { skip }, () => {
  const seen: Record<string, number> = {}
  for (const transaction of recorded()) {
    const changes = changesOf(transaction)
    for (const { programId, paid, got } of decodeActions(transaction).swaps.flatMap(({ legs }) => legs)) {
      const program = PROGRAMS[programId]
      if (program === undefined) continue
      assert(changes.has(`${paid.mint} ${paid.amountRaw}`), `${program} ${transaction.signature}: paid`)
      assert(changes.has(`${got.mint} ${-got.amountRaw}`), `${program} ${transaction.signature}: got`)
      seen[program] = (seen[program] ?? 0) + 1
    }
  }
  assert.deepEqual(seen, { DLMM: 13, 'DAMM v1': 4, 'DAMM v2': 2, DBC: 2 })
})
