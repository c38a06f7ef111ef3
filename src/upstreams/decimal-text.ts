import { isMarketTime } from '../runtime/reply-ranges.ts'

/** A number that a provider sends as decimal text (or as a number); null for anything else, for empty text and for the
 *  words `NaN` and `Infinity`, which some send for pools without a trade. */
export function readDecimal(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** A figure that cannot really be 0 (a price, a market value): providers send 0 for unknown. */
export function readPositive(value: unknown): number | null {
  const number = readDecimal(value)
  return number !== null && number > 0 ? number : null
}

/** ISO text to epoch milliseconds; null when it is none, or a time that no market has seen. */
export function readIsoMs(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return isMarketTime(ms / 1_000) ? ms : null
}
