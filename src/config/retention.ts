const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long stored facts are kept. */
export const RETENTION = {
  /** Feeds the 30 d price history. */
  solPriceMs: 31 * DAY_MS,
  trendingRanksMs: 3 * HOUR_MS,
  /** Of the event tape, unless INGEST_TAPE_DAYS says otherwise. */
  tapeDays: 14,
  /** Longest range of usage stats. */
  usageMs: 91 * DAY_MS,
} as const
