import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/** Trades of the tape by wallet and token: sizes, clamps and bounds. */
export const FIRST_PARTY = {
  trades: { max: 500, default: 100 },
  /** Positions, tokens and traders of one answer. */
  rows: { max: 200, default: 50 },
  candles: { max: 2_000, default: 300 },
  /** One turn of the loop reads so much of the tape, about a millisecond. */
  blocksPerTurn: 16,
  tradesPerTurn: 500,
  /** One request reads so much, the newest; the answer says that there was more. */
  mostTrades: 100_000,
  mostBlocks: 50_000,
  /** Trades whose sums are made between two turns of the loop. */
  summedPerTurn: 1_000,
  /** The same of tokens whose newest price is read. */
  pricedPerTurn: 8,
  /** Trades of a token that are looked through for its newest price. */
  priceTrades: 5,
  /** The same for what is in its pools, before a holding counts as worth more than that. */
  thinTrades: 100,
  /** A purchase and the same wallet's next sale, or the other way round, count as a round trip (wash estimate) within
   *  so many seconds and when their amounts differ by no more than this share, in basis points of the larger. */
  washWithinSecs: 60,
  washToleranceBps: 500,
  addressChars: 44,
} as const

export const FIRST_PARTY_WINDOW_MS = {
  '5m': 5 * MINUTE_MS,
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '14d': 14 * DAY_MS,
} as const
export type FirstPartyWindow = keyof typeof FIRST_PARTY_WINDOW_MS
