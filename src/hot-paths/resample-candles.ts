import assert from 'node:assert/strict'
import { type Candles, foldCandles, isNested } from './ohlcv.ts'

/** Candles of a longer period from the first `count` of `fine` (times ascending), as `foldCandles` does: epoch-aligned,
 *  weeks from Monday 00:00 UTC, open bar included, no candle where there was none. The period must be a whole number of
 *  the fine one; other periods would tear candles apart. Returns how many were written to `out`. O(count). */
export function resampleCandles(
  fine: Candles,
  count: number,
  periods: { readonly fromMs: number; readonly toMs: number },
  out: Candles,
): number {
  const { fromMs, toMs } = periods
  assert(isNested(fromMs, toMs), 'the longer period consists of whole buckets of the shorter')
  return foldCandles(fine, count, toMs, out)
}

/** Points of a value series (times ascending) to `bucketCount` evenly spaced buckets over `fromMs` to `toMs`, both
 *  included; buckets without a point are left out, points outside the range are ignored, volumes are unknown (NaN).
 *  Each candle has the time of its bucket's start. Returns how many were written to `out`. O(points). */
export function foldValues(
  series: { readonly timesMs: Float64Array; readonly values: Float64Array },
  range: { readonly fromMs: number; readonly toMs: number; readonly bucketCount: number },
  out: Candles,
): number {
  const { timesMs, values } = series
  const { fromMs, toMs, bucketCount } = range
  assert(values.length === timesMs.length, 'columns of one length')
  assert(bucketCount >= 1 && toMs >= fromMs, 'at least one bucket, and a range that does not run backwards')
  const widthMs = (toMs - fromMs) / bucketCount
  let filled = 0
  let current = -1
  for (let at = 0; at < timesMs.length; at++) {
    const timeMs = timesMs[at]!
    if (timeMs < fromMs || timeMs > toMs) continue
    const value = values[at]!
    const bucket = widthMs === 0 ? 0 : Math.min(bucketCount - 1, Math.floor((timeMs - fromMs) / widthMs))
    if (bucket !== current) {
      assert(filled < out.t.length, 'room for every candle')
      current = bucket
      out.t[filled] = fromMs + bucket * widthMs
      out.o[filled] = value
      out.h[filled] = value
      out.l[filled] = value
      out.v[filled++] = Number.NaN
    }
    const last = filled - 1
    if (value > out.h[last]!) out.h[last] = value
    if (value < out.l[last]!) out.l[last] = value
    out.c[last] = value
  }
  return filled
}
