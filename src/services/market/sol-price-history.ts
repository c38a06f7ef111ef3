import type { CacheName } from '../../config/cache-ttls.ts'
import { CANDLE_STEP_MS, type CandleStep } from '../../config/candle-steps.ts'
import { DAY_MS, HOUR_MS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import type { SolPriceHistory, SolRange } from '../../contract/market.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { bucketStartMs } from '../../hot-paths/ohlcv.ts'
import type { PricePoint } from '../../upstreams/market-capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { findChartPool } from '../pricing/chart-pool.ts'
import { knownSolPriceUsd } from '../pricing/sol-price.ts'
import { readPoolTrades } from './pool-trades.ts'

type Range = { readonly fromMs: number; readonly toMs: number; readonly step: CandleStep; readonly stepMs: number }
type Source = { readonly isProvider: boolean; ask(): Promise<Outcome<readonly PricePoint[]>> }

/** Native period and cache of each range (spec 4.3). */
const RANGES: Readonly<
  Record<SolRange, { readonly spanMs: number; readonly step: CandleStep; readonly cache: CacheName }>
> = {
  '1h': { spanMs: HOUR_MS, step: '5m', cache: 'solHistory1h' },
  '24h': { spanMs: DAY_MS, step: '1h', cache: 'solHistory24h' },
  '7d': { spanMs: 7 * DAY_MS, step: '1h', cache: 'solHistory7d' },
  '30d': { spanMs: 30 * DAY_MS, step: '1d', cache: 'solHistory30d' },
}
/** Own rows answer alone when this share of the native periods has one, that in which the range begins among them. */
const OWN_ROWS_ENOUGH_SHARE = 0.9

/** The SOL price over a range: the last known price of each native period, ascending, at most 300 points. Own stored
 *  rows alone where they cover the range; else the first provider that knows it (price charts, then the pool index's
 *  and the market-data provider's candles, then the chain's own trades), with own rows after its newest point, and the
 *  price now. Fails `upstream_failed` when no one knows anything and someone failed. */
export function getSolPriceHistory(ctx: Context, range: SolRange): Promise<Outcome<SolPriceHistory>> {
  const { spanMs, step, cache } = RANGES[range]
  return ctx.store.memo<SolPriceHistory>(cache, range, async () => {
    const nowMs = ctx.clock.nowMs()
    const asked: Range = { fromMs: nowMs - spanMs, toMs: nowMs, step, stepMs: CANDLE_STEP_MS[step] }
    const own = ctx.store.solPrices.range(asked.fromMs, nowMs).map(({ tMs, priceUsd }) => ({ tMs, priceUsd }))
    const ownPoints = lastOfEach(own, asked.stepMs)
    const reply = async (points: readonly PricePoint[]): Promise<SolPriceHistory> => ({
      points: (await withPresent(ctx, lastOfEach(points, asked.stepMs), asked))
        .slice(-LIMITS.solHistoryPoints)
        .map(({ tMs, priceUsd }) => [tMs, priceUsd]),
      range,
      generatedAt: nowMs,
    })
    const isFromStart = own[0] !== undefined && own[0].tMs <= asked.fromMs + asked.stepMs
    if (isFromStart && ownPoints.length >= (spanMs / asked.stepMs) * OWN_ROWS_ENOUGH_SHARE) return ok(await reply(own))

    let failed = 0
    const endsMs = ctx.clock.monotonicMs() + TIMEOUTS.solHistoryMs
    for (const { ask, isProvider } of sourcesOf(ctx, asked)) {
      // Each has a deadline of its own; all of them in turn would be too long a wait.
      const isLate = isProvider && ctx.clock.monotonicMs() >= endsMs
      const found = isLate ? fail('upstream_timeout', 'no time left') : await ask()
      if (!found.ok) {
        failed++
        continue
      }
      const resampled = lastOfEach(found.value, asked.stepMs)
      const newestMs = resampled.at(-1)?.tMs
      // The chain's own trades may cover less than what is stored.
      if (newestMs === undefined || resampled.length < ownPoints.length) continue
      const points = [...found.value, ...own.filter(({ tMs }) => tMs > newestMs)]
      return ok(await reply(points), failed === 0 ? undefined : degradedNow(ctx))
    }
    if (own.length === 0 && failed > 0) return fail('upstream_failed', 'SOL price history unavailable')
    return ok(await reply(own), failed === 0 ? undefined : degradedNow(ctx))
  })
}

function sourcesOf(ctx: Context, range: Range): readonly Source[] {
  const { solHistory, oracleHistory, pools, market } = ctx.upstreams
  const { fromMs, toMs, step, stepMs } = range
  const limit = LIMITS.solHistoryPoints
  const sources: Source[] = []
  const add = (ask: Source['ask'], isProvider = true) => sources.push({ isProvider, ask })
  if (solHistory !== null) add(() => solHistory.solHistory({ fromMs, toMs, stepMs }))
  if (oracleHistory !== null) add(() => oracleHistory.solHistory({ fromMs, toMs, stepMs }))
  if (pools !== null) {
    add(async () => {
      const pool = await findChartPool(ctx, WSOL_MINT)
      if (!pool.ok || pool.value === null) return pool.ok ? ok([]) : pool
      const list = await pools.poolCandles(pool.value.address, { step, fromMs, toMs, limit }, WSOL_MINT)
      return list.ok ? ok(closesOf(list.value, toMs)) : list
    })
  }
  if (market !== null) add(() => market.priceHistory(WSOL_MINT, { step, fromMs, toMs }))
  if (ctx.chain.rpc !== null) {
    add(async () => {
      const pool = await findChartPool(ctx, WSOL_MINT)
      if (!pool.ok || pool.value === null) return pool.ok ? ok([]) : pool
      const read = await readPoolTrades(ctx, pool.value.address)
      if (!read.ok) return read
      return ok(read.value.baseMint === WSOL_MINT ? read.value.trades.filter(({ tMs }) => tMs >= fromMs) : [])
    }, false)
  }
  return sources
}

/** The present period may have no trade and no stored row yet: its price is the canonical one. */
async function withPresent(
  ctx: Context,
  points: readonly PricePoint[],
  { toMs, stepMs }: Range,
): Promise<readonly PricePoint[]> {
  const newestMs = points.at(-1)?.tMs
  if (newestMs !== undefined && newestMs >= bucketStartMs(toMs, stepMs)) return points
  const priceUsd = await knownSolPriceUsd(ctx)
  return priceUsd === null ? points : [...points, { tMs: toMs, priceUsd }]
}

/** A close is the price at the end of its candle, of the open one now. */
function closesOf(
  { stepMs, candles }: { readonly stepMs: number; readonly candles: readonly { tMs: number; close: number }[] },
  nowMs: number,
): PricePoint[] {
  return candles.map(({ tMs, close }) => ({ tMs: Math.min(tMs + stepMs - 1, nowMs), priceUsd: close }))
}

/** Of ascending points, the last one in each period with its own time. */
function lastOfEach(points: readonly PricePoint[], stepMs: number): PricePoint[] {
  const kept: PricePoint[] = []
  let current = Number.NaN
  for (const { tMs, priceUsd } of points) {
    const startMs = bucketStartMs(tMs, stepMs)
    if (startMs === current) kept.pop()
    current = startMs
    kept.push({ tMs, priceUsd })
  }
  return kept
}
