/** Spec 8: 10 requests per 10 seconds per key, one fixed window aligned to the key's first request. The count is a
 *  setting (`MINTGLASS_RATE_LIMIT_PER_10S`) and a key may carry its own. */
export const RATE_WINDOW_MS = 10_000
/** Siblings on one port know each other's counts after this time; the overshoot bound follows from it.
 *  @internal Tests measure it; `SIBLING_EXCHANGE_EVERY_MS` makes it true. */
export const SIBLING_SYNC_MS = 50
/** A count waits at most one period until it is published and one until it is read; the rest is for the commit
 *  between. */
export const SIBLING_EXCHANGE_EVERY_MS = 20
/** Calls an address without a key may make to public routes in one window, and wrong keys that it may try
 *  (`http/failed-auth-limit.ts`). */
export const PUBLIC_PER_WINDOW = 200
/** Preflights, requests for paths that do not exist, and files of the Explorer that an address may ask for in one window. */
export const UNROUTED_PER_WINDOW = 2_000
