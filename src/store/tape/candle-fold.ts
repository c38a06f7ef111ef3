import type { TradeEvent } from '../../contract/tape-event.ts'
import type { MinuteCandle } from './types.ts'

/** What folding needs of a trade. */
export type PricedTrade = Pick<TradeEvent, 'side' | 'priceUsd' | 'amountUsd'>

/** A minute with one more trade. Trades of unknown dollar price are counted and move no price. */
export function foldTrade(candle: MinuteCandle | undefined, tMs: number, trade: PricedTrade): MinuteCandle {
  const price = trade.priceUsd
  const buys = (candle?.buys ?? 0) + (trade.side === 'buy' ? 1 : 0)
  const sells = (candle?.sells ?? 0) + (trade.side === 'sell' ? 1 : 0)
  const volumeUsd = (candle?.volumeUsd ?? 0) + (trade.amountUsd ?? 0)
  if (candle === undefined || Number.isNaN(candle.open)) {
    const only = price ?? Number.NaN
    return { tMs, open: only, high: only, low: only, close: only, volumeUsd, buys, sells }
  }
  if (price === null) return { ...candle, volumeUsd, buys, sells }
  return {
    tMs,
    open: candle.open,
    high: Math.max(candle.high, price),
    low: Math.min(candle.low, price),
    close: price,
    volumeUsd,
    buys,
    sells,
  }
}
