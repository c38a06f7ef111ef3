import { isMarketTime, MAX_PRICE_USD, MAX_VALUE_USD } from '../runtime/reply-ranges.ts'
import type { Candle, PricePoint } from './market-capabilities.ts'

/** A candle from a provider's own numbers, or null when a price is missing or not above 0. High and low are widened to
 *  hold open and close: a provider that opens at the close before (seen 2023-07) leaves that outside. */
export function toCandle(parts: {
  readonly tMs: number
  readonly open: unknown
  readonly high: unknown
  readonly low: unknown
  readonly close: unknown
  readonly volumeUsd: unknown
}): Candle | null {
  const { tMs, open, high, low, close, volumeUsd } = parts
  if (!Number.isSafeInteger(tMs) || !isMarketTime(tMs / 1_000)) return null
  if (!isPrice(open) || !isPrice(high) || !isPrice(low) || !isPrice(close)) return null
  return {
    tMs,
    open,
    high: Math.max(open, high, low, close),
    low: Math.min(open, high, low, close),
    close,
    volumeUsd: typeof volumeUsd === 'number' && volumeUsd >= 0 && volumeUsd <= MAX_VALUE_USD ? volumeUsd : null,
  }
}

/** Ascending by time, one per time (the last one sent wins), within the bounds, the newest `limit`. */
export function orderCandles(
  candles: readonly Candle[],
  { fromMs, toMs, limit }: { readonly fromMs: number | null; readonly toMs: number | null; readonly limit: number },
): Candle[] {
  const byTime = new Map<number, Candle>()
  for (const candle of candles) {
    if ((fromMs !== null && candle.tMs < fromMs) || (toMs !== null && candle.tMs > toMs)) continue
    byTime.set(candle.tMs, candle)
  }
  return [...byTime.values()].sort((a, b) => a.tMs - b.tMs).slice(-limit)
}

/** `[time, price]` rows, times already in milliseconds, ascending; rows that are no price are left out. */
export function toPricePoints(rows: readonly unknown[], msPerUnit = 1): PricePoint[] {
  const byTime = new Map<number, PricePoint>()
  for (const row of rows) {
    if (!Array.isArray(row)) continue
    const [time, price] = row as unknown[]
    if (typeof time !== 'number' || !Number.isFinite(time) || !isPrice(price)) continue
    const tMs = Math.round(time * msPerUnit)
    if (!isMarketTime(tMs / 1_000)) continue
    byTime.set(tMs, { tMs, priceUsd: price })
  }
  return [...byTime.values()].sort((a, b) => a.tMs - b.tMs)
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= MAX_PRICE_USD
}
