import assert from 'node:assert/strict'

/** Trades by columns, times ascending. Prices and volumes are finite. */
export type Trades = {
  readonly timesMs: Float64Array
  readonly pricesUsd: Float64Array
  readonly volumesUsd: Float64Array
}
/** Candles by columns as the wire names them: `t` the start of the bucket in ms, `v` the volume in USD, NaN where nobody
 *  knows it. */
export type Candles = {
  readonly t: Float64Array
  readonly o: Float64Array
  readonly h: Float64Array
  readonly l: Float64Array
  readonly c: Float64Array
  readonly v: Float64Array
}

const WEEK_MS = 604_800_000
/** The epoch was a Thursday; weeks start on Monday, four days on. */
const MONDAY_MS = 345_600_000
/** Trades folded without a look at each one's time; a multiple of four. */
const BLOCK_TRADES = 16
const LAST_OF_BLOCK = BLOCK_TRADES - 1

/** Start of the bucket a time lies in. Buckets are counted from the epoch, so minutes, hours and days start with those
 *  of UTC; periods of whole weeks start on Monday 00:00 UTC. */
export function bucketStartMs(timeMs: number, periodMs: number): number {
  const origin = periodMs % WEEK_MS === 0 ? MONDAY_MS : 0
  return Math.floor((timeMs - origin) / periodMs) * periodMs + origin
}

/** Room for `capacity` candles in one block of memory, columns one after the other. */
export function createCandles(capacity: number): Candles {
  const block = new Float64Array(6 * capacity)
  const column = (n: number): Float64Array => block.subarray(n * capacity, (n + 1) * capacity)
  return { t: column(0), o: column(1), h: column(2), l: column(3), c: column(4), v: column(5) }
}

/** The most candles that `timesMs` (ascending) can give: without carrying no more than there are trades. */
export function countBuckets(timesMs: Float64Array, periodMs: number, isCarried: boolean): number {
  if (timesMs.length === 0) return 0
  const first = bucketStartMs(timesMs[0]!, periodMs)
  const buckets = (bucketStartMs(timesMs[timesMs.length - 1]!, periodMs) - first) / periodMs + 1
  return isCarried ? buckets : Math.min(buckets, timesMs.length)
}

/** Trades to candles of one period; returns how many were written to `out`, which has room for `countBuckets`.
 *  Gap rule: a bucket without a trade has no candle (`carryGaps` fills them). The last candle is the open bar when its
 *  bucket is not over. O(trades), allocates nothing. */
export function foldTrades(trades: Trades, periodMs: number, out: Candles): number {
  const { timesMs, pricesUsd, volumesUsd } = trades
  assert(periodMs > 0, 'the period is positive')
  assert(pricesUsd.length === timesMs.length && volumesUsd.length === timesMs.length, 'columns of one length')
  assert(roomOf(out) >= countBuckets(timesMs, periodMs, false), 'room for every candle')
  let count = 0
  for (let at = 0; at < timesMs.length; ) {
    const startMs = bucketStartMs(timesMs[at]!, periodMs)
    out.t[count] = startMs
    at = foldBucket(trades, at, startMs + periodMs, out, count++)
  }
  return count
}

/** The trades from `from` that are before `endMs`, at least one, into candle `count`; returns the first trade after them.
 *  A function of its own because it is called often: one call over millions of trades would stay in the code that V8
 *  made halfway through its loop, which keeps high and low as objects. */
function foldBucket(
  { timesMs, pricesUsd, volumesUsd }: Trades,
  from: number,
  endMs: number,
  out: Candles,
  count: number,
): number {
  const tradeCount = timesMs.length
  const open = pricesUsd[from]!
  let high = open
  let low = open
  let volume = 0
  let at = from
  // Times ascend, so a block whose last trade is in the bucket is in it whole: one look at the times for all of it.
  while (at + LAST_OF_BLOCK < tradeCount && timesMs[at + LAST_OF_BLOCK]! < endMs) {
    const blockEnd = at + BLOCK_TRADES
    // A price that wanders sets record after record. With the end of the block counted first most of those between are
    // none, and a branch that is rarely taken is a branch well predicted: a third fewer misses, and they are the cost.
    const last = pricesUsd[blockEnd - 1]!
    if (last > high) high = last
    if (last < low) low = last
    // Four a turn, the far one first for the same reason. The sum is a chain in the order of the trades.
    for (; at < blockEnd; at += 4) {
      const first = pricesUsd[at]!
      const second = pricesUsd[at + 1]!
      const third = pricesUsd[at + 2]!
      const fourth = pricesUsd[at + 3]!
      if (fourth > high) high = fourth
      if (fourth < low) low = fourth
      if (second > high) high = second
      if (second < low) low = second
      if (first > high) high = first
      if (first < low) low = first
      if (third > high) high = third
      if (third < low) low = third
      volume = volume + volumesUsd[at]! + volumesUsd[at + 1]! + volumesUsd[at + 2]! + volumesUsd[at + 3]!
    }
  }
  for (; at < tradeCount && timesMs[at]! < endMs; at++) {
    const price = pricesUsd[at]!
    if (price > high) high = price
    if (price < low) low = price
    volume += volumesUsd[at]!
  }
  out.o[count] = open
  out.h[count] = high
  out.l[count] = low
  out.c[count] = pricesUsd[at - 1]!
  out.v[count] = volume
  return at
}

/** Whether buckets of the longer period consist of whole buckets of the shorter one, edges included. */
export function isNested(shorterMs: number, longerMs: number): boolean {
  const edgeMs = bucketStartMs(0, longerMs)
  return shorterMs > 0 && longerMs % shorterMs === 0 && bucketStartMs(edgeMs, shorterMs) === edgeMs
}

/** Candles of several periods from one pass over the trades: a period that consists of buckets of a shorter one is folded
 *  from its candles, every other from the trades. `outs` in the order of `periodsMs`; returns how many candles of each.
 *  Gaps as `foldTrades`, or filled when `isCarried`: after folding, so that a coarse candle opens with its first trade. */
export function buildOhlcv(
  trades: Trades,
  periodsMs: readonly number[],
  isCarried: boolean,
  outs: readonly Candles[],
): number[] {
  assert(outs.length === periodsMs.length, 'one output for each period')
  const counts = periodsMs.map(() => 0)
  const ascending = periodsMs.map((_, n) => n).sort((a, b) => periodsMs[a]! - periodsMs[b]!)
  for (const [rank, n] of ascending.entries()) {
    const finer = ascending.slice(0, rank).findLast((one) => isNested(periodsMs[one]!, periodsMs[n]!))
    counts[n] =
      finer === undefined
        ? foldTrades(trades, periodsMs[n]!, outs[n]!)
        : foldCandles(outs[finer]!, counts[finer]!, periodsMs[n]!, outs[n]!)
  }
  return isCarried ? counts.map((count, n) => carryGaps(outs[n]!, count, periodsMs[n]!)) : counts
}

/** Puts a flat candle, at the close before it and with volume 0, where a bucket between the first and the last of `count`
 *  candles has none. In place, from the end; returns how many there are then. O(buckets). */
export function carryGaps(candles: Candles, count: number, periodMs: number): number {
  if (count === 0) return 0
  const { t, o, h, l, c, v } = candles
  const filled = Math.round((t[count - 1]! - t[0]!) / periodMs) + 1
  assert(filled <= roomOf(candles), 'room for every candle')
  let from = count - 1
  for (let to = filled - 1; to > from; to--) {
    const startMs = t[0]! + to * periodMs
    const isTraded = t[from] === startMs
    const close = c[from]!
    t[to] = startMs
    o[to] = isTraded ? o[from]! : close
    h[to] = isTraded ? h[from]! : close
    l[to] = isTraded ? l[from]! : close
    v[to] = isTraded ? v[from]! : 0
    c[to] = close
    if (isTraded) from--
  }
  return filled
}

/** The first `count` candles of `fine` folded into those of a longer period; returns how many. An unknown volume makes
 *  the whole unknown. Gaps stay gaps, and candles that were carried give carried ones. `out` may not be `fine`.
 *  O(candles), allocates nothing. */
export function foldCandles(fine: Candles, count: number, periodMs: number, out: Candles): number {
  assert(periodMs > 0 && count <= roomOf(fine), 'period and count')
  let filled = 0
  for (let at = 0; at < count; ) {
    const startMs = bucketStartMs(fine.t[at]!, periodMs)
    const endMs = startMs + periodMs
    assert(filled < roomOf(out), 'room for every candle')
    let high = fine.h[at]!
    let low = fine.l[at]!
    let volume = 0
    out.t[filled] = startMs
    out.o[filled] = fine.o[at]!
    for (; at < count && fine.t[at]! < endMs; at++) {
      if (fine.h[at]! > high) high = fine.h[at]!
      if (fine.l[at]! < low) low = fine.l[at]!
      volume += fine.v[at]!
    }
    out.h[filled] = high
    out.l[filled] = low
    out.c[filled] = fine.c[at - 1]!
    out.v[filled++] = volume
  }
  return filled
}

function roomOf({ t, o, h, l, c, v }: Candles): number {
  return Math.min(t.length, o.length, h.length, l.length, c.length, v.length)
}
