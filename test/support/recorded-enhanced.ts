import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ChainInstruction, ChainTransaction, TokenBalance } from '../../src/chain/solana/transaction.ts'
import { decodeBase58 } from '../../src/hot-paths/base58.ts'

type Row = { readonly programId: string; readonly accounts: readonly string[]; readonly data: string }
type Enhanced = {
  readonly signature: string
  readonly slot: number
  readonly timestamp: number
  readonly fee: number
  readonly feePayer: string
  readonly transactionError: unknown
  readonly instructions: readonly (Row & { readonly innerInstructions: readonly Row[] })[]
  readonly accountData: readonly {
    readonly account: string
    readonly tokenBalanceChanges: readonly {
      readonly mint: string
      readonly tokenAccount: string
      readonly userAccount: string
      readonly rawTokenAmount: { readonly decimals: number; readonly tokenAmount: string }
    }[]
  }[]
}

/** Every token account starts with so much: the recorded form has changes of balances only. */
const HELD_BEFORE = 10n ** 18n

/** A recorded transaction in the form an indexer delivers it: instructions with their calls as they were, but without
 *  log lines, depths of calls, and balances before and after. Only the fee payer is known to have signed. */
export function recordedEnhanced(file: string): ChainTransaction {
  const path = fileURLToPath(new URL(`../../../shared/upstreams/recorded/helius/${file}`, import.meta.url))
  const [record] = [JSON.parse(readFileSync(path, 'utf8'))].flat() as [Enhanced]
  const rows = record.instructions.flatMap((one) => [one, ...one.innerInstructions])
  const changes = record.accountData.flatMap(({ tokenBalanceChanges }) => tokenBalanceChanges)
  const accountKeys = [
    ...new Set([record.feePayer, ...rows.flatMap(({ programId, accounts }) => [programId, ...accounts])]),
  ]
  const balances = (after: bigint): TokenBalance[] =>
    changes.map(({ mint, tokenAccount, userAccount, rawTokenAmount }) => ({
      accountIndex: accountKeys.indexOf(tokenAccount),
      mint,
      owner: userAccount,
      programId: null,
      amountRaw: HELD_BEFORE + after * BigInt(rawTokenAmount.tokenAmount),
      decimals: rawTokenAmount.decimals,
    }))
  return {
    signature: record.signature,
    slot: record.slot,
    blockTimeSec: record.timestamp,
    indexInBlock: null,
    version: 'legacy',
    feeLamports: BigInt(record.fee),
    feePayer: record.feePayer,
    err: record.transactionError,
    signers: [record.feePayer],
    lookupTables: [],
    budget: null,
    accountKeys,
    writable: accountKeys.map(() => true),
    instructions: record.instructions.map((row) => toInstruction(row, 1)),
    innerInstructions: record.instructions.map((one) => one.innerInstructions.map((row) => toInstruction(row, null))),
    preBalances: accountKeys.map(() => 0n),
    postBalances: accountKeys.map(() => 0n),
    preTokenBalances: balances(0n),
    postTokenBalances: balances(1n),
    logs: [],
    computeUnits: null,
  }
}

function toInstruction({ programId, accounts, data }: Row, stackHeight: number | null): ChainInstruction {
  return { programId, accounts, data: decodeBase58(data) ?? new Uint8Array(0), stackHeight }
}
