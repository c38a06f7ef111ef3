import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from './durations.ts'

/** Informed buyers (spec 4.2): thresholds, and what one answer may read. */
export const INFORMED = {
  windowSecs: { min: 5 * MINUTE_SECS, max: DAY_SECS, default: 3 * HOUR_SECS },
  pumpPct: { min: 5, max: 10_000, default: 50 },
  minWins: { min: 1, max: 20, default: 3 },
  minHitRatePct: { min: 1, max: 100, default: 50 },
  /** Wins that chance alone would bring as often as this prove nothing. */
  maxLuck: 0.01,
  /** Below this share of evaluated purchases nothing is concluded. */
  leastCoverage: 0.5,
  signatures: 100,
  /** Newest tokens whose pools are read, and transactions of each pool. */
  tokens: 12,
  poolsAtOnce: 3,
  poolTransactions: 60,
  deadlineMs: 60_000,
} as const
