import { CHAIN_TIERS } from './chains.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

/** Time an answer or a shared value may live, by cache name, in the order of spec section 8. Values of 60 s and
 *  more also live in LMDB, so that a restart is warm. `staleForMs`: how long past its time a value may still be served
 *  when its source fails (at most ten lifetimes). `memoryOnly`: not on disk whatever its lifetime, for values so large
 *  that writing one would hold up the loop. */
export type CacheRule = { readonly ttlMs: number; readonly staleForMs: number; readonly memoryOnly?: boolean }

export const CACHES = {
  tokenMetadata: { ttlMs: 5 * MINUTE_MS, staleForMs: 0 },
  /** Mints as their own accounts describe them. */
  chainTokens: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  tokenPrices: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  /** Spec section 8: trades 30 s, lighthouse 5 min, launches 5 s. */
  tokenTrades: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  lighthouse: { ttlMs: 5 * MINUTE_MS, staleForMs: 0 },
  /** Sums of a whole hour that is over; nothing in it changes any more. */
  tapeHours: { ttlMs: 49 * 60 * MINUTE_MS, staleForMs: 0 },
  /** How the swaps of the last hour were read. */
  swapCoverage: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  /** What providers say of chains other than Solana. */
  chainData: { ttlMs: 30 * SECOND_MS, staleForMs: 5 * MINUTE_MS, memoryOnly: true },
  /** Trades of a token that a node of an EVM chain executed. */
  evmSecurity: { ttlMs: 30 * SECOND_MS, staleForMs: 0, memoryOnly: true },
  /** What a pool of Uniswap v4 or Infinity trades, which its id proves; and how far back the search for its creation went.
   *  Both are read beside the chain and never shown. */
  evmPoolKey: { ttlMs: 30 * DAY_MS, staleForMs: 0 },
  evmPoolSearch: { ttlMs: HOUR_MS, staleForMs: 0 },
  /** Lists of the chain catalog. */
  chains: { ttlMs: 10 * SECOND_MS, staleForMs: 0 },
  /** Measurements that requests asked for: the pause between two of one chain. */
  chainMeasure: { ttlMs: CHAIN_TIERS.onDemandEveryMs, staleForMs: 0, memoryOnly: true },
  launches: { ttlMs: 5 * SECOND_MS, staleForMs: 0 },
  /** Sums over the tape's trades of a wallet or a token. Short: a fork may take one back at any moment. */
  firstParty: { ttlMs: 2 * SECOND_MS, staleForMs: 0 },
  /** Lists of the pair screener. */
  screenerPairs: { ttlMs: 15 * SECOND_MS, staleForMs: 0 },
  screenerFacets: { ttlMs: 60 * SECOND_MS, staleForMs: 0, memoryOnly: true },
  programIntel: { ttlMs: 10 * MINUTE_MS, staleForMs: 0 },
  calibration: { ttlMs: 60 * SECOND_MS, staleForMs: 0, memoryOnly: true },
  pulse: { ttlMs: 5 * SECOND_MS, staleForMs: 0 },
  systemUsage: { ttlMs: SECOND_MS, staleForMs: 0 },
  tokenPairs: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  tokenPools: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  /** Addresses of pools that the market-data provider names. */
  namedPools: { ttlMs: 5 * MINUTE_MS, staleForMs: 0 },
  /** Spec section 8. */
  tokenAth: { ttlMs: 120 * SECOND_MS, staleForMs: 0 },
  /** Candles of a token, whatever route shows them. */
  tokenChart: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  /** The pool whose chart stands for a token. */
  chartSource: { ttlMs: 10 * MINUTE_MS, staleForMs: 0 },
  /** A pool's trades read from the chain. */
  poolTrades: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  /** Resilience caches: served with `stale: true` while their providers fail. */
  poolCandles: { ttlMs: 30 * SECOND_MS, staleForMs: 5 * MINUTE_MS },
  tokenProfile: { ttlMs: 5 * MINUTE_MS, staleForMs: 50 * MINUTE_MS },
  screener: { ttlMs: 60 * SECOND_MS, staleForMs: 10 * MINUTE_MS },
  tokenIntel: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  /** What the engines look at; their reports rest on it and never outlive it. */
  tokenEvidence: { ttlMs: 120 * SECOND_MS, staleForMs: 0, memoryOnly: true },
  devEvidence: { ttlMs: 120 * SECOND_MS, staleForMs: 0 },
  sniperEvidence: { ttlMs: 120 * SECOND_MS, staleForMs: 0 },
  securityReports: { ttlMs: 120 * SECOND_MS, staleForMs: 0 },
  deepScan: { ttlMs: 120 * SECOND_MS, staleForMs: 0 },
  bubbleMap: { ttlMs: 120 * SECOND_MS, staleForMs: 0 },
  devHistory: { ttlMs: 120 * SECOND_MS, staleForMs: 0 },
  snipers: { ttlMs: 120 * SECOND_MS, staleForMs: 0 },
  safetyChip: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  trending: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  trendingRaw: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  /** Tokens that were traded just now, where no provider says what is. */
  seenPairs: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  /** Promotion feeds of both trending routes. */
  feeds: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  search: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  solPrice: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  solHistory1h: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  solHistory24h: { ttlMs: 5 * MINUTE_MS, staleForMs: 0 },
  solHistory7d: { ttlMs: 15 * MINUTE_MS, staleForMs: 0 },
  solHistory30d: { ttlMs: 30 * MINUTE_MS, staleForMs: 0 },
  /** How long slots take now. */
  slotTime: { ttlMs: 10 * MINUTE_MS, staleForMs: 0, memoryOnly: true },
  /** Launch-slot facts of a mint never change once the launch is older than the window. */
  launchFacts: { ttlMs: 60 * MINUTE_MS, staleForMs: 0 },
  /** Code of a program, by the slot it was deployed in: it never changes, but it is large. */
  programCode: { ttlMs: 10 * MINUTE_MS, staleForMs: 0 },
  sellProof: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  /** Spec section 4.2. */
  walletTxStats: { ttlMs: 5 * MINUTE_MS, staleForMs: 0 },
  walletStake: { ttlMs: 120 * SECOND_MS, staleForMs: 0 },
  walletNfts: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  walletPositions: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  /** What validators call themselves. */
  validatorNames: { ttlMs: 60 * MINUTE_MS, staleForMs: 60 * MINUTE_MS, memoryOnly: true },
  /** Of profile, wrapped and roast. */
  walletProfile: { ttlMs: 5 * MINUTE_MS, staleForMs: 0 },
  walletInformed: { ttlMs: 30 * MINUTE_MS, staleForMs: 0 },
  walletSandwiches: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  /** The ledger is what all its periods and methods share. */
  walletPnl: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  walletLedger: { ttlMs: 60 * SECOND_MS, staleForMs: 0, memoryOnly: true },
  walletPortfolio: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  walletHistory: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  walletTrades: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  walletActivity: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  /** Also of each transaction that was read for it, and for the other routes of a wallet. */
  walletTransfers: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  /** Spec section 8. */
  walletFunding: { ttlMs: 60 * MINUTE_MS, staleForMs: 0 },
  walletRelated: { ttlMs: 10 * MINUTE_MS, staleForMs: 0 },
  /** Spec section 8 and 4.4. */
  whaleDiscover: { ttlMs: 5 * MINUTE_MS, staleForMs: 0 },
  whaleFeatured: { ttlMs: 120 * SECOND_MS, staleForMs: 0 },
  /** What featured wallets are worth, renewed by a job long before. */
  whaleWorth: { ttlMs: 12 * 60 * MINUTE_MS, staleForMs: 0 },
  topValidators: { ttlMs: 60 * MINUTE_MS, staleForMs: 0 },
} as const satisfies Record<string, CacheRule>

export type CacheName = keyof typeof CACHES

/** A success body built while a source had failed lives this long, whatever its cache says. */
export const DEGRADED_TTL_MS = 5 * SECOND_MS
/** A finished body about a launch that no map has looked at yet: a map may come at any moment, and then the answers
 *  must say the same. The value it was made of is kept as long as ever. */
export const UNMAPPED_BODY_TTL_MS = 5 * SECOND_MS
/** What a node said once, where what it says twice in a row is kept for long: one reply may be false. */
export const SAID_ONCE_TTL_MS = 15 * SECOND_MS
/** Caches of at least this lifetime are also kept in LMDB. */
export const DISK_CACHE_MIN_TTL_MS = MINUTE_MS
/** What was read of a token's history is kept for the other engines for so long, as their reports are. */
export const TOKEN_READS_TTL_MS = CACHES.tokenEvidence.ttlMs
/** The newest signatures of an address serve another question while they are no older: engines are asked one after
 *  another, and what came meanwhile the next question must see. */
export const NEWEST_PAGE_TTL_MS = 15 * SECOND_MS
