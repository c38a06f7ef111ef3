import { RETENTION } from '../config/retention.ts'
import { TIMEOUTS } from '../config/timeouts.ts'
import type { Context } from '../context.ts'
import { type Outcome, ok } from '../contract/outcome.ts'
import { fetchSolPriceUsd } from '../services/pricing/sol-price-sources.ts'

/** Stores one live SOL price. Nothing is stored when no source answers: a fallback row would poison the next 10
 *  minutes. */
export async function recordSolPrice(ctx: Context): Promise<Outcome<unknown>> {
  const live = await fetchSolPriceUsd(ctx, AbortSignal.timeout(TIMEOUTS.solPriceMs))
  if (!live.ok) return live.code === 'unconfigured' ? ok(null) : live
  const tMs = ctx.clock.nowMs()
  await ctx.store.solPrices.put({ tMs, priceUsd: live.value.priceUsd, tier: live.value.tier })
  await ctx.store.solPrices.prune(tMs - RETENTION.solPriceMs)
  return live
}
