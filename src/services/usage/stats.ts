import { setImmediate as nextTurn } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { UsageRange, UsageStats } from '../../contract/usage.ts'
import type { UsageDelta, UsageResolution } from '../../store/store.ts'

const RANGES_MS: Readonly<Record<UsageRange, number>> = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
}
/** Buckets read in one turn of the loop: a busy key has some fifty routes, and a row costs about 2 microseconds. */
const BUCKETS_PER_TURN = 8

/** Usage of the calling key (spec 2.7, 4.6). Hourly rows answer 24 h, daily rows the longer ranges. What this process
 *  has not written yet is written first; a sibling's last second may be missing. Fails `unauthorized` for a caller
 *  without a record. */
export async function getUsageStats(
  ctx: Pick<Context, 'store' | 'clock'>,
  caller: Caller,
  range: UsageRange,
): Promise<Outcome<UsageStats>> {
  if (caller.kind !== 'key') return fail('unauthorized', 'no key context')
  await ctx.store.usage.settle()
  const nowMs = ctx.clock.nowMs()
  const resolution: UsageResolution = range === '24h' ? 'hour' : 'day'
  const bucketMs = resolution === 'hour' ? HOUR_MS : DAY_MS
  const beginMs = nowMs - RANGES_MS[range]
  const sinceMs = beginMs - (beginMs % bucketMs)
  const sum = createSum(sinceMs, nowMs)
  for (let fromMs = sinceMs; fromMs <= nowMs; fromMs += BUCKETS_PER_TURN * bucketMs) {
    const toMs = Math.min(nowMs, fromMs + BUCKETS_PER_TURN * bucketMs - 1)
    for (const row of ctx.store.usage.read(caller.key.id, resolution, fromMs, toMs)) addRow(sum, row)
    await nextTurn()
  }
  return ok(toReply(sum, RANGES_MS[range], sinceMs))
}

type Totals = Omit<UsageDelta, 'keyId' | 'route' | 'bucketMs'>
type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Sum = {
  readonly all: Mutable<Totals>
  readonly byRoute: Map<string, Mutable<Totals>>
  readonly byDay: Map<number, Mutable<Totals>>
}

function createSum(sinceMs: number, nowMs: number): Sum {
  const byDay = new Map<number, Mutable<Totals>>()
  for (let dayMs = sinceMs - (sinceMs % DAY_MS); dayMs <= nowMs; dayMs += DAY_MS) byDay.set(dayMs, noTotals())
  return { all: noTotals(), byRoute: new Map(), byDay }
}

function noTotals(): Mutable<Totals> {
  return { calls: 0, errors: 0, failures: 0, totalMs: 0, maxMs: 0, providerCalls: 0, providerCostUsd: 0 }
}

function addRow(sum: Sum, row: UsageDelta): void {
  const route = sum.byRoute.get(row.route) ?? noTotals()
  sum.byRoute.set(row.route, route)
  const day = sum.byDay.get(row.bucketMs - (row.bucketMs % DAY_MS))
  for (const totals of day === undefined ? [sum.all, route] : [sum.all, route, day]) {
    totals.calls += row.calls
    totals.errors += row.errors
    totals.failures += row.failures
    totals.totalMs += row.totalMs
    totals.maxMs = Math.max(totals.maxMs, row.maxMs)
    totals.providerCalls += row.providerCalls
    totals.providerCostUsd += row.providerCostUsd
  }
}

function toReply({ all, byRoute, byDay }: Sum, rangeMs: number, sinceMs: number): UsageStats {
  const busiest = [...byRoute].sort(([a, one], [b, other]) => other.calls - one.calls || (a < b ? -1 : 1))
  return {
    range_ms: rangeMs,
    since: sinceMs,
    summary: {
      calls: all.calls,
      errors: all.errors,
      failures: all.failures,
      error_rate: perCall(all.errors, all.calls, 6),
      failure_rate: perCall(all.failures, all.calls, 6),
      avg_ms: perCall(all.totalMs, all.calls, 3),
      max_ms: rounded(all.maxMs, 3),
      provider_calls: all.providerCalls,
      provider_cost_usd: rounded(all.providerCostUsd, 6),
    },
    byRoute: busiest.slice(0, LIMITS.statsTopRoutes).map(([route, totals]) => ({
      route,
      calls: totals.calls,
      errors: totals.errors,
      avg_ms: perCall(totals.totalMs, totals.calls, 3),
      cost_usd: rounded(totals.providerCostUsd, 6),
    })),
    series: [...byDay].map(([ts, totals]) => ({
      ts,
      calls: totals.calls,
      failures: totals.failures,
      cost_usd: rounded(totals.providerCostUsd, 6),
    })),
  }
}

function perCall(total: number, calls: number, digits: number): number {
  return calls === 0 ? 0 : rounded(total / calls, digits)
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
