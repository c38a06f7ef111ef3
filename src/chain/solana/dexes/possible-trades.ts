import type { ChainTransaction } from '../transaction.ts'
import type { Dex, DexTrade } from './dex.ts'
import { DEXES } from './index.ts'

const MAX_U64 = 2n ** 64n - 1n

/** Trades of a transaction whose amounts a token account can hold. A lying node can send an event whose fee exceeds the
 *  sale it belongs to, and no decoder can tell what was really paid: such a trade is left out. The tape decodes for
 *  itself, because there the whole transaction must count as unreadable. */
export function decodePossibleTrades(transaction: ChainTransaction, dexes: readonly Dex[] = DEXES): DexTrade[] {
  const possible: DexTrade[] = []
  for (const dex of dexes)
    for (const trade of dex.decodeTrades(transaction)) if (hasPossibleAmounts(trade)) possible.push(trade)
  return possible
}

export function hasPossibleAmounts({
  baseAmountRaw,
  quoteAmountRaw,
}: Pick<DexTrade, 'baseAmountRaw' | 'quoteAmountRaw'>): boolean {
  return isPossibleAmount(baseAmountRaw) && isPossibleAmount(quoteAmountRaw)
}

/** Token accounts of Solana hold 64 bits: any other amount was misread. */
export function isPossibleAmount(value: bigint): boolean {
  return value >= 0n && value <= MAX_U64
}
