import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { WalletRow } from './wallet-row.ts'

/** What others put into a wallet's history for it to be seen there: the wallet neither paid for the transaction nor gave
 *  anything in it, and got nothing but SOL of less than an account must hold (`leastLamports`), or units of a token that
 *  were strewn over many wallets at once. */
export function isSpam(
  wallet: string,
  { feePayer, edges, swaps, receivers }: WalletRow,
  leastLamports: bigint,
): boolean {
  if (feePayer === wallet || swaps.length > 0 || edges.length === 0) return false
  return edges.every(
    ({ from, mint, amountRaw }) =>
      from !== wallet && (mint === null ? amountRaw < leastLamports : receivers >= B.strewnReceivers),
  )
}
