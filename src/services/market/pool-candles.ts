import { CANDLE_STEP_MS, type CandleStep } from '../../config/candle-steps.ts'
import { WEEK_MS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import type { PoolOhlcv, PoolPeriod } from '../../contract/chart.ts'
import { missingOf } from '../../contract/missing.ts'
import { type CacheMeta, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { bucketStartMs } from '../../hot-paths/ohlcv.ts'
import type { Candle, CandleList, CandleQuery } from '../../upstreams/market-capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { realMints } from '../pricing/real-mints.ts'
import { foldToStep } from './candle-columns.ts'
import { toCandleRow } from './candle-row.ts'
import { foldHistory } from './past/fold-history.ts'
import { sayMissing } from './past/say-missing.ts'
import { readPoolTrades } from './pool-trades.ts'
import { readTapeCandles } from './tape-candles.ts'

export type PoolCandlesRequest = {
  readonly pool: string
  readonly period: PoolPeriod
  readonly amount: number
  readonly from: number | null
  readonly to: number | null
}
type Window = { readonly fromMs: number | null; readonly toMs: number }
type Kept = Window & { readonly candles: readonly Candle[]; readonly missing?: readonly string[] }

/** What providers are asked for; weeks are folded from days here, so that they begin on the same day everywhere. */
const STEPS: Readonly<Record<PoolPeriod, CandleStep>> = { '1m': '1m', '5m': '5m', '1h': '1h', '1d': '1d', '1w': '1d' }
const DAYS_PER_WEEK = 7

/** The newest `amount` candles of a pool within a range, in USD of its base. The market-data provider first, then the
 *  pool index; kept 30 s and served with `stale: true` for five minutes while both fail. Where neither is configured,
 *  or neither knows the pool, the tape where it holds the whole range, else the pool's newest transactions. A pool no
 *  one knows has no candles. Fails `upstream_failed` when no source answered. */
export async function getPoolCandles(ctx: Context, request: PoolCandlesRequest): Promise<Outcome<PoolOhlcv>> {
  const { pool, period, amount, from, to } = request
  const { market, pools } = ctx.upstreams
  const isAsked = market !== null || pools !== null
  const kept = isAsked
    ? await ctx.store.memo<Kept>('poolCandles', [pool, period, amount, from ?? '', to ?? ''].join('\n'), () =>
        askProviders(ctx, request),
      )
    : null
  if (kept?.ok && kept.value.candles.length > 0) return ok(toReply(request, kept.value, kept.cache), kept.cache)
  if (ctx.chain.rpc !== null) {
    const own = (await readStored(ctx, request)) ?? (await foldOwnTrades(ctx, request))
    if (own.ok && (own.value.candles.length > 0 || !kept?.ok)) {
      const cache = kept === null || kept.ok ? own.cache : degradedNow(ctx)
      return ok(toReply(request, own.value, cache), cache)
    }
  }
  if (kept?.ok) return ok(toReply(request, kept.value, kept.cache), kept.cache)
  return fail('upstream_failed', 'pool candles unavailable')
}

async function askProviders(ctx: Context, request: PoolCandlesRequest): Promise<Outcome<Kept>> {
  const { market, pools } = ctx.upstreams
  const window = windowOf(ctx, request)
  if (realMints([request.pool]).length === 0) return ok({ ...window, candles: [] })
  const query = queryOf(request, window)
  const ways: (() => Promise<Outcome<CandleList>>)[] = []
  if (market !== null) ways.push(() => market.poolCandles(request.pool, query))
  if (pools !== null) ways.push(() => pools.poolCandles(request.pool, query, null))
  let failed = 0
  for (const ask of ways) {
    const list = await ask()
    if (!list.ok) {
      failed++
      continue
    }
    if (list.value.candles.length === 0) continue
    const folded = await foldToStep(ctx, list.value, periodMs(request.period))
    if (!folded.ok) return folded
    const candles = folded.value.slice(-request.amount)
    return ok({ ...window, candles }, failed === 0 ? undefined : degradedNow(ctx))
  }
  if (failed === ways.length) return fail('upstream_failed', 'pool candles unavailable')
  return ok({ ...window, candles: [] }, failed === 0 ? undefined : degradedNow(ctx))
}

/** Null where the tape does not hold the range, or nothing was traded in it. */
async function readStored(ctx: Context, request: PoolCandlesRequest): Promise<Outcome<Kept> | null> {
  const { pool, amount, period } = request
  const window = windowOf(ctx, request)
  const stepMs = CANDLE_STEP_MS[STEPS[period]]
  const spanMs = amount * periodMs(period)
  const fromMs = bucketStartMs(Math.max(window.fromMs ?? 0, window.toMs - spanMs), periodMs(period))
  const stored = await readTapeCandles(ctx, { pool, mint: null, fromMs, toMs: window.toMs, stepMs })
  if (stored === null || !stored.ok || stored.value.length === 0) return null
  const folded = await foldToStep(ctx, { stepMs, candles: stored.value }, periodMs(period))
  return folded.ok ? ok({ ...window, candles: folded.value.slice(-amount) }) : folded
}

async function foldOwnTrades(ctx: Context, request: PoolCandlesRequest): Promise<Outcome<Kept>> {
  const window = windowOf(ctx, request)
  if (realMints([request.pool]).length === 0) return ok({ ...window, candles: [] })
  const read = await readPoolTrades(ctx, request.pool)
  if (!read.ok) return read
  const fromMs = window.fromMs ?? Math.max(0, window.toMs - request.amount * periodMs(request.period))
  const candles = foldHistory(read.value.trades, {
    fromMs: window.fromMs ?? 0,
    toMs: window.toMs,
    stepMs: periodMs(request.period),
  })
  return ok({ ...window, candles: candles.slice(-request.amount), missing: sayMissing(read.value, fromMs) }, read.cache)
}

/** A `to` in the future is now; a `from` that is not before `to` is taken as absent, any other begins with the candle
 *  it lies in. */
function windowOf(ctx: Context, { period, from, to }: PoolCandlesRequest): Window {
  const nowMs = ctx.clock.nowMs()
  const toMs = Math.min(to ?? nowMs, nowMs)
  return { fromMs: from !== null && from < toMs ? bucketStartMs(from, periodMs(period)) : null, toMs }
}

function queryOf({ period, amount }: PoolCandlesRequest, { fromMs, toMs }: Window): CandleQuery {
  // The newest week may hold one day only, and the oldest must be whole.
  const limit = period === '1w' ? Math.min(amount * DAYS_PER_WEEK, LIMITS.poolDays) : amount
  return { step: STEPS[period], fromMs, toMs, limit }
}

function periodMs(period: PoolPeriod): number {
  return period === '1w' ? WEEK_MS : CANDLE_STEP_MS[STEPS[period]]
}

function toReply(
  { pool, period, amount }: PoolCandlesRequest,
  { fromMs, toMs, candles, missing = [] }: Kept,
  cache: CacheMeta | undefined,
): PoolOhlcv {
  return {
    pool,
    period,
    from: fromMs ?? Math.min(Math.max(0, toMs - amount * periodMs(period)), candles[0]?.tMs ?? toMs),
    to: toMs,
    count: candles.length,
    candles: candles.map(toCandleRow),
    ...(cache?.stale ? { stale: true as const } : {}),
    ...missingOf(missing),
  }
}
