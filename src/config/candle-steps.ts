import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/** Candle sizes we ask providers for, smallest first. */
export const CANDLE_STEP_MS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
} as const

export type CandleStep = keyof typeof CANDLE_STEP_MS
export const CANDLE_STEPS = Object.keys(CANDLE_STEP_MS) as readonly CandleStep[]
