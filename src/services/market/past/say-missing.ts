import { counted } from '../../../contract/counted.ts'
import type { PoolTrades } from '../pool-trades.ts'

export const PRESENT_PRICES = 'trades of before SOL prices were recorded here are valued at its present price'

/** What an answer made of a pool's own trades leaves out of a range. */
export function sayMissing(
  { wholeSinceMs, unpriced, hasPresentPrices }: PoolTrades,
  fromMs: number | null,
): readonly string[] {
  const isShort = wholeSinceMs === null || wholeSinceMs > (fromMs ?? 0)
  return [
    ...(isShort ? [`trades before ${timeOf(wholeSinceMs)} were not read of the node`] : []),
    ...(unpriced > 0 ? [`${counted(unpriced, 'trade')} whose worth in dollars is not known`] : []),
    ...(hasPresentPrices ? [PRESENT_PRICES] : []),
  ]
}

function timeOf(tMs: number | null): string {
  return tMs === null ? 'now' : new Date(tMs).toISOString()
}
