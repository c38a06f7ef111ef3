import type { ObservedTransaction } from '../evidence/evidence.ts'
import type { Money, MoneyUnit } from './batches.ts'

/** Money that went from one address to another. */
export type MoneyMove = Money & { readonly to: string }

/** SOL (wrapped or not) and stablecoins that moved outside trades of the coin, in the order of the transactions. */
export function moneyMovesOf(transactions: readonly ObservedTransaction[]): readonly MoneyMove[] {
  return transactions.flatMap(({ trades, solMoves, dollarMoves = [], timeSec, slot, signature }) => {
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
      ...dollarMoves.map((move) => moveOf(move, move.amountRaw, 'stablecoin')),
    ].filter(({ from, to }) => from !== to)
  })
}
