import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'

/** Whether a holding is worth more than there is in the pool of its price, so that no one could be paid it: it counts in
 *  no sum (portfolio, history, positions, unrealised profit, worth of featured wallets). Where the pool is not known it
 *  counts. SOL and dollars are what pools pay with, in more of them than one. */
export function isThin(mint: string, usdValue: number | null, liquidityUsd: number | null): boolean {
  if (mint === WSOL_MINT || DOLLAR_MINTS.has(mint)) return false
  return usdValue !== null && liquidityUsd !== null && usdValue > liquidityUsd
}
