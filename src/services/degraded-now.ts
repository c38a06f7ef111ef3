import { DEGRADED_TTL_MS } from '../config/cache-ttls.ts'
import type { Context } from '../context.ts'
import type { CacheMeta } from '../contract/outcome.ts'

/** Cache data of something built just now while a source had failed: it lives 5 s. */
export function degradedNow(ctx: Pick<Context, 'clock'>): CacheMeta {
  const nowMs = ctx.clock.nowMs()
  return { builtAtMs: nowMs, freshUntilMs: nowMs + DEGRADED_TTL_MS, degraded: true, stale: false }
}
