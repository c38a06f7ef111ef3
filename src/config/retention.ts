const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long stored facts are kept. */
export const RETENTION = {
  /** Feeds the 30 d price history. */
  solPriceMs: 31 * DAY_MS,
  trendingRanksMs: 3 * HOUR_MS,
  /** Longest range of usage stats. */
  usageMs: 91 * DAY_MS,
} as const
