import { STREAM_INTERVAL_MS, type StreamInterval } from '../../config/event-stream.ts'
import type { Context } from '../../context.ts'
import type { TokenTapeCandles } from '../../contract/first-party.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import { bucketStartMs, countBuckets, createCandles, foldTrades, type Trades } from '../../hot-paths/ohlcv.ts'
import type { TapeSubject } from './check-subject.ts'
import { inTurns, scanTrades, withoutRetracted } from './scan-trades.ts'
import { headOf, rangeOf, secondsOf } from './tape-answer.ts'

export type CandlesQuery = {
  readonly period: StreamInterval
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly amount: number
}

/** The newest `amount` candles of a token within a window, from its trades on every DEX of the tape; the last one is
 *  open while its time is not over. Fails `cancelled`. */
export async function getTokenCandles(
  ctx: Context,
  subject: TapeSubject,
  { period, fromMs, toMs, amount }: CandlesQuery,
  signal?: AbortSignal,
): Promise<Outcome<TokenTapeCandles>> {
  ctx.store.tape.refresh()
  const periodMs = STREAM_INTERVAL_MS[period]
  const asked = rangeOf(ctx, { fromMs, toMs })
  // A candle that began before the window would lack its first trades.
  const range = { ...asked, fromMs: Math.min(asked.toMs, bucketStartMs(asked.fromMs + periodMs - 1, periodMs)) }
  const newestFirst: TradeEvent[] = []
  let starts = 0
  let lastStart = Number.NaN
  const take = (trade: TradeEvent): boolean => {
    if (trade.priceUsd === null || trade.blockTimeSec === null) return true
    const start = bucketStartMs(trade.blockTimeSec * 1_000, periodMs)
    if (start !== lastStart) starts++
    lastStart = start
    // The first trade of one bucket more: all of the others are there.
    if (starts > amount) return false
    newestFirst.push(trade)
    return true
  }
  const scan = await scanTrades(ctx, subject, secondsOf(range), take, signal)
  if (!scan.ok) return scan
  const isCut = scan.value.nextBeforeSeq !== null && starts <= amount
  const trades = withoutRetracted(ctx, subject, newestFirst).reverse()
  const candles = fold(await columnsOf(ctx, trades), periodMs, ctx.clock.nowMs())
  // Of the oldest bucket of a scan that was cut, trades are missing.
  const whole = (isCut ? candles.slice(1) : candles).slice(-amount)
  return ok({
    ...headOf(ctx, subject, range, isCut ? (trades[0] ?? null) : null),
    token: subject.address,
    period,
    count: whole.length,
    candles: whole,
  })
}

function fold(columns: Trades, periodMs: number, nowMs: number): TokenTapeCandles['candles'] {
  const out = createCandles(countBuckets(columns.timesMs, periodMs, false))
  const count = foldTrades(columns, periodMs, out)
  return Array.from({ length: count }, (_, at) => ({
    t: out.t[at]!,
    o: out.o[at]!,
    h: out.h[at]!,
    l: out.l[at]!,
    c: out.c[at]!,
    v: out.v[at]!,
    open: at === count - 1 && out.t[at]! + periodMs > nowMs,
  }))
}

/** Times ascend: that of a block whose clock went back counts as the one before. */
async function columnsOf(ctx: Context, trades: readonly TradeEvent[]): Promise<Trades> {
  const column = () => new Float64Array(trades.length)
  const columns = { timesMs: column(), pricesUsd: column(), volumesUsd: column() }
  let newestMs = 0
  await inTurns(
    ctx,
    trades,
    ({ blockTimeSec, priceUsd, amountUsd }, at) => {
      newestMs = Math.max(newestMs, (blockTimeSec ?? 0) * 1_000)
      columns.timesMs[at] = newestMs
      columns.pricesUsd[at] = priceUsd ?? 0
      columns.volumesUsd[at] = amountUsd ?? 0
    },
    {},
  )
  return columns
}
