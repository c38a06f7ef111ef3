import type { Context } from '../../../context.ts'
import type { Ohlcv } from '../../../contract/chart.ts'
import { missingOf } from '../../../contract/missing.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import { toCandleRow } from '../../market/candle-row.ts'
import { deriveCandles } from './derive-candles.ts'
import { type ChartRequest, loadPriceSeries } from './load-series.ts'

/** Candles of a token. A provider's own pass through as they are; single prices become `buckets` candles whose volume
 *  is null. */
export async function getOhlcv(
  ctx: Context,
  mint: string,
  request: ChartRequest & { readonly buckets: number },
): Promise<Outcome<Ohlcv>> {
  const series = await loadPriceSeries(ctx, mint, request)
  if (!series.ok) return series
  const { window, candles, points, pool, missing = [] } = series.value
  const isReal = candles.length > 0
  const rows = (isReal ? candles : deriveCandles(points, window, request.buckets)).map(toCandleRow)
  return ok(
    {
      mint,
      period: request.period,
      from: window.fromMs,
      to: window.toMs,
      resolution: isReal ? ('candles' as const) : ('resampled' as const),
      count: rows.length,
      candles: rows,
      ...(pool === undefined ? {} : { pool }),
      ...missingOf(missing),
    },
    series.cache,
  )
}
