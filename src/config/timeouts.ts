/** Deadlines by operation, milliseconds (spec section 8 where it names one). */
export const TIMEOUTS = {
  /** A route that names no deadline of its own. */
  routeMs: 30_000,
  /** A tool of a language model: longer than any route that it asks. */
  mcpMs: 125_000,
  bodyMs: 15_000,
  /** A reader that has not taken a whole answer by then is cut off. */
  writeMs: 60_000,
  /** Graceful stop: what is in flight may take this long. */
  shutdownMs: 15_000,
  /** At a graceful stop idle connections are kept this long, for requests that are on their way already. */
  lingerMs: 500,
  rpcMs: 8_000,
  /** Holder enumeration of a large mint is one huge reply. */
  rpcScanMs: 60_000,
  /** Spec section 8. */
  lighthouseMs: 20_000,
  launchesMs: 4_000,
  /** Spec section 8: what a provider may take; it gathers a wallet that it sees for the first time. */
  walletHistoryMs: 25_000,
  walletActivityMs: 30_000,
  solPriceMs: 6_000,
  /** Spec section 8: quotes 8 s, builds and orders 12 s, as a whole. */
  swapQuoteMs: 8_000,
  swapBuildMs: 12_000,
  orderListMs: 8_000,
  orderBuildMs: 12_000,
  broadcastMs: 15_000,
  /** After this no further provider is asked for the SOL price history; own rows and the chain have their turn. */
  solHistoryMs: 10_000,
  intelMs: 25_000,
  /** Parts of intel, so that a slow way leaves time for the next one. */
  holderScanMs: 12_000,
  holderPagesMs: 6_000,
  launchFactsMs: 12_000,
  /** What creators and snipers did elsewhere: hundreds of small calls on a cold mint. */
  devEvidenceMs: 20_000,
  sniperEvidenceMs: 15_000,
  /** Evidence, and what rests on it, the wait for its turn included. */
  forensicsMs: 55_000,
  /** Evidence of a token as a whole, and its parts, each counted from its own beginning. */
  evidenceMs: 22_000,
  evidenceClockMs: 4_000,
  evidenceMintMs: 6_000,
  evidenceHistoryMs: 9_000,
  evidenceHolderOriginsMs: 6_000,
  evidenceTraceMs: 9_000,
  evidenceExitsMs: 5_000,
  evidenceOwnersMs: 4_000,
  /** What evaluation gives a part that must have an end. */
  unhurriedMs: 10 * 60_000,
  /** Slot time where none can be measured, which the evidence then says: the slowest in force (SIMD-0525 shortens
   *  it). */
  nominalSlotMs: 400,
  /** How long a token waits for its turn to be gathered. */
  scanTurnMs: 25_000,
  /** A deep scan or a map as a whole, the wait for its turn included; layers have deadlines of their own below it. */
  deepScanMs: 55_000,
  deepScanProviderMs: 6_000,
  /** A safety chip takes so long at most, however little the node allows; thirty of them must fit into a request. */
  chipMs: 4_500,
  workerTaskMs: 30_000,
  /** The first start builds a world: five seconds on two cores, and many times that where others use them. */
  sandboxReadyMs: 180_000,
  sandboxInfoMs: 5_000,
  /** How long a start waits for the node's genesis hash before it goes on without. */
  genesisMs: 3_000,
} as const
