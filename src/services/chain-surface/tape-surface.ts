import { STREAM_INTERVAL_MS } from '../../config/event-stream.ts'
import { LIMITS } from '../../config/limits.ts'
import type { SurfacePayload } from '../../contract/chain-surface.ts'
import type { CandleRow } from '../../contract/chart.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { EvmTapeChain, LaunchEvent, TradeEvent } from '../../contract/tape-event.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import type { TapeEndpoint } from '../chain-tiers/endpoints.ts'
import { getTokenCandles } from '../first-party/token-candles.ts'
import { getTokenTraders } from '../first-party/token-traders.ts'
import { readBars } from '../stream/read-bars.ts'
import { toChainPair } from './pair-rows.ts'
import type { Asked, Sourced, SurfaceName } from './surface.ts'
import { readTapeTrades } from './tape-trades.ts'

/** Null where the tape has nothing of what was asked for. */
type TapeAnswer<N extends SurfaceName> = Promise<Outcome<Sourced<SurfacePayload<N>>> | null>
type TapeAsked = Asked & { readonly tapeChain: EvmTapeChain }
type TapeSurface = { readonly [N in TapeEndpoint]: (asked: TapeAsked) => TapeAnswer<N> }

/** A followed EVM chain by this server's own tape: the same rows, in the same order, as on the transports of events. */
export const TAPE_SURFACE: TapeSurface = {
  async newTokens(asked) {
    const nowMs = asked.ctx.clock.nowMs()
    const seen = new Set<string>()
    const launches = newestLaunches(asked).filter(({ mint }) => !seen.has(mint) && seen.add(mint))
    const tokens = launches.slice(0, asked.question.limit).map((launch) => {
      const createdAt = launch.blockTimeSec === null ? null : launch.blockTimeSec * 1_000
      return {
        mint: launch.mint,
        pool: launch.pool,
        dex: launch.dex,
        name: launch.name,
        symbol: launch.symbol,
        priceUsd: lastTradeOf(asked, launch.pool)?.priceUsd ?? null,
        liquidityUsd: null,
        volume24h: null,
        createdAt,
        ageSecs: createdAt === null ? null : Math.max(0, Math.round((nowMs - createdAt) / 1_000)),
      }
    })
    return tokens.length === 0
      ? null
      : ok({ payload: { count: tokens.length, tokens }, ...ofTape(asked, launches[0]!) })
  },
  async newPools(asked) {
    const launches = newestLaunches(asked).slice(0, asked.question.limit)
    if (launches.length === 0) return null
    const pools = launches.map((launch) => toChainPair(asked.ctx, asked.tapeChain, toPair(asked, launch)))
    const missing = ['volumes and liquidity: the tape knows trades and prices']
    return ok({ payload: { count: pools.length, pools, missing }, ...ofTape(asked, launches[0]!) })
  },
  async tokenTrades(asked) {
    const { address } = asked.question
    const found = readTapeTrades(asked.ctx, { chain: asked.tapeChain, by: 'mint', address }, asked.question)
    if (!found.ok) return found
    const { rows: trades, newest, cursor } = found.value
    if (newest === undefined && asked.question.cursor === '') return null
    return ok({ payload: { address, count: trades.length, trades, cursor }, ...ofTape(asked, newest) })
  },
  async tokenOhlcv(asked) {
    const { address, period, amount, fromMs, toMs } = asked.question
    const subject = { chain: asked.tapeChain, by: 'mint', address } as const
    const found = await getTokenCandles(asked.ctx, subject, { period, fromMs, toMs, amount }, asked.signal)
    if (!found.ok) return found
    const candles = found.value.candles.map(({ open: _, ...candle }) => candle)
    if (candles.length === 0) return null
    const missing = found.value.window.complete ? {} : { missing: ['the tape does not hold the whole range'] }
    return ok({
      payload: { address, period, count: candles.length, candles, ...missing },
      ...ofTape(asked, undefined, candles.at(-1)!.t),
    })
  },
  async traders(asked) {
    const { address, sort, limit } = asked.question
    const subject = { chain: asked.tapeChain, by: 'mint', address } as const
    const found = await getTokenTraders(asked.ctx, subject, { sort, window: '24h', limit }, asked.signal)
    if (!found.ok) return found
    const { traders } = found.value
    if (traders.length === 0) return null
    const newestMs = Math.max(...traders.map(({ lastTs }) => (lastTs ?? 0) * 1_000))
    return ok({
      payload: { address, sort, count: traders.length, traders },
      ...ofTape(asked, undefined, newestMs === 0 ? null : newestMs),
    })
  },
  async poolTrades(asked) {
    const { address: pool } = asked.question
    const found = readTapeTrades(asked.ctx, { chain: asked.tapeChain, by: 'pool', address: pool }, asked.question)
    if (!found.ok) return found
    const { rows: trades, newest, cursor } = found.value
    if (newest === undefined && asked.question.cursor === '') return null
    return ok({ payload: { pool, count: trades.length, trades, cursor }, ...ofTape(asked, newest) })
  },
  async poolOhlcv(asked) {
    const { address: pool, period } = asked.question
    const candles = poolCandles(asked)
    if (!candles.ok) return candles
    const rows = candles.value
    if (rows.length === 0) return null
    return ok({
      payload: { pool, period, count: rows.length, candles: [...rows] },
      ...ofTape(asked, undefined, rows.at(-1)!.t),
    })
  },
}

/** The newest `amount` candles of a pool with a priced trade, ascending. */
function poolCandles({ ctx, tapeChain, question }: TapeAsked): Outcome<readonly CandleRow[]> {
  const { address: pool, period, amount, fromMs, toMs } = question
  ctx.store.tape.refresh()
  const endMs = toMs ?? ctx.clock.nowMs()
  const spanMs = amount * STREAM_INTERVAL_MS[period]
  const beginMs = Math.max(0, fromMs ?? endMs - spanMs)
  if (beginMs > endMs) return fail('invalid_request', 'from is after to')
  const bars = readBars(ctx.store.tape, { chain: tapeChain, pool, interval: period, fromMs: beginMs, toMs: endMs })
  const rows = bars.slice(-amount)
  return ok(
    rows.map(({ tMs, open, high, low, close, volumeUsd }) => ({
      t: tMs,
      o: open,
      h: high,
      l: low,
      c: close,
      v: volumeUsd,
    })),
  )
}

function newestLaunches({ ctx, tapeChain, question: { limit, dex } }: TapeAsked): readonly LaunchEvent[] {
  const { tape } = ctx.store
  tape.refresh()
  // A token may have several pools among the newest.
  const { launches } = tape.launches({ chain: tapeChain, limit: Math.min(LIMITS.launches.max, 4 * limit) })
  return launches.filter((launch) => dex === '' || launch.dex === dex)
}

function lastTradeOf({ ctx, tapeChain }: TapeAsked, pool: string): TradeEvent | undefined {
  return ctx.store.tape.trades({ by: 'pool', address: pool, chain: tapeChain }, { limit: 1 }).trades[0]
}

const UNKNOWN = { m5: null, h1: null, h6: null, h24: null }

/** A new pool as far as the tape knows it. */
function toPair(asked: TapeAsked, launch: LaunchEvent): MarketPair {
  return {
    dexId: launch.dex,
    pairAddress: launch.pool,
    url: null,
    labels: [],
    base: { address: launch.mint, name: launch.name ?? '', symbol: launch.symbol ?? '' },
    quote: { address: launch.quoteMint, name: '', symbol: '' },
    priceUsd: lastTradeOf(asked, launch.pool)?.priceUsd ?? null,
    priceNative: null,
    priceChangePct: UNKNOWN,
    volumeUsd: UNKNOWN,
    txns: UNKNOWN,
    liquidityUsd: null,
    liquidityBase: null,
    liquidityQuote: null,
    marketCapUsd: null,
    fdvUsd: null,
    pairCreatedAtMs: launch.blockTimeSec === null ? null : launch.blockTimeSec * 1_000,
    boostsActive: null,
    info: null,
  }
}

function ofTape(
  { ctx }: TapeAsked,
  newest: Pick<TradeEvent, 'blockTimeSec' | 'slot'> | undefined,
  atMs: number | null = newest?.blockTimeSec == null ? null : newest.blockTimeSec * 1_000,
) {
  return { source: 'tape', sourceAtMs: atMs, block: newest?.slot ?? null, fetchedAtMs: ctx.clock.nowMs() }
}
