import assert from 'node:assert/strict'
import { wireBudget } from '../../src/chain/solana/decode-transaction.ts'
import type { ChainInstruction, ChainTransaction } from '../../src/chain/solana/transaction.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { isStaticKeyWritable, parseWireTransaction } from '../../src/hot-paths/wire-transaction.ts'
import type { ExecutedTransaction } from '../chain/types.ts'

/** A transaction of the sandbox's ledger as the service's decoders see one. */
export function chainTransactionOf(executed: ExecutedTransaction, blockTimeSec: number): ChainTransaction {
  const parsed = parseWireTransaction(executed.wire)
  assert(parsed.ok, 'the ledger holds only transactions that parse')
  const { transaction } = parsed
  const { writable, readonly } = executed.loadedAddresses
  const accountKeys = [...executed.accountKeys, ...writable, ...readonly]
  const addressAt = (index: number): string => accountKeys[index]!
  const staticKeys = executed.accountKeys.length
  return {
    signature: executed.signature,
    slot: executed.slot,
    blockTimeSec,
    indexInBlock: executed.indexInBlock,
    version: executed.version,
    feeLamports: executed.feeLamports,
    feePayer: accountKeys[0]!,
    err: executed.err,
    signers: accountKeys.slice(0, transaction.requiredSignatures),
    lookupTables: transaction.lookups.map(({ table }) => encodeBase58(table)),
    budget: wireBudget(transaction),
    accountKeys,
    writable: accountKeys.map((_, index) =>
      index < staticKeys ? isStaticKeyWritable(transaction, index) : index < staticKeys + writable.length,
    ),
    instructions: transaction.instructions.map(({ programIndex, accountIndexes, data }) => ({
      programId: addressAt(programIndex),
      accounts: Array.from(accountIndexes, addressAt),
      data,
      stackHeight: 1,
    })),
    innerInstructions: transaction.instructions.map((_, index) => innerOf(executed, index, addressAt)),
    preBalances: executed.preBalances,
    postBalances: executed.postBalances,
    preTokenBalances: executed.preTokenBalances,
    postTokenBalances: executed.postTokenBalances,
    logs: executed.logs,
    computeUnits: Number(executed.computeUnits),
  }
}

function innerOf(
  executed: ExecutedTransaction,
  index: number,
  addressAt: (index: number) => string,
): ChainInstruction[] {
  const group = executed.innerInstructions.find((candidate) => candidate.index === index)
  return (group?.instructions ?? []).map(({ programIdIndex, accounts, data, stackHeight }) => ({
    programId: addressAt(programIdIndex),
    accounts: accounts.map(addressAt),
    data,
    stackHeight,
  }))
}
