import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ChainInstruction, ChainTransaction, TokenBalance } from '../../../../src/chain/solana/transaction.ts'
import { decodeBase58 } from '../../../../src/hot-paths/base58.ts'

/** Recorded transactions as Helius explains them, and what they say of the chain put back into the form that our decoder
 *  takes: account changes are balances before and after, instructions are theirs. */

const FOLDER = fileURLToPath(new URL('../../../../../shared/upstreams/recorded/helius', import.meta.url))
export const heliusSkip: string | false = existsSync(FOLDER) ? false : 'no recorded replies beside the repository'

type Call = { readonly programId: string; readonly accounts: readonly string[]; readonly data: string }
export type Explained = {
  readonly signature: string
  readonly type: string
  readonly source: string
  readonly transactionError: unknown
  readonly accountData: readonly {
    readonly account: string
    readonly nativeBalanceChange: number
    readonly tokenBalanceChanges: readonly {
      readonly userAccount: string
      readonly tokenAccount: string
      readonly mint: string
      readonly rawTokenAmount: { readonly tokenAmount: string; readonly decimals: number }
    }[]
  }[]
  /** Absent where the recording kept changes, type and source alone. */
  readonly fee?: number
  readonly feePayer?: string
  readonly slot?: number
  readonly timestamp?: number
  readonly instructions?: readonly (Call & { readonly innerInstructions: readonly Call[] })[]
  readonly nativeTransfers?: readonly { fromUserAccount: string; toUserAccount: string; amount: number }[]
  readonly tokenTransfers?: readonly {
    fromUserAccount: string
    toUserAccount: string
    fromTokenAccount: string
    toTokenAccount: string
    mint: string
    tokenAmount: number
  }[]
}

/** Every recorded one, once each. */
export function explainedByHelius(): readonly Explained[] {
  if (heliusSkip !== false) return []
  const rows = readdirSync(FOLDER)
    .filter((file) => file.startsWith('webhook_') || file.startsWith('enhanced_'))
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Explained | Explained[])
    // One file holds a webhook of raw transactions.
    .filter(({ accountData }) => accountData !== undefined)
  return [...new Map(rows.map((row) => [row.signature, row])).values()]
}

const PROGRAMS = /^(JUP6|pAMMB|LBUZ|whirL|CAMM)/

/** Instructions of the token programs that make an account. */
const INITIALIZES: ReadonlySet<number> = new Set([1, 16, 18])

/** The least that an account can have held. */
const before = (change: bigint): bigint => (change < 0n ? -change : 0n)
const after = (change: bigint): bigint => (change > 0n ? change : 0n)

export function asChainTransaction(row: Explained): ChainTransaction {
  const accountKeys = row.accountData.map(({ account }) => account)
  const lamports = row.accountData.map(({ nativeBalanceChange }) => BigInt(nativeBalanceChange))
  const changes = row.accountData.flatMap(({ tokenBalanceChanges }) => tokenBalanceChanges)
  const balances = (side: (change: bigint) => bigint): TokenBalance[] =>
    changes.map(({ tokenAccount, mint, userAccount, rawTokenAmount: { tokenAmount, decimals } }) => ({
      accountIndex: accountKeys.indexOf(tokenAccount),
      mint,
      owner: userAccount,
      programId: null,
      amountRaw: side(BigInt(tokenAmount)),
      decimals,
    }))
  const feePayer = row.feePayer ?? accountKeys[0]!
  const { instructions, innerInstructions } = callsOf(row, accountKeys)
  const isMade = (account: string): boolean =>
    [...instructions, ...innerInstructions.flat()].some(
      ({ programId, accounts, data }) =>
        programId.startsWith('Token') && INITIALIZES.has(data[0] ?? 0) && accounts[0] === account,
    )
  return {
    signature: row.signature,
    slot: row.slot ?? 0,
    blockTimeSec: row.timestamp ?? null,
    indexInBlock: null,
    version: 0,
    // All that left the accounts of a transaction is its fee.
    feeLamports: -lamports.reduce((sum, change) => sum + change, 0n),
    feePayer,
    err: row.transactionError,
    signers: [feePayer],
    lookupTables: [],
    budget: null,
    accountKeys,
    writable: accountKeys.map(() => true),
    instructions,
    innerInstructions,
    preBalances: lamports.map(before),
    postBalances: lamports.map(after),
    preTokenBalances: balances(before).filter(({ accountIndex }) => !isMade(accountKeys[accountIndex]!)),
    postTokenBalances: balances(after),
    logs: ['Program log: recorded elsewhere'],
    computeUnits: null,
  }
}

/** A recording without instructions shows which programs were called and no more: the router at the top, the pools'
 *  programs below it, over all accounts. */
function callsOf(row: Explained, accounts: readonly string[]) {
  if (row.instructions === undefined) {
    const programs = accounts.filter((key) => PROGRAMS.test(key))
    const call = (programId: string, stackHeight: number): ChainInstruction => ({
      programId,
      accounts,
      data: new Uint8Array(0),
      stackHeight,
    })
    const [router, ...pools] = programs.sort((a, b) => Number(b.startsWith('JUP6')) - Number(a.startsWith('JUP6')))
    return { instructions: [call(router!, 1)], innerInstructions: [pools.map((one) => call(one, 2))] }
  }
  const toCall = ({ programId, accounts: own, data }: Call, stackHeight: number | null): ChainInstruction => ({
    programId,
    accounts: own,
    data: decodeBase58(data) ?? new Uint8Array(0),
    stackHeight,
  })
  return {
    instructions: row.instructions.map((one) => toCall(one, 1)),
    innerInstructions: row.instructions.map(({ innerInstructions }) =>
      innerInstructions.map((one) => toCall(one, null)),
    ),
  }
}
