import { NATIVE_MINT, NATIVE_MINT_2022, SYSTEM_PROGRAM } from '../program-ids.ts'
import type { ChainTransaction, TokenBalance } from '../transaction.ts'
import { madeAccount } from './families/system.ts'

/** Lamports that an account of a token holds as its deposit, where nothing in the transaction says it: the rate of 2020
 *  to 2026. Where it has become less, what the account pays corrects it. */
const USUAL_DEPOSIT_LAMPORTS = 2_039_280n
const TOKEN_ACCOUNT_BYTES = 165n

/** Whether units of a token are lamports: wrapped SOL of either token program. */
export function isNative(mint: string): boolean {
  return mint === NATIVE_MINT || mint === NATIVE_MINT_2022
}

/** Deposits of accounts of wrapped SOL: what they hold beyond their tokens, before the transaction or after it. Lamports
 *  that were sent and not counted as tokens yet are no part of it, so of two figures the lesser counts. */
export function nativeDeposits(transaction: ChainTransaction): (account: string) => bigint {
  let deposits: ((account: string) => bigint) | null = null
  return (account) => {
    deposits ??= readDeposits(transaction)
    return deposits(account)
  }
}

function readDeposits(transaction: ChainTransaction): (account: string) => bigint {
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
  let usual: bigint | null = null
  return (account) => {
    const deposit = known.get(account)
    if (deposit !== undefined) return deposit
    usual ??= usualDeposit(transaction)
    return usual
  }
}

/** The least that a token account was made with: one that is made for wrapping may hold more from the beginning. */
function usualDeposit({ instructions, innerInstructions }: ChainTransaction): bigint {
  let least = USUAL_DEPOSIT_LAMPORTS
  for (const group of [instructions, ...innerInstructions])
    for (const one of group) {
      const made = one.programId === SYSTEM_PROGRAM ? madeAccount(one) : null
      if (made !== null && made.bytes === TOKEN_ACCOUNT_BYTES && made.lamports < least) least = made.lamports
    }
  return least
}
