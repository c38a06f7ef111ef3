import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../config/durations.ts'
import { INGEST } from '../../config/ingest.ts'
import type { Context } from '../../context.ts'
import type { SolRange } from '../../contract/market.ts'
import { createTurnSlices } from '../../runtime/turn-slices.ts'
import { getSolPriceHistory } from '../market/sol-price-history.ts'

/** What a SOL cost in millionths of a dollar at a moment, and who says so. `recorded`: this server, within ten minutes;
 *  `history-…`: the price history that the SOL price routes show, in steps of that length. */
export type SolPriceThen = { readonly usdMicros: bigint; readonly source: string }
export type SolPriceAt = (timeSec: number) => SolPriceThen | null

type Range = { readonly range: SolRange; readonly spanMs: number; readonly stepMs: number; readonly name: string }
/** The finest that reaches so far back. */
const RANGES: readonly Range[] = [
  { range: '1h', spanMs: HOUR_MS, stepMs: 5 * MINUTE_MS, name: 'history-5m' },
  { range: '24h', spanMs: DAY_MS, stepMs: HOUR_MS, name: 'history-1h' },
  { range: '7d', spanMs: 7 * DAY_MS, stepMs: HOUR_MS, name: 'history-1h' },
  { range: '30d', spanMs: 30 * DAY_MS, stepMs: DAY_MS, name: 'history-1d' },
]

/** Prices of SOL at moments. A moment that no source covers has none: the present price is not that of then. */
export async function solPricesAt(ctx: Context, timesSec: readonly number[]): Promise<SolPriceAt> {
  const known = new Map<number, SolPriceThen | null>()
  const open: number[] = []
  const slices = createTurnSlices()
  for (const timeSec of new Set(timesSec)) {
    await slices.next()
    const own = recordedAt(ctx, timeSec * 1_000)
    if (own === null) open.push(timeSec)
    else known.set(timeSec, { usdMicros: toMicros(own), source: 'recorded' })
  }
  const nowMs = ctx.clock.nowMs()
  const byRange = Map.groupBy(open, (timeSec) => RANGES.find(({ spanMs }) => nowMs - timeSec * 1_000 <= spanMs) ?? null)
  for (const [range, times] of byRange) {
    if (range === null) continue
    const history = await getSolPriceHistory(ctx, range.range)
    if (!history.ok) continue
    for (const timeSec of times) {
      await slices.next()
      const near = nearest(history.value.points, timeSec * 1_000, range.stepMs)
      if (near !== null) known.set(timeSec, { usdMicros: toMicros(near), source: range.name })
    }
  }
  return (timeSec) => known.get(timeSec) ?? null
}

function recordedAt(ctx: Context, tMs: number): number | null {
  const maxAgeMs = INGEST.solPriceMaxAgeSec * 1_000
  const rows = ctx.store.solPrices.range(tMs - maxAgeMs, tMs + maxAgeMs)
  return nearest(
    rows.map((row) => [row.tMs, row.priceUsd] as const),
    tMs,
    maxAgeMs,
  )
}

function nearest(points: readonly (readonly number[])[], tMs: number, maxAgeMs: number): number | null {
  let best: readonly number[] | null = null
  for (const point of points) if (best === null || Math.abs(point[0]! - tMs) < Math.abs(best[0]! - tMs)) best = point
  return best === null || Math.abs(best[0]! - tMs) > maxAgeMs ? null : best[1]!
}

function toMicros(priceUsd: number): bigint {
  return BigInt(Math.round(priceUsd * 1e6))
}
