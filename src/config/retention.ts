import { DAY_MS, HOUR_MS } from './durations.ts'

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
