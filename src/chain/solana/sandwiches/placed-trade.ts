import { createTurnSlices } from '../../../runtime/turn-slices.ts'
import type { DexTrade } from '../dexes/dex.ts'
import { DEXES } from '../dexes/index.ts'
import type { ChainTransaction } from '../transaction.ts'

/** A trade with what is known of who stands behind it. */
export type PlacedTrade = {
  readonly trade: DexTrade
  readonly transaction: ChainTransaction
  /** Who traded and who paid the fee. */
  readonly wallets: readonly string[]
  /** The transaction trades the same coin the other way in another pool: it moves prices together. */
  readonly isArbitrage: boolean
}

/** Trades in a pool, in the order of the chain. In slices: programs' events are long. */
export async function tradesIn(
  pool: string,
  transactions: readonly ChainTransaction[],
): Promise<readonly PlacedTrade[]> {
  const slices = createTurnSlices()
  const placed: PlacedTrade[] = []
  for (const transaction of transactions) {
    if (transaction.err !== null || !transaction.accountKeys.includes(pool)) continue
    await slices.next()
    placed.push(...tradesOf(pool, transaction))
  }
  return placed
}

function tradesOf(pool: string, transaction: ChainTransaction): readonly PlacedTrade[] {
  const all = DEXES.flatMap((dex) => dex.decodeTrades(transaction))
  return all
    .filter((trade) => trade.pool === pool)
    .sort((a, b) => a.instructionPath[0] - b.instructionPath[0] || a.instructionPath[1] - b.instructionPath[1])
    .map((trade) => ({
      trade,
      transaction,
      wallets: [...new Set([trade.trader, transaction.feePayer])],
      isArbitrage: all.some(
        (other) => other.pool !== pool && other.baseMint === trade.baseMint && other.side !== trade.side,
      ),
    }))
}
