import { NATIVE_MINT, NATIVE_MINT_2022 } from '../program-ids.ts'
import type { ChainTransaction, TokenBalance } from '../transaction.ts'

/** Lamports that an account of a token holds as its deposit, where nothing in the transaction says it: the rate of 2020
 *  to 2026. Where it has become less, what the account pays corrects it. */
const USUAL_DEPOSIT_LAMPORTS = 2_039_280n

/** Whether units of a token are lamports: wrapped SOL of either token program. */
export function isNative(mint: string): boolean {
  return mint === NATIVE_MINT || mint === NATIVE_MINT_2022
}

/** Deposits of accounts of wrapped SOL: what they hold beyond their tokens, before the transaction or after it. Lamports
 *  that were sent and not counted as tokens yet are no part of it, so of two figures the lesser counts. */
export function nativeDeposits(transaction: ChainTransaction): (account: string) => bigint {
  const { accountKeys, preBalances, postBalances, preTokenBalances, postTokenBalances } = transaction
  const known = new Map<string, bigint>()
  const note = (rows: readonly TokenBalance[], balances: readonly bigint[]): void => {
    for (const { accountIndex, mint, amountRaw } of rows) {
      const account = accountKeys[accountIndex]
      if (account === undefined || !isNative(mint)) continue
      const deposit = (balances[accountIndex] ?? 0n) - amountRaw
      const other = known.get(account)
      known.set(account, other !== undefined && other < deposit ? other : deposit)
    }
  }
  note(preTokenBalances, preBalances)
  note(postTokenBalances, postBalances)
  return (account) => known.get(account) ?? USUAL_DEPOSIT_LAMPORTS
}
