import type { Context } from '../../context.ts'
import { joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import { degradedNow } from '../degraded-now.ts'
import type { MarketEvidence } from '../evidence-bundle/input-bundle.ts'
import { isDegraded } from '../is-degraded.ts'
import { speaksLouder } from '../pricing/best-pair.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { getPrices } from '../pricing/prices.ts'
import { getSolPrice } from '../pricing/sol-price.ts'
import { loadMetadata } from '../tokens/metadata.ts'

const MAX_PAIRS = 10

/** Price, pools and presence of a token as the market-data routes say them, so that all routes agree. A source that
 *  fails leaves its members null; fails only when not one of them answered. */
export async function gatherMarket(ctx: Context, mint: string): Promise<Outcome<MarketEvidence>> {
  const { tokens } = ctx.upstreams
  const [prices, pairs, sol, metadata, facts] = await Promise.all([
    getPrices(ctx, [mint]),
    loadPairs(ctx, [mint]),
    getSolPrice(ctx),
    loadMetadata(ctx, [mint]),
    tokens === null ? null : tokens.tokensByMints([mint]),
  ])
  const price = prices.ok ? (prices.value[mint] ?? null) : null
  // Unknown prices are left out; the rest of the answer stays.
  if (!pairs.ok && price === null) return pairs
  const own = (pairs.ok ? (pairs.value.get(mint) ?? []) : [])
    .filter(({ base }) => base.address === mint)
    .sort((a, b) => (speaksLouder(a, b) ? -1 : 1))
    .slice(0, MAX_PAIRS)
  const about = metadata.ok ? (metadata.value.get(mint) ?? null) : null
  const said = facts?.ok ? (facts.value.get(mint) ?? null) : null
  const created = own.map(({ pairCreatedAtMs }) => pairCreatedAtMs).filter((atMs) => atMs !== null)
  const info = own.find((pair) => pair.info !== null)?.info ?? null
  return ok(
    {
      priceUsd: price?.priceUsd ?? null,
      solUsd: sol.ok && sol.value.source !== 'fallback' ? sol.value.price : null,
      liquidityUsd: price?.liquidityUsd ?? null,
      volume24hUsd: price?.volume24h ?? null,
      marketCapUsd: price?.marketCap ?? null,
      fdvUsd: price?.fdv ?? null,
      pairs: own,
      createdAtMs: created.length > 0 ? Math.min(...created) : (said?.createdAtMs ?? null),
      isVerified: said?.isVerified ?? null,
      name: about?.name ?? said?.name ?? null,
      symbol: about?.symbol ?? said?.symbol ?? null,
      hasWebsite:
        info === null && said === null ? null : (info?.websites.length ?? 0) + (said?.websites.length ?? 0) > 0,
      hasSocials: info === null && said === null ? null : (info?.socials.length ?? 0) + (said?.socials.length ?? 0) > 0,
    },
    joinCacheMeta([
      prices.ok ? prices.cache : undefined,
      pairs.ok ? pairs.cache : undefined,
      [prices, pairs, sol, metadata, facts].some(hasFailed) ? degradedNow(ctx) : undefined,
    ]),
  )
}

/** A source that no one configured has not failed. */
function hasFailed(part: Outcome<unknown> | null): boolean {
  return isDegraded(part) && (part === null || part.ok || part.code !== 'unconfigured')
}
