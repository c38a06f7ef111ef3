import type { WalletPnlReply } from '../../contract/wallet-pnl.ts'

type Row = WalletPnlReply['positions'][number]
export type PnlSort = 'realized' | 'unrealized' | 'invested' | 'lastTrade'

/** Largest, or newest, first; what has no figure comes last. A position whose dollars of then are unknown stands where its
 *  SOL would at `solPriceUsd`: SOL and dollars are no figures of one list. */
export function orderPositions(rows: readonly Row[], sort: PnlSort, solPriceUsd: number | null): Row[] {
  const figure = FIGURES[sort]
  const rank = (row: Row): number => figure(row, solPriceUsd) ?? Number.NEGATIVE_INFINITY
  return rows.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    return first === second ? (a.mint < b.mint ? -1 : 1) : second - first
  })
}

const FIGURES: Readonly<Record<PnlSort, (row: Row, solPriceUsd: number | null) => number | null>> = {
  realized: ({ realizedUSD, realizedSol }, solPriceUsd) =>
    realizedUSD ?? (realizedSol === null || solPriceUsd === null ? null : realizedSol * solPriceUsd),
  unrealized: ({ unrealizedUSD }) => unrealizedUSD,
  invested: ({ avgBuyUSD, boughtRaw, decimals }) =>
    avgBuyUSD === null ? null : (avgBuyUSD * Number(boughtRaw)) / 10 ** (decimals ?? 0),
  lastTrade: ({ lastTs }) => lastTs,
}
