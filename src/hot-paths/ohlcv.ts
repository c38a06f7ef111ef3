import assert from 'node:assert/strict'
import { CHUNK_TRADES, createOhlcvKernel } from './ohlcv-kernel.ts'

/** Trades by columns, times ascending. Prices and volumes are finite. */
export type Trades = {
  readonly timesMs: Float64Array
  readonly pricesUsd: Float64Array
  readonly volumesUsd: Float64Array
}
/** Candles by columns as the wire names them: `t` the start of the bucket in ms, `v` the volume in USD, NaN where no
 *  one knows it. */
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
const LONG_STRIDE = 64
const SHORT_STRIDE = 8
/** Trades of a bucket from which on the kernel is worth a call. */
const KERNEL_TRADES = 24

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
 *  bucket is not over. O(trades); a thread keeps one kernel, and each chunk that goes into it is a view. */
export function foldTrades(trades: Trades, periodMs: number, out: Candles): number {
  const { timesMs, pricesUsd, volumesUsd } = trades
  assert(periodMs > 0, 'the period is positive')
  assert(pricesUsd.length === timesMs.length && volumesUsd.length === timesMs.length, 'columns of one length')
  assert(roomOf(out) >= countBuckets(timesMs, periodMs, false), 'room for every candle')
  let count = 0
  /** Trades that the kernel holds a copy of. */
  let heldFrom = 0
  let heldTo = 0
  for (let at = 0; at < timesMs.length; count++) {
    const startMs = bucketStartMs(timesMs[at]!, periodMs)
    const end = endOfRun(timesMs, at, startMs + periodMs)
    out.t[count] = startMs
    out.o[count] = pricesUsd[at]!
    out.c[count] = pricesUsd[end - 1]!
    if (end - at < KERNEL_TRADES) {
      foldFew(trades, at, end, out, count)
      at = end
      continue
    }
    kernel ??= createOhlcvKernel()
    const { prices, volumes, state } = kernel
    state[0] = state[1] = state[2] = state[3] = pricesUsd[at]!
    state[4] = 0
    while (at < end) {
      if (end > heldTo) {
        heldFrom = at
        heldTo = Math.min(at + CHUNK_TRADES, timesMs.length)
        prices.set(pricesUsd.subarray(heldFrom, heldTo))
        volumes.set(volumesUsd.subarray(heldFrom, heldTo))
      }
      const stop = Math.min(end, heldTo)
      kernel.foldRun(at - heldFrom, stop - at)
      at = stop
    }
    out.h[count] = state[0] > state[1]! ? state[0] : state[1]!
    out.l[count] = state[2]! < state[3]! ? state[2]! : state[3]!
    out.v[count] = state[4]
  }
  return count
}

/** Made for the first bucket that is worth a call. */
let kernel: ReturnType<typeof createOhlcvKernel> | undefined

/** The first trade from `from` on that is not before `endMs`. Times ascend, so strides that end before it are
 *  skipped. */
function endOfRun(timesMs: Float64Array, from: number, endMs: number): number {
  const { length } = timesMs
  let at = from
  while (at + LONG_STRIDE < length && timesMs[at + LONG_STRIDE]! < endMs) at += LONG_STRIDE
  while (at + SHORT_STRIDE < length && timesMs[at + SHORT_STRIDE]! < endMs) at += SHORT_STRIDE
  while (at < length && timesMs[at]! < endMs) at++
  return at
}

/** High, low and volume of a candle of the trades `from` up to `end`. */
function foldFew({ pricesUsd, volumesUsd }: Trades, from: number, end: number, out: Candles, count: number): void {
  let high = pricesUsd[from]!
  let low = high
  let volume = 0
  for (let at = from; at < end; at++) {
    const price = pricesUsd[at]!
    if (price > high) high = price
    if (price < low) low = price
    volume += volumesUsd[at]!
  }
  out.h[count] = high
  out.l[count] = low
  out.v[count] = volume
}

/** Whether buckets of the longer period consist of whole buckets of the shorter one, edges included. */
export function isNested(shorterMs: number, longerMs: number): boolean {
  const edgeMs = bucketStartMs(0, longerMs)
  return shorterMs > 0 && longerMs % shorterMs === 0 && bucketStartMs(edgeMs, shorterMs) === edgeMs
}

/** Candles of several periods from one pass over the trades: a period that consists of buckets of a shorter one is
 *  folded from its candles, every other from the trades. `outs` in the order of `periodsMs`; returns how many candles
 *  of each. Gaps as `foldTrades`, or filled when `isCarried`: after folding, so that a coarse candle opens with its
 *  first trade. */
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

/** Puts a flat candle, at the close before it and with volume 0, where a bucket between the first and the last of
 *  `count` candles has none. In place, from the end; returns how many there are then. O(buckets). */
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
