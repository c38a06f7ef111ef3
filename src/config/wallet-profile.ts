import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from './durations.ts'

/** Bounds and thresholds of wallet profiles (spec 4.2): the analysis is estimates beyond the sums, and these are where
 *  they change their minds. */
export const WALLET_PROFILE = {
  signaturesPerPage: 100,
  pages: { fast: 2, deep: 5 },
  deadlineMs: 60_000,
  traderTags: 8,
  counterparties: 10,
  cohortTokens: 30,
  listedTrades: 5,
  evidenceSignatures: 5,
  /** A pause of so long ends a session. */
  sessionGapSecs: HOUR_SECS,
  /** Less than this that comes from a stranger is dust. */
  dustLamports: 100_000n,
  /** Characters at each end that an address made to be mistaken for another copies. */
  poisonChars: 4,
  /** Fewer samples say nothing about a habit. */
  leastSamples: 5,
  scalpSecs: 5 * MINUTE_SECS,
  dayTradeSecs: DAY_SECS,
  holdSecs: 7 * DAY_SECS,
  dormantSecs: 30 * DAY_SECS,
  botHours: 20,
  botPerHour: 60,
  sameSizePct: 60,
  failingPct: 30,
  tippingPct: 50,
  oneVenuePct: 80,
  dustyPct: 50,
  winningPct: 60,
  losingPct: 35,
  whaleBuyLamports: 25_000_000_000n,
  smallBuyLamports: 50_000_000n,
  /** Least idle SOL worth a word on staking, and what staking earns in a year: an estimate. */
  idleLamports: 1_000_000_000n,
  stakingYearPct: 6,
  tweetChars: 280,
} as const
