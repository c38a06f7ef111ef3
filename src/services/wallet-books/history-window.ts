import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../config/durations.ts'
import type { Context } from '../../context.ts'
import type { ChartPeriod } from '../../contract/chart.ts'
import { chartWindow } from '../tokens/charts/chart-window.ts'

export type HistoryRequest = {
  readonly period: ChartPeriod
  /** Epoch milliseconds. */
  readonly from: number | null
  readonly to: number | null
  /** A mint; empty for all. */
  readonly asset: string
}
export type Window = { readonly fromMs: number; readonly toMs: number; readonly stepMs: number }

/** Up to so long a range, in steps of so much; a longer one in weeks. */
const STEPS: readonly (readonly [spanMs: number, stepMs: number])[] = [
  [HOUR_MS, 5 * MINUTE_MS],
  [DAY_MS, 15 * MINUTE_MS],
  [7 * DAY_MS, HOUR_MS],
  [30 * DAY_MS, 6 * HOUR_MS],
  [120 * DAY_MS, DAY_MS],
]
const MAX_SPAN_MS = 366 * DAY_MS

/** As charts understand `period`, `from` and `to`, 366 days at most. */
export function windowOf(ctx: Context, { period, from, to }: HistoryRequest): Window {
  const { fromMs, toMs } = chartWindow(ctx.clock.nowMs(), { period, from, to })
  const begin = Math.max(fromMs, toMs - MAX_SPAN_MS)
  const stepMs = STEPS.find(([spanMs]) => toMs - begin <= spanMs)?.[1] ?? 7 * DAY_MS
  return { fromMs: begin, toMs, stepMs }
}

/** What every answer about a range says of it. */
export function envelope(wallet: string, { period, asset }: HistoryRequest, { fromMs, toMs }: Window) {
  return { wallet, period, from: fromMs, to: toMs, asset: asset === '' ? null : asset }
}

/** Descending: the end, whole steps before it, and the beginning. */
export function momentsOf({ fromMs, toMs, stepMs }: Window): readonly number[] {
  const moments: number[] = [toMs]
  for (let tMs = Math.floor((toMs - 1) / stepMs) * stepMs; tMs > fromMs; tMs -= stepMs) moments.push(tMs)
  if (fromMs < toMs) moments.push(fromMs)
  return moments
}
