import { LIMITS } from '../../../config/limits.ts'
import type { Context } from '../../../context.ts'
import type { Chart } from '../../../contract/chart.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import { type ChartRequest, loadPriceSeries } from './load-series.ts'
import { thinPoints } from './thin-points.ts'

/** Price points of a token over a range: the closes of its candles, else its price history thinned to
 *  `LIMITS.chartPoints`. */
export async function getChart(ctx: Context, mint: string, request: ChartRequest): Promise<Outcome<Chart>> {
  const series = await loadPriceSeries(ctx, mint, request)
  if (!series.ok) return series
  const { window, candles, points, pool } = series.value
  const thinned = thinPoints(points, window, LIMITS.chartPoints).map(({ tMs, priceUsd }) => ({ t: tMs, v: priceUsd }))
  return ok(
    {
      mint,
      period: request.period,
      from: window.fromMs,
      to: window.toMs,
      points: candles.length > 0 ? candles.map(({ tMs, close }) => ({ t: tMs, v: close })) : thinned,
      resolution: candles.length > 0 ? ('candles' as const) : ('resampled' as const),
      ...(pool === undefined ? {} : { pool }),
    },
    series.cache,
  )
}
