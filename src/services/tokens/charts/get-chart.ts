import { LIMITS } from '../../../config/limits.ts'
import type { Context } from '../../../context.ts'
import type { Chart } from '../../../contract/chart.ts'
import { missingOf } from '../../../contract/missing.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import { type ChartRequest, loadPriceSeries } from './load-series.ts'
import { thinPoints } from './thin-points.ts'

/** Price points of a token over a range: the closes of its candles, else its price history thinned to
 *  `LIMITS.chartPoints`. */
export async function getChart(ctx: Context, mint: string, request: ChartRequest): Promise<Outcome<Chart>> {
  const series = await loadPriceSeries(ctx, mint, request)
  if (!series.ok) return series
  const { window, candles, points, pool, missing = [] } = series.value
  // One candle is no line: the trades of a token that is minutes old say more.
  const hasCandles = candles.length > 1 || (candles.length > 0 && points.length < 2)
  const thinned = thinPoints(points, window, LIMITS.chartPoints).map(({ tMs, priceUsd }) => ({ t: tMs, v: priceUsd }))
  return ok(
    {
      mint,
      period: request.period,
      from: window.fromMs,
      to: window.toMs,
      points: hasCandles ? candles.map(({ tMs, close }) => ({ t: tMs, v: close })) : thinned,
      resolution: hasCandles ? ('candles' as const) : ('resampled' as const),
      ...(pool === undefined ? {} : { pool }),
      ...missingOf(missing),
    },
    series.cache,
  )
}
