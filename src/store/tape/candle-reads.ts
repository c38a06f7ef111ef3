import { candleKey, decodeCandle, minuteOfCandleKey } from './day.ts'
import type { ReadParts } from './read-parts.ts'
import type { MinuteCandle, StoredTapeReader } from './types.ts'

/** Reads the minute candles of a pool. What a newer day holds of a minute replaces what older ones hold. */
export function createCandleReads({
  state,
  newestFirst,
}: ReadParts): Pick<StoredTapeReader, 'candles' | 'storedCandle'> {
  return {
    candles(market, fromMs, toMs) {
      const minutes = new Map<number, MinuteCandle>()
      for (const day of state.days()) {
        const range = { start: candleKey(market, fromMs), end: candleKey(market, toMs), inclusiveEnd: true }
        for (const { key, value } of day.candles.getRange(range)) {
          const tMs = minuteOfCandleKey(key)
          const candle = decodeCandle(tMs, value)
          if (candle.buys + candle.sells === 0) minutes.delete(tMs)
          else minutes.set(tMs, candle)
        }
      }
      return [...minutes.values()].filter(({ open }) => !Number.isNaN(open)).sort((a, b) => a.tMs - b.tMs)
    },
    storedCandle(market, tMs) {
      const key = candleKey(market, tMs)
      for (const day of newestFirst()) {
        const bytes = day.candles.get(key)
        if (bytes !== undefined) return decodeCandle(tMs, bytes)
      }
      return undefined
    },
  }
}
