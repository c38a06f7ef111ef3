import { SCREENER } from '../../config/screener.ts'
import type { SharedTurns } from '../../runtime/shared-turns.ts'
import { singleColumn, windowColumn } from './fields.ts'
import type { PairStore } from './pair-store.ts'

/** What the pairs of some DEXs come to. */
export type DexUse = {
  readonly pairs: number
  readonly tokens: number
  /** Of the pairs of known liquidity; null where it is known of none. */
  readonly liquidityUsd: number | null
  readonly unknownLiquidity: number
  /** Of the pairs whose trades of 24 hours the tape holds; null where it holds those of none. */
  readonly trades24h: number | null
  /** Whether there are others. */
  readonly isUncounted: boolean
}

export async function sumDexes(store: PairStore, turns: SharedTurns, dexes: readonly string[]): Promise<DexUse> {
  const { columns } = store
  const [liquidity, txns] = [singleColumn('liquidityUSD'), windowColumn('txns', 'h24')]
  const tokens = new Set<string>()
  const sums = { pairs: 0, liquidityUsd: 0, unknownLiquidity: 0, trades: 0, uncounted: 0 }
  for (let row = 0; row < columns.rows; row++) {
    if (row > 0 && row % SCREENER.rowsPerTurn === 0) await turns.next()
    if (!columns.isAlive(row) || !dexes.includes(store.ref(row).dex)) continue
    sums.pairs++
    tokens.add(store.ref(row).mint)
    const usd = columns.number(liquidity, row)
    if (usd === null) sums.unknownLiquidity++
    else sums.liquidityUsd += usd
    const trades = columns.number(txns, row)
    if (trades === null) sums.uncounted++
    else sums.trades += trades
  }
  return {
    pairs: sums.pairs,
    tokens: tokens.size,
    liquidityUsd: sums.unknownLiquidity === sums.pairs ? null : sums.liquidityUsd,
    unknownLiquidity: sums.unknownLiquidity,
    trades24h: sums.uncounted === sums.pairs ? null : sums.trades,
    isUncounted: sums.uncounted > 0,
  }
}
