/** Time an answer or a shared value may live, by cache name, in the order of spec section 8. `storeToDisk`: 60 s and
 *  more also live in LMDB, so that a restart is warm. `staleForMs`: how long past its time a value may still be served
 *  when its source fails (at most ten lifetimes). */
export type CacheRule = { readonly ttlMs: number; readonly staleForMs: number }

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

export const CACHES = {
  tokenMetadata: { ttlMs: 5 * MINUTE_MS, staleForMs: 0 },
  /** Mints as their own accounts describe them. */
  chainTokens: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  tokenPrices: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  tokenPairs: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  tokenPools: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  tokenIntel: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  trending: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  trendingRaw: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  /** Promotion feeds behind both trending routes. */
  feeds: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  search: { ttlMs: 60 * SECOND_MS, staleForMs: 0 },
  solPrice: { ttlMs: 30 * SECOND_MS, staleForMs: 0 },
  /** Launch-slot facts of a mint never change once the launch is older than the window. */
  launchFacts: { ttlMs: 60 * MINUTE_MS, staleForMs: 0 },
  rentMinimum: { ttlMs: 60 * MINUTE_MS, staleForMs: 0 },
} as const satisfies Record<string, CacheRule>

export type CacheName = keyof typeof CACHES

/** A success body built while a source had failed lives this long, whatever its cache says. */
export const DEGRADED_TTL_MS = 5 * SECOND_MS
/** Caches of at least this lifetime are also kept in LMDB. */
export const DISK_CACHE_MIN_TTL_MS = MINUTE_MS
