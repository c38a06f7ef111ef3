import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

/** Sizes, clamps and bounds of the pair screener. */
export const SCREENER = {
  rows: { max: 100, default: 50 },
  /** How old an answer may be. */
  maxAgeMs: 15 * SECOND_MS,
  tokenPairs: { max: 200, default: 50 },
  /** Of a filter tree. */
  treeDepth: 4,
  treeLeaves: 40,
  /** Words of one `in` list, and chains and DEXs of a query. */
  words: 40,
  chains: 10,
  dexes: 20,
  cursorChars: 256,
  searchChars: 100,
  searchMinChars: 2,
  searchResults: 20,
  /** Tokens whose newest score is kept for pairs to come. */
  scoredTokens: 200_000,
  /** Events of the tape, and blocks of a thousand rows, that one turn of the loop looks at. Events take `turnMs` of it at
   *  most: what one costs depends on how many orders are kept, and on forks. */
  turnMs: 1.5,
  eventsPerTurn: 128,
  blocksPerTurn: 16,
  rowsPerTurn: 2_048,
  /** A request waits for the index to reach the head of the tape for so long, then answers with what there is. */
  catchUpMs: 2 * SECOND_MS,
  /** Rows that one look at the order takes, for the pages that follow. */
  rowsPerLook: 500,
  /** Walking an order stops here, and a scan of all rows takes over. */
  walkVisits: 20_000,
  visitsPerTurn: 1_024,
  /** Fewer rows are looked through as fast as an order is walked. */
  orderFromRows: 32_768,
  /** An order that nobody asked for is kept for so long. */
  orderIdleMs: 10 * MINUTE_MS,
  /** Pages that can be continued with what was seen, and for how long; later a cursor continues by its value. */
  walks: 500,
  walkRows: 20_000,
  walkMs: 10 * MINUTE_MS,
  /** Facts from providers or the node: tokens asked about at a time, how long the next waits, when they are asked
   *  again, and how long after the last request it goes on. */
  factsBatch: 25,
  factsEveryMs: SECOND_MS,
  factsOldMs: 2 * MINUTE_MS,
  factsIdleMs: 5 * MINUTE_MS,
  /** An answer waits for facts of its rows for so long. Progress of a curve that was read is good for so long, and kept
   *  for so many curves. */
  factsWaitMs: 1_500,
  progressMs: 5 * SECOND_MS,
  progressKept: 20_000,
  /** Rows that no event of the tape names any more are looked for so often. */
  sweepEveryMs: HOUR_MS,
  /** Ranks are noted so often, for how many rows and how long. */
  ranksEveryMs: MINUTE_MS,
  rankedRows: 200,
  ranksKeptMs: 2 * HOUR_MS,
  /** Trades of a pair that are looked through for its history of liquidity. */
  historyTrades: 2_000,
  historyPoints: 168,
  newMaxAgeMins: { max: (14 * DAY_MS) / MINUTE_MS, default: 60 },
  moversMinLiquidityUsd: 10_000,
  moversMinTxns: 50,
  graduatingFromPct: 80,
  /** Curves whose accounts are read for one answer, those traded last. */
  curves: 60,
  /** Percentiles of facets. */
  shares: [0.05, 0.25, 0.5, 0.75, 0.95],
  facetWords: 100,
  /** More values than these are sorted by a compute thread. */
  sortedInline: 8_192,
} as const
