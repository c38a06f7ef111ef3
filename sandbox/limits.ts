/** Bounds of the sandbox's wire surfaces. Where a real node has the same bound, it has the same number. */
export const SANDBOX_LIMITS = {
  bodyBytes: 1024 * 1024,
  /** Request bodies held at once, all connections together. */
  bodyBytesInFlight: 64 * 1024 * 1024,
  /** A body must have arrived within this time. */
  bodyDeadlineMs: 15_000,
  jsonDepth: 64,
  batchCalls: 1_000,
  /** Bytes of one answer; the calls of a batch that come after it are refused. */
  replyBytes: 128 * 1024 * 1024,
  multipleAccounts: 100,
  signatureStatuses: 256,
  signaturesForAddress: 1_000,
  accountFilters: 4,
  memcmpBytes: 128,
  base58DataBytes: 128,
  largestAccounts: 20,
  blocksRange: 500_000,
  slotLeaders: 5_000,
  performanceSamples: 720,
  prioritizationFeeBlocks: 150,
  prioritizationFeeAccounts: 128,
  /** Signatures younger than this many slots are found without `searchTransactionHistory`. */
  recentStatusSlots: 150,
  airdropLamports: 5_000_000_000n,
  assetsPerCall: 1_000,
  controlBodyBytes: 256 * 1024,
  faults: 256,
  /** What the webhook sink keeps. */
  sinkPosts: 10_000,
  sinkBytes: 32 * 1024 * 1024,
  sockets: 1_000,
  subscriptionsPerSocket: 1_000,
  socketMessageBytes: 256 * 1024,
  /** A socket that does not read is closed when this much waits for it. */
  socketBacklogBytes: 16 * 1024 * 1024,
} as const
