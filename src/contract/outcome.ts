import type { FailureCode } from './failures.ts'

/** How long an answer may be kept. `degraded`: a source failed, so the answer lives 5 s; `stale`: served after its
 *  time because the source is down. */
export type CacheMeta = {
  readonly builtAtMs: number
  readonly freshUntilMs: number
  readonly degraded: boolean
  readonly stale: boolean
}

export type Ok<T> = {
  readonly ok: true
  readonly value: T
  readonly cache?: CacheMeta
  /** Success status, where it is not that of the route. */
  readonly status?: 200 | 201 | 202
}
export type Failure = {
  readonly ok: false
  readonly code: FailureCode
  /** What the caller reads in `error`. Never holds a key, a secret or an upstream body. */
  readonly message: string
  readonly retryAfterSec?: number
  /** JSON-RPC error code, when a node refused the call. */
  readonly rpcCode?: number
  /** Further members of the body of a v1 failure. */
  readonly details?: FailureDetails
  /** Further members of the body of a failure on any other API (`ChainFailureBody`). */
  readonly members?: FailureDetails
}

/** What a failed v1 call says besides its sentence (spec 2.6; `TradeFailureDetails` in `trading.ts` names the usual
 *  ones). JSON values; never `success`, `error` or `code`. */
export type FailureDetails = Readonly<Record<string, unknown>>
export type Outcome<T> = Ok<T> | Failure

export function ok<T>(value: T, cache?: CacheMeta): Ok<T> {
  return cache === undefined ? { ok: true, value } : { ok: true, value, cache }
}

export function fail(code: FailureCode, message: string, retryAfterSec?: number): Failure {
  return retryAfterSec === undefined ? { ok: false, code, message } : { ok: false, code, message, retryAfterSec }
}

/** Joins the cache metas of the parts of one answer: it is as old as its oldest part and dies with the first. */
export function joinCacheMeta(parts: readonly (CacheMeta | undefined)[]): CacheMeta | undefined {
  let joined: CacheMeta | undefined
  for (const part of parts) {
    if (part === undefined) continue
    joined =
      joined === undefined
        ? part
        : {
            builtAtMs: Math.min(joined.builtAtMs, part.builtAtMs),
            freshUntilMs: Math.min(joined.freshUntilMs, part.freshUntilMs),
            degraded: joined.degraded || part.degraded,
            stale: joined.stale || part.stale,
          }
  }
  return joined
}
