/** Deadlines by operation, milliseconds (spec section 8 where it names one). */
export const TIMEOUTS = {
  /** A route that names no deadline of its own. */
  routeMs: 30_000,
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
  dasMs: 10_000,
  dexscreenerMs: 8_000,
  jupiterPriceMs: 6_000,
  jupiterTokensMs: 6_000,
  solPriceMs: 6_000,
  intelMs: 25_000,
  /** Parts of intel, so that a slow way leaves time for the next one. */
  holderScanMs: 12_000,
  holderPagesMs: 6_000,
  launchFactsMs: 12_000,
  workerTaskMs: 30_000,
  sandboxReadyMs: 60_000,
  sandboxInfoMs: 5_000,
  /** How long a start waits for the node's genesis hash before it goes on without. */
  genesisMs: 3_000,
} as const
