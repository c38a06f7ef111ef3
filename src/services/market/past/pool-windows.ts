import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../config/durations.ts'
import { PAST } from '../../../config/past.ts'
import type { Context } from '../../../context.ts'
import type { MarketPair, Windows } from '../../../upstreams/capabilities.ts'
import { type PoolTrades, type PricedTrade, peekPoolTrades, readPoolTrades } from '../pool-trades.ts'

const WINDOW_MS: Windows<number> = { m5: 5 * MINUTE_MS, h1: HOUR_MS, h6: 6 * HOUR_MS, h24: DAY_MS }

/** Pairs with what their source left unknown and the pool's own trades say: volumes, trades and changes of the usual
 *  windows, and when the pool came to be. A window that the trades do not cover stays null. The past of the first
 *  `PAST.poolsPerRequest` (one where the node allows few calls) is read, of the others only what was read before is used. */
export async function withWindows(
  ctx: Context,
  pairs: readonly (MarketPair | null)[],
): Promise<readonly (MarketPair | null)[]> {
  // Of a node that allows few calls, one pool's past is half of them.
  const most = ctx.config.node.per10s === null ? PAST.poolsPerRequest : 1
  let read = 0
  return Promise.all(
    pairs.map(async (pair) => {
      if (pair === null || !isPoor(pair)) return pair
      const known = peekPoolTrades(ctx, pair.pairAddress)
      if (known !== undefined) return fill(pair, known, ctx.clock.nowMs())
      if (ctx.chain.rpc === null || ++read > most) return pair
      const trades = await readPoolTrades(ctx, pair.pairAddress)
      return trades.ok ? fill(pair, trades.value, ctx.clock.nowMs()) : pair
    }),
  )
}

/** Providers name their pools' pages; the chain's own pools have none. */
function isPoor(pair: MarketPair): boolean {
  return pair.url === null && (pair.volumeUsd.h24 === null || pair.priceChangePct.h24 === null)
}

function fill(pair: MarketPair, history: PoolTrades, nowMs: number): MarketPair {
  const isOwn = history.baseMint === null || history.baseMint === pair.base.address
  const created = { pairCreatedAtMs: pair.pairCreatedAtMs ?? history.createdAtMs }
  if (!isOwn || history.unpriced > 0) return { ...pair, ...created }
  const of = <T>(make: (windowMs: number) => T): Windows<T> => ({
    m5: make(WINDOW_MS.m5),
    h1: make(WINDOW_MS.h1),
    h6: make(WINDOW_MS.h6),
    h24: make(WINDOW_MS.h24),
  })
  const tradesOf = (windowMs: number): readonly PricedTrade[] | null =>
    history.wholeSinceMs === null || history.wholeSinceMs > nowMs - windowMs
      ? null
      : history.trades.filter(({ tMs }) => tMs >= nowMs - windowMs)
  return {
    ...pair,
    ...created,
    volumeUsd: of((windowMs) => tradesOf(windowMs)?.reduce((sum, { volumeUsd }) => sum + volumeUsd, 0) ?? null),
    txns: of((windowMs) => countsOf(tradesOf(windowMs))),
    priceChangePct: of((windowMs) => changeOf(pair.priceUsd, history, nowMs - windowMs)),
  }
}

function countsOf(trades: readonly PricedTrade[] | null): { readonly buys: number; readonly sells: number } | null {
  if (trades === null) return null
  const buys = trades.filter(({ side }) => side === 'buy').length
  return { buys, sells: trades.length - buys }
}

/** Against the price after the last trade before the window; of a pool that is younger, against its first. */
function changeOf(priceUsd: number | null, { trades, isWhole }: PoolTrades, sinceMs: number): number | null {
  const before = trades.findLast(({ tMs }) => tMs < sinceMs) ?? (isWhole ? trades[0] : undefined)
  return priceUsd === null || before === undefined ? null : (priceUsd / before.priceUsd - 1) * 100
}
