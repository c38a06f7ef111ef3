import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { ChainTransaction, TokenBalance } from '../../chain/solana/transaction.ts'
import type { ObservedHolding, ObservedTransaction } from '../evidence-bundle/evidence.ts'

type Ends = { readonly from: string; readonly to: string }

/** What both ends of each move had of what moved, before and after the transaction. SOL counts with what is wrapped.
 *  Sorted by wallet, SOL before tokens, these by mint. */
export function holdingsOf(
  transaction: ChainTransaction,
  solMoves: ObservedTransaction['solMoves'],
  otherMoves: NonNullable<ObservedTransaction['otherMoves']>,
): readonly ObservedHolding[] {
  const asked = new Map<string, { readonly wallet: string; readonly mint: string | null }>()
  const ask = ({ from, to }: Ends, mint: string | null): void => {
    for (const wallet of [from, to]) asked.set(`${wallet} ${mint ?? ''}`, { wallet, mint })
  }
  for (const move of solMoves) ask(move, null)
  for (const move of otherMoves) ask(move, move.mint)
  const { preTokenBalances, postTokenBalances, preBalances, postBalances } = transaction
  return [...asked]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { wallet, mint }]) => ({
      wallet,
      mint,
      beforeRaw: heldIn(transaction, preTokenBalances, preBalances, wallet, mint).toString(),
      afterRaw: heldIn(transaction, postTokenBalances, postBalances, wallet, mint).toString(),
    }))
}

function heldIn(
  { accountKeys }: ChainTransaction,
  tokens: readonly TokenBalance[],
  lamports: readonly bigint[],
  wallet: string,
  mint: string | null,
): bigint {
  const place = mint === null ? accountKeys.indexOf(wallet) : -1
  return tokens.reduce(
    (sum, balance) =>
      balance.owner === wallet && balance.mint === (mint ?? NATIVE_MINT) ? sum + balance.amountRaw : sum,
    lamports[place] ?? 0n,
  )
}
