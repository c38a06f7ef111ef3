/** Batch sizes, clamps, page sizes, body sizes and queue bounds (spec section 8 unless said). */
export const LIMITS = {
  bodyBytes: 5 * 1024 * 1024,
  /** Bodies being read at once, all requests together; beyond it a body is refused with 429. */
  bodyBytesInFlight: 64 * 1024 * 1024,
  /** Lists and objects within each other in a JSON body. */
  jsonDepth: 64,
  metadataMints: 100,
  priceMints: 50,
  pairMints: 50,
  pairLabels: 8,
  rpcBatchCalls: 25,
  searchResults: 20,
  searchMinChars: 2,
  searchMaxChars: 128,
  trendingCandidates: 60,
  trendingRawSeeds: 90,
  trendingMax: 100,
  statsTopRoutes: 30,
  /** Token accounts read for one mint before the count is said to be capped. */
  holderAccounts: 2_000_000,
  topHolders: 100,
  /** Token accounts read from an asset index, a thousand a page, where a node refuses to list them. */
  holderPageAccounts: 50_000,
  /** Largest owners whose own accounts are looked at, to tell pools, lockers and programs from wallets. */
  holderOwnersResolved: 200,
  /** A wallet whose holding of one token is worth this much carries the whale flag. */
  whaleHoldingUsd: 100_000,
  /** Pools shown with a token, best first. */
  intelPairs: 30,
  /** Up to this many holders the concentration figures are computed on the loop: sorting them takes less than the way
   *  to a compute thread and back (`bench/hot-paths/concentration.bench.ts`). */
  concentrationInline: 1_000,
  /** Slots after the one a coin was launched in that still count as the launch: buyers in them are snipers. In slots,
   *  for the time of a slot moves. */
  launchWindowSlots: 2,
  /** Pages of a thousand signatures walked back to find a launch; older ones are not found. */
  launchSignaturePages: 20,
  /** Pools of a mint, deepest first, whose history is searched for the launch beside the derived addresses. */
  launchPools: 3,
  /** Transactions of the launch window that are read. */
  launchTransactions: 200,
  /** Buyers of the launch window whose funding is traced, launch slot first. */
  launchBuyersTraced: 24,
  /** Transactions of the creator before the launch that are searched for wallets it funded. */
  launchDevTransactions: 40,
  /** Rate-limit windows held at once; the oldest is forgotten first. */
  rateWindows: 200_000,
  responseCacheBytes: 256 * 1024 * 1024,
  responseCacheEntryBytes: 4 * 1024 * 1024,
  /** Spellings of requests whose meaning is remembered. */
  requestSpellings: 8_192,
  memoEntries: 100_000,
  upstreamReplyBytes: 64 * 1024 * 1024,
  workerQueue: 256,
} as const
