import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { type Candles, createCandles } from '../../hot-paths/ohlcv.ts'
import { resampleCandles } from '../../hot-paths/resample-candles.ts'
import type { Candle, CandleList } from '../../upstreams/market-capabilities.ts'

/** Candles as the columns that the hot paths take; an unknown volume is NaN there. */
export function toColumns(candles: readonly Candle[]): Candles {
  const columns = createCandles(candles.length)
  for (const [at, candle] of candles.entries()) {
    columns.t[at] = candle.tMs
    columns.o[at] = candle.open
    columns.h[at] = candle.high
    columns.l[at] = candle.low
    columns.c[at] = candle.close
    columns.v[at] = candle.volumeUsd ?? Number.NaN
  }
  return columns
}

/** The first `count` rows. Times that fall between milliseconds are rounded. */
export function fromColumns(columns: Candles, count: number): Candle[] {
  return Array.from({ length: count }, (_, at) => ({
    tMs: Math.round(columns.t[at]!),
    open: columns.o[at]!,
    high: columns.h[at]!,
    low: columns.l[at]!,
    close: columns.c[at]!,
    volumeUsd: Number.isNaN(columns.v[at]!) ? null : columns.v[at]!,
  }))
}

/** A provider's candles in the size that is wanted: folded where it only has finer ones, on a compute thread where
 *  there are more than `LIMITS.candlesInline`. Fails as the compute threads fail. */
export async function foldToStep(
  ctx: Pick<Context, 'workers'>,
  { stepMs, candles }: CandleList,
  wantedMs: number,
): Promise<Outcome<readonly Candle[]>> {
  if (stepMs === wantedMs || candles.length === 0) return ok(candles)
  const fine = toColumns(candles)
  const count = candles.length
  if (count > LIMITS.candlesInline) {
    const input = { candles: fine, count, fromMs: stepMs, toMs: wantedMs }
    const folded = await ctx.workers.run('resampleCandles', input)
    return folded.ok ? ok(fromColumns(folded.value.candles, folded.value.count)) : folded
  }
  const out = createCandles(count)
  return ok(fromColumns(out, resampleCandles(fine, count, { fromMs: stepMs, toMs: wantedMs }, out)))
}
