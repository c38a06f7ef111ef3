import { WSOL_MINT } from '../../contract/mints.ts'

/** Whether a holding is worth more than there is in the pool of its price, so that no one could be paid it: it counts in
 *  no sum (portfolio, history, unrealised profit). Where the pool is not known it counts. SOL is traded in more pools
 *  than one. */
export function isThin(mint: string, usdValue: number | null, liquidityUsd: number | null): boolean {
  return mint !== WSOL_MINT && usdValue !== null && liquidityUsd !== null && usdValue > liquidityUsd
}
