/** What a sell proof keeps, so that it can be stored with a report. */
export const LIMITS_OF_PROOF = {
  /** Last lines of a case that failed, and of one that went through. */
  logLines: 6,
  logLinesWhenOk: 2,
  logChars: 200,
  /** Bytes of all accounts and of all cloned code; beyond it only their hashes stay, and the runs cannot be
   *  repeated. */
  accountBytes: 64 * 1024,
  codeBytes: 128 * 1024,
  /** Rounds in which a hook's list may ask for further accounts. */
  cloneRounds: 4,
  /** SOL of a round trip through the pool: much more than the rent of the accounts it makes. */
  roundTripLamports: 20_000_000n,
  /** Ordinary holders whose transfers a node simulates where the code cannot be cloned. */
  holdersOnNode: 3,
  /** A seller below this could not even receive a small amount. */
  sellerLamports: 3_000_000n,
} as const
