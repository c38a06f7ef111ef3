/** Bounds of finding a coin's pools on chain. */
export const POOLS = {
  /** A scan is given up after this; whoever waited less still leaves its answer to the next. */
  scanMs: 15_000,
  /** A reader that is in no hurry waits for a scan this long, and goes on without what it would have found. */
  patienceMs: 4_000,
  /** Pools a scan found are read by their addresses for so long before it is made anew, and none for so long. */
  rememberedMs: 5 * 60_000,
  rememberedEmptyMs: 60_000,
  rememberedScans: 8_192,
  /** More than that are never read of one scan. */
  addressesPerScan: 100,
  /** Where the node does not scan: how long those are waited for that others name, and how many of the tape's latest
   *  trades are looked through for names. */
  namedMs: 3_000,
  namingTrades: 200,
  /** Coins whose pools are looked for at once: each is up to sixteen scans on a node that was never asked for it. */
  coinsAtOnce: 8,
} as const
