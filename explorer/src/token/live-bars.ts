/* The newest candles of a pool, between two answers of the route: pure, so that they are tested without a page. */

import type { Candle } from '../api/types.ts'

/** A trade of the pool. Prices and amounts in USD; 0 where no one knows them. */
export type PoolTrade = { readonly date: number; readonly priceUSD: number; readonly amountUSD: number }
export type Answered = {
  readonly candles: readonly Candle[]
  /** Until when the answer knows of trades, epoch ms. */
  readonly to: number
}
type Known = {
  readonly periodMs: number
  /** Every trade of the pool since then is among those of the page, epoch ms. */
  readonly wholeSinceMs: number
}

/** An answer knows of this much more only by another price of the dollar. */
const SAME_VOLUME = 1.001

/** The candles of an answer, with the trades that it does not know of: by the rule of the route, so that a candle is at
 *  its end what the route says of it. A candle opens with its first trade, and intervals without trades have none.
 *  `trades` in the order of the chain. */
export function withLiveBars({ candles, to }: Answered, trades: readonly PoolTrade[], known: Known): readonly Candle[] {
  const newest = candles.at(-1)
  const formed: Candle[] = []
  for (const [t, own] of byBucket(trades, known.periodMs)) {
    if (newest !== undefined && t < newest.t) continue
    const answered = newest?.t === t ? newest : null
    const folded = own.reduce<Candle | null>(extend, null)
    // An answer may be half a minute old, and its provider behind it: the fuller candle is the newer one.
    const isFuller = t >= known.wholeSinceMs && (folded?.v ?? 0) > (answered?.v ?? 0) * SAME_VOLUME
    const bar =
      answered === null || isFuller
        ? folded
        : own.filter(({ date }) => date > to).reduce<Candle | null>(extend, answered)
    if (bar !== null) formed.push(bar)
  }
  return [...(formed[0] !== undefined && formed[0].t === newest?.t ? candles.slice(0, -1) : candles), ...formed]

  function extend(bar: Candle | null, { date, priceUSD: price, amountUSD }: PoolTrade): Candle {
    if (bar === null) return { t: startOf(date, known.periodMs), o: price, h: price, l: price, c: price, v: amountUSD }
    return { ...bar, h: Math.max(bar.h, price), l: Math.min(bar.l, price), c: price, v: (bar.v ?? 0) + amountUSD }
  }
}

function startOf(ms: number, periodMs: number): number {
  return Math.floor(ms / periodMs) * periodMs
}

/** Those with a price, by the start of their interval, ascending. */
function byBucket(
  trades: readonly PoolTrade[],
  periodMs: number,
): readonly (readonly [number, readonly PoolTrade[]])[] {
  const buckets = new Map<number, PoolTrade[]>()
  for (const trade of trades) {
    if (trade.priceUSD <= 0) continue
    const start = startOf(trade.date, periodMs)
    const own = buckets.get(start)
    if (own === undefined) buckets.set(start, [trade])
    else own.push(trade)
  }
  return [...buckets].sort(([a], [b]) => a - b)
}

/** The first place in which two lists of candles differ; the length of the shorter one where it is the beginning of the
 *  other. */
export function firstDifference(a: readonly Candle[], b: readonly Candle[]): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const one = a[at]!
    const other = b[at]!
    if (one !== other && (['t', 'o', 'h', 'l', 'c', 'v'] as const).some((name) => one[name] !== other[name])) return at
  }
  return length
}
