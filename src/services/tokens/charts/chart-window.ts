import { CANDLE_STEP_MS, CANDLE_STEPS, type CandleStep } from '../../../config/candle-steps.ts'
import { DAY_MS, HOUR_MS } from '../../../config/durations.ts'
import { LIMITS } from '../../../config/limits.ts'
import type { ChartPeriod } from '../../../contract/chart.ts'

export type ChartWindow = {
  readonly fromMs: number
  readonly toMs: number
  readonly step: CandleStep
  /** It ends now, so that the newest price belongs to it. */
  readonly endsNow: boolean
}

/** What a period means when no times are given, and the size of its candles: some 60 to 365 of them. */
const PERIODS: Readonly<Record<ChartPeriod, { readonly spanMs: number; readonly step: CandleStep }>> = {
  '1h': { spanMs: HOUR_MS, step: '1m' },
  '1d': { spanMs: DAY_MS, step: '15m' },
  '7d': { spanMs: 7 * DAY_MS, step: '1h' },
  '30d': { spanMs: 30 * DAY_MS, step: '4h' },
  '90d': { spanMs: 90 * DAY_MS, step: '12h' },
  '365d': { spanMs: 365 * DAY_MS, step: '1d' },
}

/** The range of a chart. Without `to` it ends now, without `from` it is as long as its period. A `to` in the future is
 *  now, a `from` that is not before `to` is taken as absent. Candles have the size of the period, or the next larger
 *  one with which the range needs no more than `LIMITS.chartCandles`. */
export function chartWindow(
  nowMs: number,
  { period, from, to }: { readonly period: ChartPeriod; readonly from: number | null; readonly to: number | null },
): ChartWindow {
  const { spanMs, step } = PERIODS[period]
  const toMs = Math.min(to ?? nowMs, nowMs)
  const fromMs = from !== null && from < toMs ? from : Math.max(0, toMs - spanMs)
  const fitting = CANDLE_STEPS.slice(CANDLE_STEPS.indexOf(step)).find(
    (candidate) => (toMs - fromMs) / CANDLE_STEP_MS[candidate] <= LIMITS.chartCandles,
  )
  return { fromMs, toMs, step: fitting ?? '1d', endsNow: toMs === nowMs }
}
