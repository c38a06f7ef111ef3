import { IDEMPOTENCY } from '../config/idempotency.ts'
import type { Context } from '../context.ts'
import { type Outcome, ok } from '../contract/outcome.ts'

/** Forgets the answers of idempotency keys that are older than the setting. */
export async function pruneIdempotency(ctx: Context): Promise<Outcome<{ readonly removed: number }>> {
  const nowMs = ctx.clock.nowMs()
  const settled = nowMs - ctx.config.trading.idempotencyMs
  const unsettled = nowMs - Math.max(IDEMPOTENCY.unsettledMs, ctx.config.trading.idempotencyMs)
  let removed = 0
  for (let writes = 0; writes < IDEMPOTENCY.pruneWritesAtOnce; writes++) {
    const some = await ctx.store.idempotency.prune({ settled, unsettled })
    if (some === 0) break
    removed += some
  }
  return ok({ removed })
}
