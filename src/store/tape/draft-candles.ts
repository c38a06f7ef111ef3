import { TAPE } from '../../config/tape.ts'
import { onChain, type TapeChain, type TradeEvent } from '../../contract/tape-event.ts'
import { foldTrade } from './candle-fold.ts'
import type { Draft } from './draft.ts'
import { candleOf, type RecentCandles, setCandle } from './recent-candles.ts'
import type { MinuteCandle, StoredTapeReader } from './types.ts'

/** Where the candle of a minute stands before a commit. */
export type KnownCandles = { readonly recent: RecentCandles; readonly reader: StoredTapeReader }

/** Start of the minute of a block, in epoch ms. */
export function minuteOf(blockTimeSec: number): number {
  return Math.floor((blockTimeSec * 1000) / TAPE.minuteMs) * TAPE.minuteMs
}

/** Adds a trade to the candle of its minute. */
export function foldInto(
  draft: Draft,
  trade: Pick<TradeEvent, 'chain' | 'pool' | 'blockTimeSec' | 'side' | 'priceUsd' | 'amountUsd'>,
  known: KnownCandles,
): void {
  if (trade.blockTimeSec === null) return
  const tMs = minuteOf(trade.blockTimeSec)
  const market = onChain(trade.chain, trade.pool)
  const before = candleOf(draft.candles, market, tMs) ?? knownCandle(known, market, tMs)
  setCandle(draft.candles, market, foldTrade(before, tMs, trade))
}

/** A minute without a price keeps its counts, so it is read as stored. */
function knownCandle({ recent, reader }: KnownCandles, market: string, tMs: number): MinuteCandle | undefined {
  const candle = recent.get(market, tMs) ?? reader.storedCandle(market, tMs)
  return candle === undefined || candle.buys + candle.sells === 0 ? undefined : candle
}

/** A pool's minute from the trades that remain. */
export function refold(
  reader: StoredTapeReader,
  { chain, pool, tMs }: { readonly chain: TapeChain; readonly pool: string; readonly tMs: number },
  isTaken: (seq: number) => boolean,
): MinuteCandle {
  const { trades } = reader.trades(
    { by: 'pool', address: pool, chain },
    { limit: Number.MAX_SAFE_INTEGER, fromTimeSec: tMs / 1000, toTimeSec: (tMs + TAPE.minuteMs) / 1000 - 1 },
  )
  const nothing = { tMs, open: 0, high: 0, low: 0, close: 0, volumeUsd: 0, buys: 0, sells: 0 }
  return (
    trades
      .filter(({ seq }) => !isTaken(seq))
      .reduceRight<MinuteCandle | undefined>((candle, trade) => foldTrade(candle, tMs, trade), undefined) ?? nothing
  )
}
