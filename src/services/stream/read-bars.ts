import { EVENT_STREAM, STREAM_INTERVAL_MS, type StreamInterval } from '../../config/event-stream.ts'
import { onChain, type TapeChain, type TradeEvent } from '../../contract/tape-event.ts'
import type { TapeReader } from '../../store/tape/types.ts'

/** A bar of surviving trades; prices in dollars. */
export type Bar = {
  /** Epoch ms of the start. */
  readonly tMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volumeUsd: number
  readonly trades: number
}

type PoolAt = { readonly chain: TapeChain; readonly pool: string }
type Bars = Pick<TapeReader, 'candles' | 'trades' | 'seqAt'>

/** Start of the bar that holds a time. */
export function barStartMs(interval: StreamInterval, timeMs: number): number {
  const lengthMs = STREAM_INTERVAL_MS[interval]
  return Math.floor(timeMs / lengthMs) * lengthMs
}

/** Bars with a priced trade whose start lies between `fromMs` and `toMs`, both included, ascending. What a fork took
 *  away is not in them. Minutes and longer ones are merged from the tape's stored minutes; seconds are folded from its
 *  trades, at most `EVENT_STREAM.tradesPerRead` of them, the newest. Cost: one row for each minute with trades. */
export function readBars(
  tape: Bars,
  { chain, pool, interval, fromMs, toMs }: PoolAt & { interval: StreamInterval; fromMs: number; toMs: number },
): readonly Bar[] {
  const startMs = barStartMs(interval, fromMs + STREAM_INTERVAL_MS[interval] - 1)
  const lastMs = barStartMs(interval, toMs)
  if (lastMs < startMs) return []
  if (interval === '1s') return secondBars(tape, { chain, pool }, startMs, lastMs)
  return merge(readMinutes(tape, onChain(chain, pool), startMs, lastMs + STREAM_INTERVAL_MS[interval]), interval)
}

/** Minutes from `fromMs` up to, but not including, `toMs`; `market` as `onChain` writes it. */
export function readMinutes(tape: Bars, market: string, fromMs: number, toMs: number): readonly Bar[] {
  return tape
    .candles(market, fromMs, toMs - 1)
    .map(({ buys, sells, ...minute }) => ({ ...minute, trades: buys + sells }))
}

/** Two bars of one time, the first before the second. */
export function joinBars(one: Bar, next: Bar): Bar {
  return {
    tMs: one.tMs,
    open: one.open,
    high: Math.max(one.high, next.high),
    low: Math.min(one.low, next.low),
    close: next.close,
    volumeUsd: one.volumeUsd + next.volumeUsd,
    trades: one.trades + next.trades,
  }
}

function merge(minutes: readonly Bar[], interval: StreamInterval): readonly Bar[] {
  const bars: Bar[] = []
  for (const minute of minutes) {
    const tMs = barStartMs(interval, minute.tMs)
    const last = bars.at(-1)
    if (last?.tMs === tMs) bars[bars.length - 1] = joinBars(last, minute)
    else bars.push({ ...minute, tMs })
  }
  return bars
}

function secondBars(tape: Bars, { chain, pool }: PoolAt, fromMs: number, toMs: number): readonly Bar[] {
  const toTimeSec = toMs / 1_000
  const { trades } = tape.trades(
    { by: 'pool', address: pool, chain },
    {
      limit: EVENT_STREAM.tradesPerRead,
      beforeSeq: tape.seqAt(toTimeSec + 1),
      fromTimeSec: fromMs / 1_000,
      toTimeSec,
    },
  )
  const bars: Bar[] = []
  /** Of the second that has no bar yet. */
  let unpriced = 0
  let secondMs = Number.NEGATIVE_INFINITY
  for (const trade of trades.toReversed()) {
    const { blockTimeSec, priceUsd } = trade
    if (blockTimeSec === null) continue
    const tMs = blockTimeSec * 1_000
    const last = bars.at(-1)
    if (secondMs !== tMs) unpriced = 0
    secondMs = tMs
    // As in the stored minutes: a trade whose price no one knew is counted and moves no price.
    if (priceUsd === null) {
      if (last?.tMs === tMs) bars[bars.length - 1] = { ...last, trades: last.trades + 1 }
      else unpriced++
      continue
    }
    const bar = { ...barOf(trade, tMs, priceUsd), trades: 1 + unpriced }
    unpriced = 0
    if (last?.tMs === tMs) bars[bars.length - 1] = joinBars(last, bar)
    else bars.push(bar)
  }
  return bars
}

function barOf({ amountUsd }: TradeEvent, tMs: number, price: number): Omit<Bar, 'trades'> {
  return { tMs, open: price, high: price, low: price, close: price, volumeUsd: amountUsd ?? 0 }
}
