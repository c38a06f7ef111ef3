import { CANDLE_STEP_MS } from '../../../config/candle-steps.ts'
import { LIMITS } from '../../../config/limits.ts'
import type { Context } from '../../../context.ts'
import type { ChartPeriod } from '../../../contract/chart.ts'
import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import { bucketStartMs } from '../../../hot-paths/ohlcv.ts'
import type { Candle, CandleQuery, PricePoint } from '../../../upstreams/market-capabilities.ts'
import { degradedNow } from '../../degraded-now.ts'
import { foldToStep } from '../../market/candle-columns.ts'
import { foldHistory } from '../../market/past/fold-history.ts'
import { sayMissing } from '../../market/past/say-missing.ts'
import { readPoolTrades } from '../../market/pool-trades.ts'
import { readTapeCandles } from '../../market/tape-candles.ts'
import { findChartPool } from '../../pricing/chart-pool.ts'
import { getPrices } from '../../pricing/prices.ts'
import { realMints } from '../../pricing/real-mints.ts'
import { type ChartWindow, chartWindow } from './chart-window.ts'

export type ChartRequest = { readonly period: ChartPeriod; readonly from: number | null; readonly to: number | null }

/** What is known of a token's prices over a range: a provider's candles, or single prices. Ascending. */
export type PriceSeries = {
  readonly window: ChartWindow
  readonly candles: readonly Candle[]
  /** Beside candles only where these are of single trades: what they were folded from. */
  readonly points: readonly PricePoint[]
  /** Whose candles they are, when they are our own. */
  readonly pool?: string
  /** What they leave out. */
  readonly missing?: readonly string[]
}

type Found = Pick<PriceSeries, 'candles' | 'points' | 'pool' | 'missing'>
type Source = () => Promise<Outcome<Found>>

/** Prices of a token (30 s). Sources in order, until one knows something: the market-data provider's candles, the pool
 *  index's candles of the best pool, the market-data provider's price history, the tape's candles of that pool, its
 *  newest trades from the node. Providers go before the tape because theirs are prices of the pool and not of single
 *  trades with their fees, as all other routes show them, and because they begin before the tape does. Fails
 *  `upstream_failed` when each one that is configured failed. */
export function loadPriceSeries(ctx: Context, mint: string, request: ChartRequest): Promise<Outcome<PriceSeries>> {
  const { period, from, to } = request
  const key = `${mint}\n${period}\n${from ?? ''}\n${to ?? ''}`
  return ctx.store.memo<PriceSeries>('tokenChart', key, async () => {
    const window = chartWindow(ctx.clock.nowMs(), request)
    const found = realMints([mint]).length === 0 ? ok(NOTHING) : await askInTurn(ctx, sourcesOf(ctx, mint, window))
    return found.ok ? ok({ window, ...found.value }, found.cache) : found
  })
}

const NOTHING: Found = { candles: [], points: [] }

function sourcesOf(ctx: Context, mint: string, window: ChartWindow): readonly Source[] {
  const { market, pools } = ctx.upstreams
  const { step, toMs } = window
  const stepMs = CANDLE_STEP_MS[step]
  const fromMs = bucketStartMs(window.fromMs, stepMs)
  const query: CandleQuery = { step, fromMs, toMs, limit: LIMITS.chartCandles + 1 }
  const sources: Source[] = []
  let hasMarket = false
  if (market !== null) {
    sources.push(async () => {
      const list = await market.tokenCandles(mint, query)
      hasMarket = list.ok
      return list.ok ? withCandles(await foldToStep(ctx, list.value, stepMs)) : list
    })
  }
  if (pools !== null) {
    sources.push(async () => {
      const pool = await findChartPool(ctx, mint)
      if (!pool.ok || pool.value === null) return pool.ok ? ok(NOTHING) : pool
      const list = await pools.poolCandles(pool.value.address, query, mint)
      return list.ok ? withCandles(await foldToStep(ctx, list.value, stepMs)) : list
    })
  }
  if (market !== null) {
    sources.push(async () => {
      // A provider that just failed is not waited for again.
      if (!hasMarket) return fail('upstream_failed', `${market.provider} failed`)
      const points = await market.priceHistory(mint, { step, fromMs: window.fromMs, toMs })
      return points.ok ? ok({ candles: [], points: points.value }) : points
    })
  }
  if (ctx.chain.rpc !== null) {
    sources.push(() => readTapePrices(ctx, mint, { ...window, fromMs }))
    sources.push(() => readChainPrices(ctx, mint, { ...window, fromMs }))
  }
  return sources
}

function withCandles(candles: Outcome<readonly Candle[]>): Outcome<Found> {
  return candles.ok ? ok({ candles: candles.value, points: [] }) : candles
}

/** One after the other: most often the first one knows, and each call costs. */
async function askInTurn(ctx: Context, sources: readonly Source[]): Promise<Outcome<Found>> {
  let failed = 0
  for (const ask of sources) {
    const found = await ask()
    if (!found.ok) failed++
    else if (found.value.candles.length > 0 || found.value.points.length > 0)
      return failed === 0 ? found : ok(found.value, degradedNow(ctx))
  }
  if (failed > 0 && failed === sources.length) return fail('upstream_failed', 'chart data unavailable')
  return failed === 0 ? ok(NOTHING) : ok(NOTHING, degradedNow(ctx))
}

/** The best pool's candles, the newest of which ends with the price that every route returns. */
async function readTapePrices(ctx: Context, mint: string, window: ChartWindow): Promise<Outcome<Found>> {
  const found = await findChartPool(ctx, mint)
  if (!found.ok || found.value === null) return found.ok ? ok(NOTHING) : found
  const pool = found.value.address
  const stepMs = CANDLE_STEP_MS[window.step]
  const candles = await readTapeCandles(ctx, { pool, mint, fromMs: window.fromMs, toMs: window.toMs, stepMs })
  if (candles === null || (candles.ok && candles.value.length === 0)) return ok(NOTHING)
  if (!candles.ok) return candles
  const prices = window.endsNow ? await getPrices(ctx, [mint]) : null
  const priceUsd = prices?.ok ? prices.value[mint]?.priceUsd : undefined
  const whole =
    priceUsd === undefined ? candles.value : endWith(candles.value, priceUsd, bucketStartMs(window.toMs, stepMs))
  return ok({ candles: whole, points: [], pool })
}

/** The forming candle, begun where the one before ended when no one has traded in it yet. */
function endWith(candles: readonly Candle[], priceUsd: number, startMs: number): readonly Candle[] {
  const last = candles.at(-1)!
  const forming: Candle =
    last.tMs === startMs
      ? last
      : { ...last, tMs: startMs, open: last.close, high: last.close, low: last.close, volumeUsd: 0 }
  const ended = {
    ...forming,
    high: Math.max(forming.high, priceUsd),
    low: Math.min(forming.low, priceUsd),
    close: priceUsd,
  }
  return [...candles.filter(({ tMs }) => tMs < startMs), ended]
}

/** Candles of the trades within the range that the tape and the node have, the newest of which ends with the price
 *  now. */
async function readChainPrices(ctx: Context, mint: string, window: ChartWindow): Promise<Outcome<Found>> {
  const found = await findChartPool(ctx, mint)
  if (!found.ok || found.value === null) return found.ok ? ok(NOTHING) : found
  const pool = found.value.address
  const traded = await readPoolTrades(ctx, pool)
  if (!traded.ok) return traded
  // Prices are those of the pool's base.
  if (traded.value.baseMint !== null && traded.value.baseMint !== mint) return ok(NOTHING)
  const stepMs = CANDLE_STEP_MS[window.step]
  const candles = foldHistory(traded.value.trades, { fromMs: window.fromMs, toMs: window.toMs, stepMs })
  const missing = sayMissing(traded.value, window.fromMs)
  const prices = window.endsNow ? await getPrices(ctx, [mint]) : null
  const priceUsd = prices?.ok ? prices.value[mint]?.priceUsd : undefined
  if (candles.length === 0)
    return ok({ candles: [], points: priceUsd === undefined ? [] : [{ tMs: window.toMs, priceUsd }], missing })
  const whole = priceUsd === undefined ? candles : endWith(candles, priceUsd, bucketStartMs(window.toMs, stepMs))
  const points = traded.value.trades
    .filter(({ tMs }) => tMs >= window.fromMs && tMs <= window.toMs)
    .map(({ tMs, priceUsd: tradeUsd }) => ({ tMs, priceUsd: tradeUsd }))
  if (priceUsd !== undefined && (points.at(-1)?.tMs ?? 0) < window.toMs) points.push({ tMs: window.toMs, priceUsd })
  return ok({ candles: whole, points, pool, missing })
}
