import { USDC_MINT } from '../../src/contract/mints.ts'
import { HISTORY_STEP_SECS, HISTORY_STEPS } from '../world/planned-history.ts'
import type { Market, MarketPast, MarketPool } from './market.ts'

/** What a pool went through, oldest first: prices in USD of its base and what was traded at each. */
export type PricePath = {
  readonly timesSec: readonly number[]
  readonly pricesUsd: readonly number[]
  readonly volumesUsd: readonly number[]
}

/** Planned steps are published this often, so that there are candles of a minute too, and candles of every size fold
 *  from them: a step does not begin where a candle does. */
const TICKS_PER_STEP = 5

/** The path of a pool from `fromSec` on, before `endSec`: the planned history before its trades, its trades, and its
 *  price now, which an open candle follows. The same figures that its windows, its pair and its reserves tell. */
export function pathOfPool(
  market: Market,
  pool: MarketPool,
  fromSec: number,
  endSec = Number.POSITIVE_INFINITY,
): PricePath {
  const past = market.past(pool)
  const planned = past === null ? NOTHING : plannedPath(pool, past, fromSec, endSec)
  const trades = pool.book.since(fromSec)
  const timesSec: number[] = []
  const pricesUsd: number[] = []
  const volumesUsd: number[] = []
  const add = (timeSec: number, priceUsd: number, volumeUsd: number): void => {
    timesSec.push(timeSec)
    pricesUsd.push(priceUsd)
    volumesUsd.push(volumeUsd)
  }
  let at = 0
  for (const trade of trades) {
    if (trade.timeSec >= endSec) break
    for (; at < planned.timesSec.length && planned.timesSec[at]! < trade.timeSec; at++)
      add(planned.timesSec[at]!, planned.pricesUsd[at]!, planned.volumesUsd[at]!)
    if (trade.priceUsd > 0) add(trade.timeSec, trade.priceUsd, trade.volumeUsd)
  }
  for (; at < planned.timesSec.length; at++) add(planned.timesSec[at]!, planned.pricesUsd[at]!, planned.volumesUsd[at]!)
  const nowUsd = market.state(pool)?.priceUsd
  const nowSec = Math.max(market.nowSec(), timesSec.at(-1) ?? 0)
  if (nowUsd !== undefined && timesSec.length > 0 && nowSec < endSec) add(nowSec, nowUsd, 0)
  return { timesSec, pricesUsd, volumesUsd }
}

/** The same with the prices of the pool's other side. */
export function pathOfQuote(
  market: Market,
  pool: MarketPool,
  fromSec: number,
  endSec = Number.POSITIVE_INFINITY,
): PricePath {
  const own = pathOfPool(market, pool, fromSec, endSec)
  if (pool.quoteMint === USDC_MINT) return { ...own, pricesUsd: own.pricesUsd.map(() => 1) }
  const main = market.mainPool(pool.quoteMint)
  if (main === null || own.timesSec.length === 0) return NOTHING
  const reference = pathOfPool(market, main, own.timesSec[0]! - HISTORY_STEP_SECS, endSec)
  if (reference.timesSec.length === 0) return NOTHING
  let at = 0
  const pricesUsd = own.timesSec.map((timeSec) => {
    while (at + 1 < reference.timesSec.length && reference.timesSec[at + 1]! <= timeSec) at++
    return reference.pricesUsd[at]!
  })
  return { ...own, pricesUsd }
}

const NOTHING: PricePath = { timesSec: [], pricesUsd: [], volumesUsd: [] }

function plannedPath(pool: MarketPool, past: MarketPast, fromSec: number, endSec: number): PricePath {
  const { plan, bootSec, priceEndSec, openingUsd, openingLiquidityUsd } = past
  const first = Math.max(0, HISTORY_STEPS - Math.ceil((bootSec - fromSec) / HISTORY_STEP_SECS))
  const timesSec: number[] = []
  const pricesUsd: number[] = []
  const volumesUsd: number[] = []
  for (let step = first; step < HISTORY_STEPS; step++) {
    if (plan.buys[step]! + plan.sells[step]! === 0) continue
    const startSec = bootSec - (HISTORY_STEPS - step) * HISTORY_STEP_SECS
    if (startSec >= endSec) break
    for (let tick = 1; tick <= TICKS_PER_STEP; tick++) {
      // The last second of its part: a step that ends where a candle begins belongs to the candle before.
      const timeSec = startSec + Math.floor((tick * HISTORY_STEP_SECS) / TICKS_PER_STEP) - 1
      if (timeSec < fromSec || timeSec >= endSec) continue
      timesSec.push(timeSec)
      volumesUsd.push((plan.volume[step]! * openingLiquidityUsd) / TICKS_PER_STEP)
      pricesUsd.push(
        timeSec < priceEndSec
          ? openingUsd * plannedLevel(past, timeSec)
          : (pool.book.lastAtOrBefore(timeSec)?.priceUsd ?? openingUsd),
      )
    }
  }
  return { timesSec, pricesUsd, volumesUsd }
}

/** Between two steps the level moves evenly, so that no extreme lies inside a step. */
function plannedLevel({ plan, priceEndSec }: MarketPast, timeSec: number): number {
  const stepsBack = (priceEndSec - timeSec) / HISTORY_STEP_SECS
  const exact = HISTORY_STEPS - stepsBack
  const after = Math.min(HISTORY_STEPS - 1, Math.max(0, Math.floor(exact)))
  const before = Math.max(0, after - 1)
  const share = Math.min(1, Math.max(0, exact - after))
  return plan.close[before]! + (plan.close[after]! - plan.close[before]!) * share
}

export type PathCandle = {
  readonly startSec: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volumeUsd: number
}

/** Candles that begin on multiples of `stepSec`, ascending; intervals in which nothing happened are left out. */
export function candlesOfPath({ timesSec, pricesUsd, volumesUsd }: PricePath, stepSec: number): PathCandle[] {
  const candles: PathCandle[] = []
  let from = 0
  while (from < timesSec.length) {
    const startSec = timesSec[from]! - (timesSec[from]! % stepSec)
    let to = from
    let high = 0
    let low = Number.POSITIVE_INFINITY
    let volumeUsd = 0
    for (; to < timesSec.length && timesSec[to]! < startSec + stepSec; to++) {
      high = Math.max(high, pricesUsd[to]!)
      low = Math.min(low, pricesUsd[to]!)
      volumeUsd += volumesUsd[to]!
    }
    candles.push({ startSec, open: pricesUsd[from]!, high, low, close: pricesUsd[to - 1]!, volumeUsd })
    from = to
  }
  return candles
}

export type CandleWindow = {
  readonly limit: number
  readonly stepSec: number
  readonly beforeSec: number
  /** On a multiple of `stepSec`. */
  readonly oldestSec: number
}

/** The newest `limit` candles that begin before `beforeSec` and not before `oldestSec`, ascending. Where intervals in
 *  which nothing happened leave too few, looks back twice as far, and to the end once that finds nothing. */
export function newestCandles(pathSince: (fromSec: number) => PricePath, window: CandleWindow): PathCandle[] {
  const { limit, stepSec, beforeSec, oldestSec } = window
  let spanSecs = (limit + 1) * stepSec
  let seen = -1
  for (;;) {
    const fromSec = Math.max(oldestSec, beforeSec - spanSecs)
    const path = pathSince(fromSec - (fromSec % stepSec))
    const rows = candlesOfPath(path, stepSec).filter(({ startSec }) => startSec < beforeSec)
    if (rows.length >= limit || fromSec === oldestSec) return rows.slice(-limit)
    spanSecs = path.timesSec.length > seen ? 2 * spanSecs : Number.POSITIVE_INFINITY
    seen = path.timesSec.length
  }
}

/** Pools a mint is traded in, on either side, deepest first. */
export function poolsOnEitherSide(market: Market, mint: string): MarketPool[] {
  const own = market.poolsOf(mint)
  const pools = own.length > 0 ? [...own] : market.pools().filter(({ quoteMint }) => quoteMint === mint)
  const depth = new Map(pools.map((pool) => [pool, depthUsd(market, pool)]))
  return pools
    .filter((pool) => depth.get(pool)! >= 0)
    .sort((a, b) => depth.get(b)! - depth.get(a)! || (a.address < b.address ? -1 : 1))
}

/** Negative for a pool that has no price any more. */
function depthUsd(market: Market, pool: MarketPool): number {
  const state = market.state(pool)
  return state === null ? -1 : (state.liquidityUsd ?? 2 * state.quoteReserve * (market.priceUsd(pool.quoteMint) ?? 0))
}

/** The path of a token in its deepest pool, from `fromSec` on, before `endSec`; empty when it has none. */
export function pathOfToken(
  market: Market,
  mint: string,
  fromSec: number,
  endSec = Number.POSITIVE_INFINITY,
): PricePath {
  const pool = market.mainPool(mint) ?? poolsOnEitherSide(market, mint)[0]
  if (pool === undefined) return NOTHING
  return pool.baseMint === mint ? pathOfPool(market, pool, fromSec, endSec) : pathOfQuote(market, pool, fromSec, endSec)
}
