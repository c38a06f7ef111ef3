import { createCandles } from '../../../hot-paths/ohlcv.ts'
import { foldValues } from '../../../hot-paths/resample-candles.ts'
import type { Candle, PricePoint } from '../../../upstreams/market-capabilities.ts'
import { fromColumns } from '../../market/candle-columns.ts'

/** Open, high, low and close of single prices in `bucketCount` even parts of a range; parts without a price are left
 *  out, volumes are unknown. Some thousand points at most, well under a millisecond. */
export function deriveCandles(
  points: readonly PricePoint[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  bucketCount: number,
): Candle[] {
  const timesMs = Float64Array.from(points, ({ tMs }) => tMs)
  const values = Float64Array.from(points, ({ priceUsd }) => priceUsd)
  const out = createCandles(Math.min(bucketCount, points.length))
  return fromColumns(out, foldValues({ timesMs, values }, { fromMs, toMs, bucketCount }, out))
}
