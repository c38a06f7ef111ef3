import { HOUR_MS } from './durations.ts'

export const PULSE = {
  /** How far back trades count. */
  windowMs: HOUR_MS,
  /** Tokens whose trades are counted at one time; the ones traded least recently go first. */
  tokens: 5_000,
  /** Events that one answer catches up with; older ones are left out, and `windowSecs` says so. */
  eventsPerLook: 20_000,
  /** Curves whose accounts are read for one answer, those traded most recently. */
  curves: 60,
  /** Progress from which a curve counts as about to graduate. */
  graduatingFromPct: 50,
  /** Launches that are looked through for graduations. */
  launchesLookedAt: 400,
  /** Trades of a token that are looked through for the newest one with a price in dollars. */
  tradesLookedAt: 4,
  /** Rounds of reads that a curve may need. */
  readRounds: 4,
  rows: { max: 50, default: 20 },
} as const
