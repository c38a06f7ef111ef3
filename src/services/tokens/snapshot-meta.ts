import { CACHES, type CacheName } from '../../config/cache-ttls.ts'
import type { Context } from '../../context.ts'
import { type CacheMeta, joinCacheMeta } from '../../contract/outcome.ts'

/** Lifetime of a list that is one snapshot for everyone: the whole time of its cache, counted from its oldest part, so
 *  that times do not add up. Parts with a shorter time of their own do not shorten it: the list says when it was
 *  made. */
export function snapshotMeta(ctx: Context, cache: CacheName, parts: readonly (CacheMeta | undefined)[]): CacheMeta {
  const joined = joinCacheMeta(parts)
  const builtAtMs = joined?.builtAtMs ?? ctx.clock.nowMs()
  return {
    builtAtMs,
    freshUntilMs: builtAtMs + CACHES[cache].ttlMs,
    degraded: joined?.degraded ?? false,
    stale: joined?.stale ?? false,
  }
}
