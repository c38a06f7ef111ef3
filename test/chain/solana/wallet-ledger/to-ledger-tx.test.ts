import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainTransactionOf } from '../../../../sandbox/providers/chain-view.ts'
import { decodeActions } from '../../../../src/chain/solana/actions/decode-actions.ts'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import type { ChainTransaction } from '../../../../src/chain/solana/transaction.ts'
import { toLedgerTx } from '../../../../src/chain/solana/wallet-ledger/to-ledger-tx.ts'
import type { LedgerTx } from '../../../../src/contract/wallet-ledger.ts'
import { sharedTestWorld } from '../../../support/build-test-world.ts'
import { recordedBlock, recordedSkip, recordedTransactions } from '../../../support/recorded-transactions.ts'

/** What the steps say that each asset changed by, less what the balances say; nothing where they agree. */
function differences({ steps, balances }: LedgerTx): readonly string[] {
  const left = new Map<string, bigint>()
  const add = (asset: string, raw: bigint) => left.set(asset, (left.get(asset) ?? 0n) + raw)
  for (const step of steps) {
    if (step.kind !== 'trade') add(step.asset, step.raw)
    else {
      add(step.paid.asset, -step.paid.raw)
      add(step.got.asset, step.got.raw)
    }
  }
  for (const { asset, beforeRaw, afterRaw } of balances) add(asset, beforeRaw - afterRaw)
  return [...left].filter(([, raw]) => raw !== 0n).map(([asset, raw]) => `${asset} ${raw}`)
}

/** Each signer alone, all signers together, and the owners of token accounts. */
function groupsOf(transaction: ChainTransaction): readonly (readonly string[])[] {
  const owners = [...transaction.preTokenBalances, ...transaction.postTokenBalances].flatMap(({ owner }) => owner ?? [])
  const alone = [...new Set([...transaction.signers, ...owners])].map((one) => [one])
  return transaction.signers.length > 1 ? [...alone, transaction.signers] : alone
}

function check(transaction: ChainTransaction): number {
  const decoded = decodeActions(transaction)
  const groups = groupsOf(transaction)
  for (const wallets of groups)
    assert.deepEqual(
      differences(toLedgerTx(decoded, new Set(wallets))),
      [],
      `${transaction.signature} of ${wallets.join(' ')}`,
    )
  return groups.length
}

test('the steps of each wallet add up to what its balances changed by, in every transaction of the sandbox', () => {
  const { chain } = sharedTestWorld()
  let checked = 0
  for (const slot of chain.blockSlots(0, chain.slot(), 1_000_000))
    for (const { transactions } of chain.banks(slot))
      for (const executed of transactions) checked += check(chainTransactionOf(executed, 1))
  assert(checked > 3_000, `${checked} wallets`)
})

test('the same of recorded transactions and of a recorded block', { skip: recordedSkip }, () => {
  let checked = 0
  for (const { answer } of recordedTransactions()) {
    const read = decodeTransaction(answer)
    if (read.ok) checked += check(read.value)
  }
  const block = recordedBlock()
  for (const [at, entry] of block.transactions.entries()) {
    const read = decodeTransaction(entry, { slot: 1, blockTimeSec: 1, indexInBlock: at })
    if (read.ok) checked += check(read.value)
  }
  assert(checked > 500, `${checked} wallets`)
})
