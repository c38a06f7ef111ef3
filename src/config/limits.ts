/** Batch sizes, clamps, page sizes, body sizes and queue bounds (spec section 8 unless said). */
export const LIMITS = {
  bodyBytes: 5 * 1024 * 1024,
  /** Bodies being read at once, all requests together; beyond it a body is refused with 429. */
  bodyBytesInFlight: 64 * 1024 * 1024,
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
  /** Rate-limit windows held at once; the oldest is forgotten first. */
  rateWindows: 200_000,
  responseCacheBytes: 256 * 1024 * 1024,
  responseCacheEntryBytes: 4 * 1024 * 1024,
  memoEntries: 100_000,
  upstreamReplyBytes: 64 * 1024 * 1024,
  workerQueue: 256,
} as const
