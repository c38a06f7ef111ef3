import { DAY_MS, HOUR_MS } from './durations.ts'

/** What happened to tokens after this server judged them. */
export const CALIBRATION = {
  /** When a score is held against what happened. */
  horizonMs: { '1h': HOUR_MS, '24h': DAY_MS, '7d': 7 * DAY_MS },
  /** The price, or what is in the pool, fell to this share of what it was. */
  goneShare: 0.1,
  /** Nobody sold although so many purchases of so many wallets came. */
  unsellableBuys: 10,
  unsellableBuyers: 5,
  /** The creator sold this share of what it bought. */
  creatorOutShare: 0.9,
  /** The same score of a token again within so long is the same row; how many tokens are remembered for that. */
  sameMs: HOUR_MS,
  sameTokens: 50_000,
  /** Trades of a token, and of its creator, that one outcome looks at. */
  trades: 5_000,
  /** An outcome that the tape cannot say yet waits for so long after it is due, then it is unknown. */
  waitMs: DAY_MS,
  /** Outcomes that one run of the job writes, and those that it looks at: the next run goes on from there, so that
   *  outcomes that wait for the tape keep no later one from being written. */
  perRun: 100,
  looksPerRun: 500,
  rules: 64,
  bins: 10,
  /** Rows of the ledger that one turn of the loop reads. */
  rowsPerTurn: 256,
  /** Rules with fewer scores are not listed: their lift is noise. */
  leastOfRule: 5,
} as const

export const HORIZONS = ['1h', '24h', '7d'] as const satisfies readonly (keyof typeof CALIBRATION.horizonMs)[]
export type Horizon = (typeof HORIZONS)[number]

/** Kinds of scores: of a whole scan, of a chip that no scan stands behind, of an intel record. */
export const SCORE_KINDS = ['deepscan', 'chip', 'intel'] as const
export type ScoreKind = (typeof SCORE_KINDS)[number]
