import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { FullPair } from '../../contract/token.ts'
import { withWindows } from '../market/past/pool-windows.ts'
import { pickBestPair } from '../pricing/best-pair.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { knownDescription } from './feeds.ts'
import { toFullPair } from './full-pair.ts'

/** The best pool of each mint, or null (spec 4.1 pairs-batch). What its source does not know of the last 24 hours comes
 *  from the pool's own trades. */
export async function getPairsBatch(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<Record<string, FullPair | null>>> {
  const pairs = await loadPairs(ctx, mints)
  if (!pairs.ok) return pairs
  const byMint: Record<string, FullPair | null> = {}
  const bestOfEach = await withWindows(
    ctx,
    mints.map((mint) => pickBestPair(pairs.value.get(mint) ?? [], mint)),
  )
  for (const [at, mint] of mints.entries()) {
    const best = bestOfEach[at] ?? null
    byMint[mint] = best === null ? null : toFullPair(best, knownDescription(ctx, mint))
  }
  return ok(byMint, pairs.cache)
}
