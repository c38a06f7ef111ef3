import { REGULATED_STABLECOINS } from '../../config/known-mints.ts'
import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'
import type { Money, MoneyUnit } from './batches.ts'

/** Money that went from one address to another. */
export type MoneyMove = Money & { readonly to: string }

/** SOL (wrapped or not) and stablecoins that moved outside trades of the token, in the order of the transactions. */
export function moneyMovesOf(transactions: readonly ObservedTransaction[]): readonly MoneyMove[] {
  return transactions.flatMap(({ trades, solMoves, otherMoves = [], timeSec, slot, signature }) => {
    if (trades.length > 0) return []
    const moveOf = (ends: { from: string; to: string }, amount: string, unit: MoneyUnit): MoneyMove => ({
      from: ends.from,
      to: ends.to,
      amountRaw: BigInt(amount),
      unit,
      timeSec,
      slot,
      signature,
    })
    return [
      ...solMoves.map((move) => moveOf(move, move.lamports, 'lamports')),
      ...otherMoves.flatMap((move) =>
        REGULATED_STABLECOINS.has(move.mint) ? [moveOf(move, move.amountRaw, 'stablecoin')] : [],
      ),
    ].filter(({ from, to }) => from !== to)
  })
}

/** Other tokens that went from one address to another and were turned into money by the receiver, within `withinSecs`:
 *  a payment in all but name. By mint, each in the order of the transactions. */
export function soldTokenMoves(
  transactions: readonly ObservedTransaction[],
  withinSecs: number,
): ReadonlyMap<string, readonly MoneyMove[]> {
  const moves = new Map<string, MoneyMove[]>()
  const salesOf = otherSalesOf(transactions)
  for (const { otherMoves = [], timeSec, slot, signature } of transactions)
    for (const { mint, from, to, amountRaw } of otherMoves) {
      if (REGULATED_STABLECOINS.has(mint) || from === to || timeSec === null) continue
      const sales = salesOf.get(`${to} ${mint}`) ?? []
      if (!sales.some((sale) => sale.slot > slot && sale.timeSec - timeSec <= withinSecs)) continue
      const own = moves.get(mint) ?? []
      moves.set(mint, own)
      own.push({ from, to, amountRaw: BigInt(amountRaw), unit: 'other', timeSec, slot, signature })
    }
  return moves
}

type Sale = { readonly slot: number; readonly timeSec: number }

/** By wallet and mint. */
function otherSalesOf(transactions: readonly ObservedTransaction[]): ReadonlyMap<string, readonly Sale[]> {
  const sales = new Map<string, Sale[]>()
  for (const { otherSales = [], slot, timeSec } of transactions)
    for (const { wallet, mint } of otherSales) {
      if (timeSec === null) continue
      const key = `${wallet} ${mint}`
      const own = sales.get(key) ?? []
      sales.set(key, own)
      own.push({ slot, timeSec })
    }
  return sales
}
