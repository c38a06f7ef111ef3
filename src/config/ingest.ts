/** How chains are followed. Times in ms. */
export const INGEST = {
  /** Without news the node is asked for its slot this often; news comes by subscription. */
  pollMs: 1_000,
  /** While no subscription stands. */
  pollWithoutNewsMs: 250,
  /** Blocks fetched ahead of the one that is appended. */
  blocksAhead: 6,
  /** Blocks of one commit while catching up, and how many events they may hold together. */
  blocksPerCommit: 32,
  eventsPerCommit: 4_096,
  /** Slots listed by one call. */
  slotsPerList: 500_000,
  /** Blocks of a subscription that wait for the ones before them. */
  blocksWaiting: 128,
  /** How far the way back to a common ancestor goes. A fork of confirmed blocks this long ends the follower's trust. */
  forkDepth: 512,
  /** A block that cannot be read is asked for again this often and this long before it is recorded as lost. */
  blockRetryMs: 400,
  blockPatienceMs: 60_000,
  blockTimeoutMs: 20_000,
  finalizeEveryMs: 1_500,
  pruneEveryMs: 10 * 60_000,
  reconnectMs: { baseMs: 500, capMs: 15_000 },
  restartMs: { baseMs: 500, capMs: 10_000 },
  /** A dollar price of SOL serves trades this long. */
  solPriceMaxAgeSec: 600,
  /** A trade of SOL against dollars below this says nothing of the price. */
  solPriceMinUsd: 5,
  /** Decimals of mints kept in memory. */
  knownMints: 50_000,
} as const
