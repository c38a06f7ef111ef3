import { bucketSeries } from '../../../hot-paths/bucket-series.ts'
import type { PricePoint } from '../../../upstreams/market-capabilities.ts'

/** At most `maxPoints` points: as they are, or evenly spaced over the range with the last price at or before each time.
 *  Some thousand points at most, well under a millisecond. */
export function thinPoints(
  points: readonly PricePoint[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  maxPoints: number,
): readonly PricePoint[] {
  if (points.length <= maxPoints || toMs <= fromMs) return points.slice(-maxPoints)
  const timesMs = Float64Array.from(points, ({ tMs }) => tMs)
  const values = Float64Array.from(points, ({ priceUsd }) => priceUsd)
  const out = { t: new Float64Array(maxPoints), v: new Float64Array(maxPoints) }
  const count = bucketSeries({ timesMs, values }, { fromMs, toMs, pointCount: maxPoints }, out)
  return Array.from({ length: count }, (_, at) => ({ tMs: Math.round(out.t[at]!), priceUsd: out.v[at]! }))
}
