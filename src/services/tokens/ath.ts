import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { AthRecord } from '../../contract/token-market.ts'
import type { CandleQuery, MarketHistory, PriceExtremes } from '../../upstreams/market-capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { sayMissing } from '../market/past/say-missing.ts'
import { readTokenHistory } from '../market/past/token-history.ts'
import { findChartPool } from '../pricing/chart-pool.ts'
import { realMints } from '../pricing/real-mints.ts'
import { type Extremes, extremesOf } from './extremes.ts'
import { getPricesWithWindows } from './prices-with-windows.ts'
import { snapshotMeta } from './snapshot-meta.ts'

const DAILY: CandleQuery = { step: '1d', fromMs: null, toMs: null, limit: LIMITS.chartCandles }

/** `missing` says why there is none. */
type Derived = { readonly extremes: Extremes | null; readonly missing?: readonly string[] }
type Source = () => Promise<Outcome<Derived>>

/** The all-time high and low of a token (120 s). The market-data provider's own extremes; only what it does not name is
 *  derived from a second call for the longest daily history there is: its own, the pool index's, or the chain's trades
 *  where they are all there ever were. A price beyond an extreme is the new extreme. Fails
 *  `upstream_failed` when nothing is known and each source failed. */
export function getAth(ctx: Context, mint: string): Promise<Outcome<AthRecord>> {
  return ctx.store.memo<AthRecord>('tokenAth', mint, async () => {
    const { market } = ctx.upstreams
    const isReal = realMints([mint]).length > 0
    const [prices, named] = await Promise.all([
      getPricesWithWindows(ctx, [mint]),
      market === null || !isReal ? null : market.priceExtremes(mint),
    ])
    const entry = prices.ok ? prices.value[mint] : undefined
    const provided = named?.ok ? named.value : null
    const price = entry?.priceUsd ?? provided?.priceUsd ?? null
    const isWhole = provided?.athUsd != null && provided.atlUsd != null
    // A provider that just failed is not asked for its history as well.
    const derived = isWhole || !isReal ? null : await deriveExtremes(ctx, mint, named?.ok ? market : null)
    const spot = entry === undefined && named?.ok ? await market!.marketSpot(mint) : null
    const parts = [prices, named, derived, spot].filter((part) => part !== null)
    const hasFailed = parts.some((part) => !part.ok || part.cache?.degraded === true)
    const change = entry?.priceChange24h ?? (spot?.ok ? (spot.value?.priceChange24hPct ?? null) : null)
    const extremes = joinExtremes(provided, derived?.ok ? derived.value.extremes : null)
    if (hasFailed && price === null && extremes.athUsd === null) return fail('upstream_failed', 'ath unavailable')
    const record = toRecord({ price, extremes, priceChange24hPct: change, nowMs: ctx.clock.nowMs() })
    const cache = snapshotMeta(ctx, 'tokenAth', [prices.ok ? prices.cache : undefined])
    const missing = missingOf(derived?.ok ? (derived.value.missing ?? []) : [])
    return ok({ ...record, ...missing }, hasFailed ? degradedNow(ctx) : cache)
  })
}

const UNKNOWN: Extremes = { athUsd: null, athMs: null, atlUsd: null, atlMs: null }

/** What a provider names is not mixed with a history that may be shorter: each extreme is one or the other. */
function joinExtremes(provided: PriceExtremes | null, derived: Extremes | null): Extremes {
  const own = derived ?? UNKNOWN
  const named = provided ?? UNKNOWN
  return {
    athUsd: named.athUsd ?? own.athUsd,
    athMs: named.athUsd === null ? own.athMs : named.athMs,
    atlUsd: named.atlUsd ?? own.atlUsd,
    atlMs: named.atlUsd === null ? own.atlMs : named.atlMs,
  }
}

async function deriveExtremes(ctx: Context, mint: string, market: MarketHistory | null): Promise<Outcome<Derived>> {
  let failed = 0
  const missing: string[] = []
  for (const ask of historySources(ctx, mint, market)) {
    const found = await ask()
    if (!found.ok) failed++
    else if (found.value.extremes !== null) return failed === 0 ? found : ok(found.value, degradedNow(ctx))
    else missing.push(...(found.value.missing ?? []))
  }
  return failed === 0 ? ok({ extremes: null, missing }) : fail('upstream_failed', 'no price history')
}

function historySources(ctx: Context, mint: string, market: MarketHistory | null): readonly Source[] {
  const { pools } = ctx.upstreams
  const sources: Source[] = []
  if (market !== null) {
    sources.push(async () => {
      const list = await market.tokenCandles(mint, DAILY)
      return list.ok ? ok({ extremes: extremesOf(list.value.candles) }) : list
    })
  }
  if (pools !== null) {
    sources.push(async () => {
      const pool = await findChartPool(ctx, mint)
      if (!pool.ok || pool.value === null) return pool.ok ? ok({ extremes: null }) : pool
      const list = await pools.poolCandles(pool.value.address, DAILY, mint)
      return list.ok ? ok({ extremes: extremesOf(list.value.candles) }) : list
    })
  }
  if (ctx.chain.rpc !== null) {
    sources.push(async () => {
      const pool = await findChartPool(ctx, mint)
      if (!pool.ok || pool.value === null) return pool.ok ? ok({ extremes: null }) : pool
      const read = await readTokenHistory(ctx, mint, pool.value.address)
      if (!read.ok) return read
      const { trades, isWhole, pool: own } = read.value
      // The newest trades alone say nothing about all time.
      if (!isWhole) return ok({ extremes: null, missing: sayMissing(own, null) })
      const extremes = extremesOf(trades.map(({ tMs, priceUsd }) => ({ tMs, high: priceUsd, low: priceUsd })))
      return ok({ extremes, missing: sayMissing(own, own.createdAtMs) })
    })
  }
  return sources
}

function toRecord(parts: {
  readonly price: number | null
  readonly extremes: Extremes
  readonly priceChange24hPct: number | null
  readonly nowMs: number
}): AthRecord {
  const { price, nowMs } = parts
  let { athUsd, athMs, atlUsd, atlMs } = parts.extremes
  if (price !== null && athUsd !== null && price > athUsd) [athUsd, athMs] = [price, nowMs]
  if (price !== null && atlUsd !== null && price < atlUsd) [atlUsd, atlMs] = [price, nowMs]
  return {
    price,
    ath: athUsd,
    atl: atlUsd,
    athDate: isoDate(athMs),
    atlDate: isoDate(atlMs),
    fromAthPct: changePct(price, athUsd),
    fromAtlPct: changePct(price, atlUsd),
    // A provider reports 0 for a token without a price.
    priceChange24h: price === null ? null : parts.priceChange24hPct,
  }
}

/** Null unless both are present and not zero. */
function changePct(price: number | null, extreme: number | null): number | null {
  return price === null || extreme === null || price === 0 || extreme === 0 ? null : (price / extreme - 1) * 100
}

function isoDate(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString()
}
