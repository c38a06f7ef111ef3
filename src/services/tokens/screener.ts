import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { type CacheMeta, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isAddress } from '../../contract/params.ts'
import type { Screener, ScreenerResult, ScreenerSort } from '../../contract/token-market.ts'
import type { MarketPair, TokenFacts } from '../../upstreams/capabilities.ts'
import type { ScreenedToken } from '../../upstreams/market-capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { isDegraded } from '../is-degraded.ts'
import { speaksLouder } from '../pricing/best-pair.ts'
import { loadMetadata } from './metadata.ts'
import { searchOwnPairs } from './own-search.ts'
import { sayOfSearch } from './say-unknown.ts'

export type ScreenerRequest = { readonly input: string; readonly sortBy: ScreenerSort; readonly limit: number }
type Screened = { readonly sortBy: ScreenerSort; readonly results: readonly ScreenerResult[] }
/** A row with what it may be sorted by; null where the source does not know it. */
type Candidate = { readonly row: ScreenerResult; readonly createdAtMs: number | null }

/** Tokens for a text in the order asked for (60 s; `stale: true` for ten minutes more while the screener provider
 *  fails). The market-data provider's own screener; without it, or when it fails and nothing older is at hand, the
 *  search of the pairs and token-facts providers (with a node alone, what it says of a mint and of tokens traded just now)
 *  sorted here, which cannot rank by trend or by organic volume. Fails
 *  `upstream_failed` when no source answered. */
export async function screenTokens(ctx: Context, request: ScreenerRequest): Promise<Outcome<Screener>> {
  const { market, pairs, tokens } = ctx.upstreams
  const { input, sortBy, limit } = request
  const key = `${sortBy}\n${limit}\n${input.toLowerCase()}`
  const screened =
    market === null
      ? null
      : await ctx.store.memo<Screened>('screener', key, async () => {
          const found = await market.screenTokens({ text: input, sortBy, limit })
          return found.ok ? ok({ sortBy, results: found.value.map(toResult) }) : found
        })
  if (screened?.ok) return ok(toReply(input, screened.value, screened.cache), screened.cache)
  if (pairs === null && tokens === null && ctx.chain.rpc === null)
    return fail('upstream_failed', 'screener unavailable')
  const searched = await searchHere(ctx, request)
  if (!searched.ok) return searched
  const cache = screened === null ? searched.cache : degradedNow(ctx)
  const missing = missingOf(sayOfSearch(ctx, isAddress(input.trim())))
  return ok({ ...toReply(input, searched.value, cache), ...missing }, cache)
}

function toReply(input: string, { sortBy, results }: Screened, cache: CacheMeta | undefined): Screener {
  const reply = { input, sortBy, count: results.length, results: [...results] }
  return cache?.stale ? { ...reply, stale: true as const } : reply
}

async function searchHere(ctx: Context, request: ScreenerRequest): Promise<Outcome<Screened>> {
  const { pairs, tokens } = ctx.upstreams
  const [found, facts] = await Promise.all([
    pairs === null ? searchUnprovided(ctx, request.input) : pairs.searchPairs(request.input),
    tokens === null ? null : tokens.searchTokens(request.input),
  ])
  const hasAnswer = found?.ok === true || facts?.ok === true
  // With every provider down the node answers as it would without them.
  const pools = hasAnswer || ctx.chain.rpc === null ? found : await searchOwnPairs(ctx, request.input)
  if (!hasAnswer && (pools?.ok !== true || pools.value.length === 0))
    return fail('upstream_failed', 'screener unavailable')
  const best = new Map<string, MarketPair>()
  for (const pair of pools?.ok ? pools.value : []) {
    const known = best.get(pair.base.address)
    if (known === undefined || speaksLouder(pair, known)) best.set(pair.base.address, pair)
  }
  const known = new Map((facts?.ok ? facts.value : []).map((token) => [token.mint, token]))
  const mints = [...new Set([...best.keys(), ...known.keys()])]
  const unknown = mints.filter((mint) => !known.has(mint))
  // Holders and decimals of what only the pools named.
  const more = tokens === null || !hasAnswer || unknown.length === 0 ? null : await tokens.tokensByMints(unknown)
  for (const [mint, token] of more?.ok ? more.value : []) known.set(mint, token)
  const metadata = mints.length === 0 ? null : await loadMetadata(ctx, mints)
  const candidates = mints.map((mint) =>
    toCandidate(
      mint,
      best.get(mint) ?? null,
      known.get(mint) ?? null,
      metadata?.ok ? (metadata.value.get(mint)?.decimals ?? null) : null,
    ),
  )
  const sortBy =
    WEIGHTS[request.sortBy] === undefined || (request.sortBy === 'holdersCount' && tokens === null)
      ? 'volume24h'
      : request.sortBy
  const weight = WEIGHTS[sortBy]!
  const results = candidates
    .sort((a, b) => weight(b) - weight(a) || (a.row.mint < b.row.mint ? -1 : 1))
    .slice(0, request.limit)
    .map(({ row }) => row)
  const parts = [found, facts, more, metadata]
  return parts.some(isDegraded) ? ok({ sortBy, results }, degradedNow(ctx)) : ok({ sortBy, results })
}

/** Where other providers know tokens, a node is not asked for what only looks like a name. */
function searchUnprovided(ctx: Context, input: string): Promise<Outcome<readonly MarketPair[]>> | null {
  return ctx.chain.rpc === null || ctx.upstreams.tokens !== null ? null : searchOwnPairs(ctx, input)
}

const WEIGHTS: Readonly<Partial<Record<ScreenerSort, (candidate: Candidate) => number>>> = {
  volume24h: ({ row }) => row.volume24hUSD ?? -1,
  liquidity: ({ row }) => row.liquidityUSD ?? -1,
  holdersCount: ({ row }) => row.holders ?? -1,
  createdAt: ({ createdAtMs }) => createdAtMs ?? -1,
}

function toCandidate(
  mint: string,
  pair: MarketPair | null,
  facts: TokenFacts | null,
  decimals: number | null,
): Candidate {
  return {
    createdAtMs: facts?.createdAtMs ?? pair?.pairCreatedAtMs ?? null,
    row: {
      mint,
      symbol: pair?.base.symbol || facts?.symbol || null,
      name: pair?.base.name || facts?.name || null,
      decimals: decimals ?? facts?.decimals ?? null,
      priceUSD: pair?.priceUsd ?? facts?.priceUsd ?? null,
      marketCapUSD: pair?.marketCapUsd ?? facts?.marketCapUsd ?? null,
      liquidityUSD: pair?.liquidityUsd ?? facts?.liquidityUsd ?? null,
      volume24hUSD: pair?.volumeUsd.h24 ?? facts?.volume24hUsd ?? null,
      holders: facts?.holders ?? null,
      logo: pair?.info?.imageUrl ?? facts?.imageUrl ?? null,
    },
  }
}

function toResult(token: ScreenedToken): ScreenerResult {
  return {
    mint: token.mint,
    symbol: token.symbol,
    name: token.name,
    decimals: token.decimals,
    priceUSD: token.priceUsd,
    marketCapUSD: token.marketCapUsd,
    liquidityUSD: token.liquidityUsd,
    volume24hUSD: token.volume24hUsd,
    holders: token.holders,
    logo: token.imageUrl,
  }
}
