import { DAY_MS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import type { CandleRow } from '../../contract/chart.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { UdfHistory } from '../../contract/udf.ts'

/** What a chart asks for: bars that begin from `fromMs` to before `toMs`, or, with a `countback`, so many before it. */
export type HistoryQuery = {
  readonly stepMs: number
  readonly fromMs: number
  readonly toMs: number
  /** 0: none was given. */
  readonly countback: number
  readonly nowMs: number
}

/** Candles of one size within a range, both ends included; null ends are open: from the oldest of `amount`, until now. */
export type AskCandles = (range: {
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly amount: number
}) => Promise<Outcome<readonly CandleRow[]>>

/** Bars of one answer. The candles of a token are asked for in so many steps at most, or they would be larger ones. */
export const MOST_BARS = LIMITS.chartCandles

/** Bars of a token. Its candles are asked for by range, and intervals without trades have none: a `countback` that the
 *  first range does not fill has the range before it read, too. */
export async function readTokenHistory(
  query: HistoryQuery,
  ask: AskCandles,
  askDays: AskCandles,
): Promise<Outcome<UdfHistory>> {
  const { stepMs, fromMs, toMs, countback, nowMs } = query
  const endsNow = toMs > nowMs
  const lastStart = startOf(endsNow ? nowMs : toMs - 1, stepMs)
  const inRange = Math.floor((lastStart - startOf(fromMs, stepMs)) / stepMs) + 1
  const want = Math.max(1, Math.min(countback > 0 ? countback : inRange, MOST_BARS))
  const first = Math.max(0, lastStart - (want - 1) * stepMs)
  const newest = await ask({ fromMs: first, toMs: endsNow ? null : toMs - 1, amount: want })
  if (!newest.ok) return newest
  let rows = within(newest.value, countback > 0 ? first : Math.max(first, fromMs), toMs)
  if (countback > rows.length && first > 0 && rows.length < MOST_BARS) {
    const older = await ask({ fromMs: Math.max(0, first - MOST_BARS * stepMs), toMs: first - 1, amount: MOST_BARS })
    if (!older.ok) return older
    rows = [...within(older.value, 0, first), ...rows].slice(-Math.min(countback, MOST_BARS))
  }
  if (rows.length > 0) return ok(toHistory(rows))
  return sayNext(await findOlderBar(query, ask, askDays, first))
}

/** Bars of a pool: its candles are asked for by their number, so pauses in trading do not matter. */
export async function readPoolHistory(query: HistoryQuery, ask: AskCandles): Promise<Outcome<UdfHistory>> {
  const { fromMs, toMs, countback, nowMs } = query
  const lastMs = toMs > nowMs ? null : toMs - 1
  const amount = countback > 0 ? Math.min(countback, MOST_BARS) : MOST_BARS
  const newest = await ask({ fromMs: null, toMs: lastMs, amount })
  if (!newest.ok) return newest
  const rows = within(newest.value, countback > 0 ? 0 : fromMs, toMs)
  if (rows.length > 0) return ok(toHistory(rows))
  return sayNext(ok(within(newest.value, 0, toMs).at(-1) ?? null))
}

/** The newest bar before `beforeMs`, by the days with candles: the last of them may have traded only afterwards, and a
 *  day may have more intervals than one answer. */
async function findOlderBar(
  { stepMs }: HistoryQuery,
  ask: AskCandles,
  askDays: AskCandles,
  beforeMs: number,
): Promise<Outcome<CandleRow | null>> {
  if (beforeMs <= 0) return ok(null)
  const range = { fromMs: Math.max(0, beforeMs - MOST_BARS * DAY_MS), toMs: beforeMs - 1, amount: MOST_BARS }
  const answered = await askDays(range)
  if (!answered.ok) return answered
  const days = within(answered.value, 0, beforeMs)
  if (stepMs >= DAY_MS) return ok(days.at(-1) ?? null)
  for (const { t } of days.slice(-2).reverse()) {
    for (let endMs = Math.min(t + DAY_MS, beforeMs); endMs > t; endMs -= MOST_BARS * stepMs) {
      const bars = await ask({ fromMs: Math.max(t, endMs - MOST_BARS * stepMs), toMs: endMs - 1, amount: MOST_BARS })
      if (!bars.ok) return bars
      const newest = within(bars.value, 0, beforeMs).at(-1)
      if (newest !== undefined) return ok(newest)
    }
  }
  return ok(null)
}

function startOf(ms: number, stepMs: number): number {
  return Math.floor(ms / stepMs) * stepMs
}

function within(rows: readonly CandleRow[], fromMs: number, toMs: number): readonly CandleRow[] {
  return rows.filter(({ t }) => t >= fromMs && t < toMs)
}

function sayNext(found: Outcome<CandleRow | null>): Outcome<UdfHistory> {
  if (!found.ok) return found
  return ok({ s: 'no_data', ...(found.value !== null && { nextTime: found.value.t / 1_000 }) })
}

function toHistory(rows: readonly CandleRow[]): UdfHistory {
  const volumes = rows.map(({ v }) => v)
  const known = volumes.filter((v) => v !== null)
  return {
    s: 'ok',
    t: rows.map(({ t }) => t / 1_000),
    o: rows.map(({ o }) => o),
    h: rows.map(({ h }) => h),
    l: rows.map(({ l }) => l),
    c: rows.map(({ c }) => c),
    // A library takes null for NaN.
    ...(known.length === rows.length && { v: known }),
  }
}
