import { RETENTION } from '../config/retention.ts'
import type { Context } from '../context.ts'
import { type Outcome, ok } from '../contract/outcome.ts'
import { loadPromotedSnapshot } from '../services/tokens/trending.ts'

/** Keeps the snapshot warm and remembers the ranks, from which `rankChange1h` is read an hour later. */
export async function refreshTrending(ctx: Context): Promise<Outcome<unknown>> {
  if (ctx.upstreams.pairs === null) return ok(null)
  const snapshot = await loadPromotedSnapshot(ctx)
  if (!snapshot.ok) return snapshot
  const { generatedAt, tokens } = snapshot.value
  await ctx.store.trendingRanks.put(generatedAt, new Map(tokens.map(({ mint, rank }) => [mint, rank])))
  await ctx.store.trendingRanks.prune(generatedAt - RETENTION.trendingRanksMs)
  return snapshot
}
