import { balanceChangesOf } from '../../chain/solana/balance-changes.ts'
import { readMove, type SolTransfer } from '../../chain/solana/first-funding.ts'
import type { SeenTokenAccount } from '../../chain/solana/token-flows.ts'
import type { ChainTransaction } from '../../chain/solana/transaction.ts'
import { LIMITS } from '../../config/limits.ts'

const MOVE_LAMPORTS = BigInt(LIMITS.evidenceMoveLamports)

/** SOL that changed hands without a System instruction: a program takes lamports out of its own accounts and puts them
 *  anywhere. What an account gained beyond what instructions brought it came from the one that lost most beyond what
 *  they took. Not for transactions that trade: what a swap pays is a price, as is what one got who gave tokens. Nor for
 *  records whose balances do not add up. */
export function movesByBalances(
  transaction: ChainTransaction,
  accounts: ReadonlyMap<string, SeenTokenAccount>,
  known: readonly SolTransfer[],
): readonly SolTransfer[] {
  const unexplained = unexplainedChanges(transaction)
  let sum = 0n
  for (const change of unexplained.values()) sum += change
  if (sum !== 0n) return []
  let payer: { address: string; lamports: bigint } | null = null
  for (const [address, change] of unexplained)
    if (change < 0n && (payer === null || -change > payer.lamports)) payer = { address, lamports: -change }
  if (payer === null) return []
  const from = accounts.get(payer.address)?.owner ?? payer.address
  const told = new Set(known.filter((move) => move.from === from).map(({ to }) => to))
  const gainers = [...unexplained].filter(
    ([to, gained]) => gained >= MOVE_LAMPORTS && to !== from && !accounts.has(to) && !told.has(to),
  )
  if (gainers.length === 0) return []
  const { gaveTokens } = balanceChangesOf(transaction, accounts)
  return gainers.filter(([to]) => !gaveTokens.has(to)).map(([to, lamports]) => ({ from, to, lamports }))
}

/** What each account gained or lost beside its System transfers and the fee. */
function unexplainedChanges(transaction: ChainTransaction): ReadonlyMap<string, bigint> {
  const { accountKeys, preBalances, postBalances, feePayer, feeLamports, instructions, innerInstructions } = transaction
  const changes = new Map<string, bigint>()
  const add = (address: string, change: bigint): void => {
    changes.set(address, (changes.get(address) ?? 0n) + change)
  }
  for (const [i, address] of accountKeys.entries()) add(address, (postBalances[i] ?? 0n) - (preBalances[i] ?? 0n))
  add(feePayer, feeLamports)
  for (const { from, to, lamports } of [instructions, ...innerInstructions].flat().flatMap(readMove)) {
    add(from, lamports)
    add(to, -lamports)
  }
  return changes
}
