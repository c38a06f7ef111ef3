import { TAPE } from '../../config/tape.ts'
import type { MinuteCandle } from './types.ts'

/** Minutes of pools, as `onChain` writes them, by the start of the minute. Addresses of Solana stay keys as they are: no
 *  text is made for a look-up. */
export type CandlesByMinute = Map<number, Map<string, MinuteCandle>>

export function candleOf(candles: CandlesByMinute, market: string, tMs: number): MinuteCandle | undefined {
  return candles.get(tMs)?.get(market)
}

export function setCandle(candles: CandlesByMinute, market: string, candle: MinuteCandle): void {
  const ofMinute = candles.get(candle.tMs)
  if (ofMinute === undefined) candles.set(candle.tMs, new Map([[market, candle]]))
  else ofMinute.set(market, candle)
}

export type RecentCandles = {
  get(market: string, tMs: number): MinuteCandle | undefined
  /** After their commit. */
  keep(committed: CandlesByMinute): void
  clear(): void
}

/** The candles that the writer committed last, so that it need not read back what it has just written. Bounded. */
export function createRecentCandles(): RecentCandles {
  const kept: CandlesByMinute = new Map()
  let count = 0
  return {
    get: (market, tMs) => candleOf(kept, market, tMs),
    keep(committed) {
      for (const [tMs, ofMinute] of committed)
        for (const [market, candle] of ofMinute) {
          if (candleOf(kept, market, tMs) === undefined) count++
          setCandle(kept, market, candle)
        }
      for (const [oldest, ofMinute] of kept) {
        if (count <= TAPE.candlesInMemory) break
        kept.delete(oldest)
        count -= ofMinute.size
      }
    },
    clear() {
      kept.clear()
      count = 0
    },
  }
}
