import { countBuckets, createCandles, foldTrades } from '../../../hot-paths/ohlcv.ts'
import type { Candle } from '../../../upstreams/market-capabilities.ts'
import { fromColumns } from '../candle-columns.ts'
import type { PricedTrade } from '../pool-trades.ts'

/** Candles of the trades in a range, volumes included. Those of a second that only part was read of are whole only from
 *  `wholeSinceMs` on, so earlier trades are left out. */
export function foldHistory(
  trades: readonly PricedTrade[],
  { fromMs, toMs, stepMs }: { readonly fromMs: number; readonly toMs: number; readonly stepMs: number },
): readonly Candle[] {
  const own = trades.filter(({ tMs }) => tMs >= fromMs && tMs <= toMs)
  const columns = {
    timesMs: Float64Array.from(own, ({ tMs }) => tMs),
    pricesUsd: Float64Array.from(own, ({ priceUsd }) => priceUsd),
    volumesUsd: Float64Array.from(own, ({ volumeUsd }) => volumeUsd),
  }
  const out = createCandles(countBuckets(columns.timesMs, stepMs, false))
  return fromColumns(out, foldTrades(columns, stepMs, out))
}
