import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { readChainPairs } from './chain-pairs.ts'
import { realMints } from './real-mints.ts'

/** Pools per mint, 30 s each: from the market-data provider, else (or for mints it does not know) from the chain's own
 *  pools. A mint without any pool maps to null. Fails `upstream_failed` when no source answered. */
export async function loadPairs(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<ReadonlyMap<string, readonly MarketPair[] | null>>> {
  return ctx.store.memoMany<readonly MarketPair[]>('tokenPairs', mints, (missing) =>
    loadFromSources(ctx, realMints(missing)),
  )
}

async function loadFromSources(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<ReadonlyMap<string, readonly MarketPair[]>>> {
  const found = new Map<string, readonly MarketPair[]>()
  if (mints.length === 0) return ok(found)
  const market = ctx.upstreams.pairs === null ? null : await ctx.upstreams.pairs.pairsByMints(mints)
  if (market?.ok) for (const [mint, pairs] of market.value) found.set(mint, pairs)
  const rest = mints.filter((mint) => !found.has(mint))
  const chain = ctx.chain.rpc === null || rest.length === 0 ? null : await readChainPairs(ctx, rest)
  if (chain?.ok) for (const [mint, pairs] of chain.value) if (pairs.length > 0) found.set(mint, pairs)

  const failed = [market, chain].filter((answer) => answer !== null && !answer.ok)
  if (found.size === 0 && failed.length > 0 && !(market?.ok || chain?.ok))
    return fail('upstream_failed', 'market data unavailable')
  if (failed.length === 0 && !(chain?.ok && chain.cache?.degraded)) return ok(found)
  return ok(found, degradedNow(ctx))
}
