import { TAPE } from '../../config/tape.ts'
import type { MinuteCandle } from './types.ts'

/** Minutes of pools by the start of the minute. Addresses stay keys as they are: no text is made for a look-up. */
export type CandlesByMinute = Map<number, Map<string, MinuteCandle>>

export function candleOf(candles: CandlesByMinute, pool: string, tMs: number): MinuteCandle | undefined {
  return candles.get(tMs)?.get(pool)
}

export function setCandle(candles: CandlesByMinute, pool: string, candle: MinuteCandle): void {
  const ofMinute = candles.get(candle.tMs)
  if (ofMinute === undefined) candles.set(candle.tMs, new Map([[pool, candle]]))
  else ofMinute.set(pool, candle)
}

export type RecentCandles = {
  get(pool: string, tMs: number): MinuteCandle | undefined
  /** After their commit. */
  keep(committed: CandlesByMinute): void
  clear(): void
}

/** The candles that the writer committed last, so that it need not read back what it has just written. Bounded. */
export function createRecentCandles(): RecentCandles {
  const kept: CandlesByMinute = new Map()
  let count = 0
  return {
    get: (pool, tMs) => candleOf(kept, pool, tMs),
    keep(committed) {
      for (const [tMs, ofMinute] of committed)
        for (const [pool, candle] of ofMinute) {
          if (candleOf(kept, pool, tMs) === undefined) count++
          setCandle(kept, pool, candle)
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
