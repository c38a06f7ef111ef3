/** Bounds of finding a token's pools on chain. */
export const POOLS = {
  /** Deadline of a scan. A caller that waits less leaves the answer for the next one. */
  scanMs: 15_000,
  /** A reader without a tight deadline waits this long for a scan, then continues without its pools. */
  patienceMs: 4_000,
  /** How long the pools that a scan found are read by their addresses before the next scan, and how long an empty
   *  result counts. */
  rememberedMs: 5 * 60_000,
  rememberedEmptyMs: 60_000,
  rememberedScans: 8_192,
  /** More than that are never read of one scan. */
  addressesPerScan: 100,
  /** Where the node does not scan: how long those are waited for that others name, and how many of the tape's latest
   *  trades are looked through for names. */
  namedMs: 3_000,
  namingTrades: 200,
  /** Where these name none: the mint's own newest transactions that are read. */
  namingTransactions: 8,
  /** How old pools may be that one part of a question read for another: prices rest on their reserves. */
  sharedMs: 2_000,
  /** How long a reader of pools waits for the list of a token's accounts, which says which programs need no scan. */
  ownersWithinMs: 3_000,
  /** Tokens whose pools are looked for at once: each is up to two scans a program on a node that was never asked for it. */
  tokensAtOnce: 8,
  /** A pool whose trades do not say what is in it counts as so many times the largest of them: a trade seldom moves more
   *  than a twentieth of a pool. */
  perTrade: 20,
} as const

/** Deep pools of SOL against USDC on mainnet, so that a node that does not scan still says what SOL costs. What they are
 *  is read of their accounts: one that is gone, or is none, counts for nothing. */
export const SOL_POOLS: readonly string[] = [
  // Orca, Raydium AMM v4.
  'Czfq3xZZDmsdGdUyrNLtRhGc47cXcZtLG4crryfu44zE',
  '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2',
]
