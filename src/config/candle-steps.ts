const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

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

export const WEEK_MS = 7 * DAY_MS
