import type { Context } from '../../context.ts'
import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'
import { type CacheMeta, fail, joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { pickBestPair } from './best-pair.ts'
import { loadPairs } from './load-pairs.ts'
import { realMints } from './real-mints.ts'

/** The pool whose chart speaks for a token, and whose page shows it. */
export type ChartPool = {
  readonly address: string
  readonly site: 'dexscreener' | 'geckoterminal'
  /** The site's own address of the pool's page, where it returned one. */
  readonly pageUrl: string | null
}

/** The token's best pool (10 min): as the prices know it, else the pool index's first, on whichever side the token is.
 *  Null when it has none. Fails `upstream_failed` when no source answered. */
export function findChartPool(ctx: Context, mint: string): Promise<Outcome<ChartPool | null>> {
  return ctx.store.memo<ChartPool | null>('chartSource', mint, () => findInSources(ctx, mint))
}

async function findInSources(ctx: Context, mint: string): Promise<Outcome<ChartPool | null>> {
  if (realMints([mint]).length === 0) return ok(null)
  const pairs = await loadPairs(ctx, [mint])
  const best = pairs.ok ? pickChartPair(pairs.value.get(mint) ?? [], mint) : null
  if (best !== null) {
    // The pairs themselves live shorter; which of them is best hardly ever changes.
    const { pairAddress, url } = best
    const site = url === null ? 'geckoterminal' : 'dexscreener'
    return ok({ address: pairAddress, site, pageUrl: url }, lastingMeta(ctx, pairs.ok ? pairs.cache : undefined))
  }
  const index = ctx.upstreams.pools === null ? null : await ctx.upstreams.pools.poolsOfToken(mint)
  const [first] = index?.ok ? index.value : []
  if (first !== undefined) return ok({ address: first.address, site: 'geckoterminal', pageUrl: null })
  const failed = [pairs, index].filter((answer) => answer !== null && !answer.ok)
  if (failed.length === 0) return ok(null, lastingMeta(ctx, pairs.ok ? pairs.cache : undefined))
  return pairs.ok || index?.ok ? ok(null, degradedNow(ctx)) : fail('upstream_failed', 'chart source unavailable')
}

function lastingMeta(ctx: Context, cache: CacheMeta | undefined): CacheMeta | undefined {
  return cache?.degraded === true ? joinCacheMeta([cache, degradedNow(ctx)]) : undefined
}

/** SOL is what most pools are quoted in; only those against a dollar say what it costs. */
export function pickChartPair(pairs: readonly MarketPair[], mint: string): MarketPair | null {
  const inDollars = mint === WSOL_MINT ? pairs.filter(({ quote }) => DOLLAR_MINTS.has(quote.address)) : []
  return pickBestPair(inDollars.length > 0 ? inDollars : pairs, mint)
}
