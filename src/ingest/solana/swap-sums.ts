import {
  isAmmVenue,
  type SwapKind,
  type SwapSums,
  type TradeFacts,
  UNKNOWN_AMM_PREFIX,
} from '../../contract/tape-event.ts'

/** A swap that nothing has read, with its worth. */
export type UnreadWorth = { readonly usd: number | null }

/** Counts the swaps of a block by how they were read. */
export function swapSums(
  trades: readonly Pick<TradeFacts, 'dex' | 'amountUsd'>[],
  unread: readonly UnreadWorth[],
): SwapSums {
  const sums = {
    named: { count: 0, usd: 0 },
    generic: { count: 0, usd: 0 },
    unknown: { count: 0, usd: 0 },
    unread: { count: 0, usd: 0 },
    unpriced: 0,
  }
  const add = (kind: SwapKind, usd: number | null): void => {
    sums[kind].count++
    sums[kind].usd += usd ?? 0
    if (usd === null) sums.unpriced++
  }
  for (const { dex, amountUsd } of trades) add(kindOf(dex), amountUsd)
  for (const { usd } of unread) add('unread', usd)
  return sums
}

function kindOf(dex: TradeFacts['dex']): SwapKind {
  if (!isAmmVenue(dex)) return 'named'
  return dex.startsWith(UNKNOWN_AMM_PREFIX) ? 'unknown' : 'generic'
}
