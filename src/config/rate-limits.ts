/** Spec 8: 10 requests per 10 seconds per key, one fixed window aligned to the key's first request. The count is a
 *  setting (`MINTGLASS_RATE_LIMIT_PER_10S`) and a key may carry its own. */
export const RATE_WINDOW_MS = 10_000
/** Siblings on one port tell each other their counts this often; the overshoot bound follows from it. */
export const SIBLING_SYNC_MS = 50
/** Calls an address without a key may make to public routes in one window. */
export const PUBLIC_PER_WINDOW = 200
