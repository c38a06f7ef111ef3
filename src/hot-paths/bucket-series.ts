import assert from 'node:assert/strict'

/** A value series (times ascending) at evenly spaced times: point `i` of `pointCount` stands at `fromMs + i (toMs -
 *  fromMs) / (pointCount - 1)` and has the last value at or before it. Points before the first value are left out:
 *  nothing was known then. Returns how many were written to `out`. O(values + points). */
export function bucketSeries(
  series: { readonly timesMs: Float64Array; readonly values: Float64Array },
  range: { readonly fromMs: number; readonly toMs: number; readonly pointCount: number },
  out: { readonly t: Float64Array; readonly v: Float64Array },
): number {
  const { timesMs, values } = series
  const { fromMs, toMs, pointCount } = range
  assert(values.length === timesMs.length, 'columns of one length')
  assert(pointCount >= 2 && toMs > fromMs, 'two points or more over a range')
  assert(out.t.length >= pointCount && out.v.length >= pointCount, 'room for every point')
  let filled = 0
  let next = 0
  for (let point = 0; point < pointCount; point++) {
    const timeMs = point === pointCount - 1 ? toMs : fromMs + (point * (toMs - fromMs)) / (pointCount - 1)
    while (next < timesMs.length && timesMs[next]! <= timeMs) next++
    if (next === 0) continue
    out.t[filled] = timeMs
    out.v[filled++] = values[next - 1]!
  }
  return filled
}
