import type { Context } from '../../context.ts'
import { joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import type { TokenPriceEntry } from '../../contract/token.ts'
import type { MarketPair, SpotPrice, TokenFacts } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { isDegraded } from '../is-degraded.ts'
import { pickBestPair } from './best-pair.ts'
import { loadPairs } from './load-pairs.ts'
import { realMints } from './real-mints.ts'

/** Price entries per mint (spec 4.1 prices): best pool first, then the price provider for mints without one. A mint
 *  no one can price is left out, and so is everything when every source fails. */
export async function getPrices(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<Record<string, TokenPriceEntry>>> {
  const pairs = await loadPairs(ctx, mints)
  const prices: Record<string, TokenPriceEntry> = {}
  const unpriced: string[] = []
  for (const mint of mints) {
    const entry = pairs.ok ? priceFromPair(pickBestPair(pairs.value.get(mint) ?? [], mint), mint) : null
    if (entry === null) unpriced.push(mint)
    else prices[mint] = entry
  }
  const spot = await loadSpotPrices(ctx, unpriced)
  if (spot.ok) {
    for (const mint of unpriced) {
      const entry = spot.value.get(mint)
      if (entry) prices[mint] = entry
    }
  }
  const metas = joinCacheMeta([pairs.ok ? pairs.cache : undefined, spot.ok ? spot.cache : undefined])
  if (pairs.ok && spot.ok) return ok(prices, metas)
  return ok(prices, degradedNow(ctx))
}

export function priceFromPair(pair: MarketPair | null, mint: string): TokenPriceEntry | null {
  if (pair === null || pair.priceUsd === null) return null
  return {
    mint,
    priceUsd: pair.priceUsd,
    marketCap: pair.marketCapUsd,
    fdv: pair.fdvUsd,
    liquidityUsd: pair.liquidityUsd,
    volume24h: pair.volumeUsd.h24,
    priceChange24h: pair.priceChangePct.h24,
  }
}

async function loadSpotPrices(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<ReadonlyMap<string, TokenPriceEntry | null>>> {
  const provider = ctx.upstreams.prices
  if (provider === null || mints.length === 0) return ok(new Map())
  return ctx.store.memoMany<TokenPriceEntry>('tokenPrices', mints, async (missing) => {
    const real = realMints(missing)
    if (real.length === 0) return ok(new Map())
    const spot = await provider.spotPrices(real)
    if (!spot.ok) return spot
    const priced = real.filter((mint) => spot.value.has(mint))
    const facts =
      ctx.upstreams.tokens === null || priced.length === 0 ? null : await ctx.upstreams.tokens.tokensByMints(priced)
    const entries = new Map<string, TokenPriceEntry>()
    for (const mint of priced)
      entries.set(mint, joinSpot(mint, spot.value.get(mint)!, facts?.ok ? facts.value.get(mint) : undefined))
    return isDegraded(facts) ? ok(entries, degradedNow(ctx)) : ok(entries)
  })
}

function joinSpot(mint: string, spot: SpotPrice, facts: TokenFacts | undefined): TokenPriceEntry {
  return {
    mint,
    priceUsd: spot.priceUsd,
    marketCap: facts?.marketCapUsd ?? null,
    fdv: facts?.fdvUsd ?? null,
    liquidityUsd: spot.liquidityUsd ?? facts?.liquidityUsd ?? null,
    volume24h: facts?.volume24hUsd ?? null,
    priceChange24h: spot.priceChange24hPct ?? facts?.priceChange24hPct ?? null,
  }
}
