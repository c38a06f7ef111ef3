import { NATIVE_MINT } from './program-ids.ts'
import { type SeenTokenAccount, tokenAccountsOf } from './token-flows.ts'
import type { ChainTransaction } from './transaction.ts'

/** What a transaction did to each address's SOL, by the balances on record: every program's payments show there, also
 *  of those that move lamports without an instruction. */
export type BalanceChanges = {
  /** Lamports gained or lost by owner: what lies in token accounts counts as their owners', the fee not at all. */
  readonly lamports: ReadonlyMap<string, bigint>
  /** Owners that gave units of some token: what they gained is a price, not a gift. */
  readonly gaveTokens: ReadonlySet<string>
}

export function balanceChangesOf(
  transaction: ChainTransaction,
  accounts: ReadonlyMap<string, SeenTokenAccount> = tokenAccountsOf(transaction),
): BalanceChanges {
  const { accountKeys, preBalances, postBalances, feePayer, feeLamports } = transaction
  const lamports = new Map<string, bigint>()
  const add = (owner: string, change: bigint): void => {
    if (change !== 0n) lamports.set(owner, (lamports.get(owner) ?? 0n) + change)
  }
  for (const [i, address] of accountKeys.entries())
    add(accounts.get(address)?.owner ?? address, (postBalances[i] ?? 0n) - (preBalances[i] ?? 0n))
  add(feePayer, feeLamports)
  return { lamports, gaveTokens: giversOf(transaction, accounts) }
}

/** Who paid for what an address gained: of those that lost SOL, the one that lost most. Null when it gained nothing, or
 *  gave tokens for it. */
export function payerByBalances(
  { lamports, gaveTokens }: BalanceChanges,
  address: string,
): { readonly from: string; readonly lamports: bigint } | null {
  const gained = lamports.get(address) ?? 0n
  if (gained <= 0n || gaveTokens.has(address)) return null
  let payer: { from: string; lamports: bigint } | null = null
  for (const [from, change] of lamports)
    if (change < 0n && (payer === null || -change > payer.lamports)) payer = { from, lamports: -change }
  if (payer === null) return null
  return { from: payer.from, lamports: payer.lamports < gained ? payer.lamports : gained }
}

function giversOf(
  { accountKeys, preTokenBalances, postTokenBalances }: ChainTransaction,
  accounts: ReadonlyMap<string, SeenTokenAccount>,
): ReadonlySet<string> {
  const changes = new Map<string, { readonly owner: string; raw: bigint }>()
  const note = (rows: ChainTransaction['preTokenBalances'], sign: bigint): void => {
    for (const { accountIndex, mint, amountRaw } of rows) {
      const owner = accounts.get(accountKeys[accountIndex] ?? '')?.owner
      // Wrapped SOL is SOL, and counted above.
      if (owner === undefined || mint === NATIVE_MINT) continue
      const held = changes.get(`${owner} ${mint}`) ?? { owner, raw: 0n }
      held.raw += sign * amountRaw
      changes.set(`${owner} ${mint}`, held)
    }
  }
  note(preTokenBalances, -1n)
  note(postTokenBalances, 1n)
  return new Set([...changes.values()].filter(({ raw }) => raw < 0n).map(({ owner }) => owner))
}
