import type { Context } from '../../context.ts'
import { type CacheMeta, fail, joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import type { TokenMetadataEntry } from '../../contract/token.ts'
import type { EnrichedMetadata } from '../../contract/token-market.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { LabelledLink, Link, MarketPair, TokenFacts } from '../../upstreams/capabilities.ts'
import type { TokenProfile } from '../../upstreams/market-capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { isDegraded } from '../is-degraded.ts'
import { withWindows } from '../market/past/pool-windows.ts'
import { pickBestPair } from '../pricing/best-pair.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { realMints } from '../pricing/real-mints.ts'
import { loadMetadata } from './metadata.ts'

type Parts = {
  readonly profile: TokenProfile | null
  readonly own: TokenMetadataEntry | null
  readonly pair: MarketPair | null
  readonly facts: TokenFacts | null
}

/** Everything that is known about a token. What only a profile provider has (rank, categories, investors, ...) is null
 *  or empty where none knows the token; it is kept for five minutes and served with `stale: true` for fifty more while
 *  the provider fails. The rest comes from the same sources as metadata and prices. Fails `upstream_failed` when every
 *  source failed. */
export async function getFullMetadata(ctx: Context, mint: string): Promise<Outcome<EnrichedMetadata>> {
  const { tokens } = ctx.upstreams
  const isReal = realMints([mint]).length > 0
  const [profile, metadata, pairs, facts] = await Promise.all([
    isReal ? loadProfile(ctx, mint) : null,
    loadMetadata(ctx, [mint]),
    loadPairs(ctx, [mint]),
    tokens === null || !isReal ? null : tokens.tokensByMints([mint]),
  ])
  const asked = [profile, metadata, pairs, facts].filter((part) => part !== null)
  if (asked.every((part) => !part.ok)) return fail('upstream_failed', 'metadata unavailable')
  const best = pairs.ok ? pickBestPair(pairs.value.get(mint) ?? [], mint) : null
  const [pair = null] = await withWindows(ctx, [best])
  const record = joinParts(mint, {
    profile: profile?.ok ? profile.value : null,
    own: metadata.ok ? (metadata.value.get(mint) ?? null) : null,
    pair,
    facts: facts?.ok ? (facts.value.get(mint) ?? null) : null,
  })
  const isStale = profile?.ok === true && profile.cache?.stale === true
  const metas: (CacheMeta | undefined)[] = asked.map((part) => (part.ok ? part.cache : undefined))
  if (asked.some(isDegraded)) metas.push(degradedNow(ctx))
  return ok(isStale ? { ...record, stale: true as const } : record, joinCacheMeta(metas))
}

/** The market-data provider's profile, else the pool index's. One that does not know the token is no failure. */
function loadProfile(ctx: Context, mint: string): Promise<Outcome<TokenProfile | null>> | null {
  const providers = [ctx.upstreams.market, ctx.upstreams.pools].filter((provider) => provider !== null)
  if (providers.length === 0) return null
  return ctx.store.memo<TokenProfile | null>('tokenProfile', mint, async () => {
    let failed = 0
    for (const provider of providers) {
      const profile = await provider.tokenProfile(mint)
      if (!profile.ok) failed++
      // The first one knows more: what the second says in its place is not kept for long.
      else if (profile.value !== null) return ok(profile.value, failed === 0 ? undefined : degradedNow(ctx))
    }
    return failed === 0 ? ok(null) : fail('upstream_failed', 'token profile unavailable')
  })
}

/** The price and the market value are those of the prices route, so that no two routes differ. */
function joinParts(mint: string, { profile, own, pair, facts }: Parts): EnrichedMetadata {
  const supply = own?.supply == null || own.decimals === null ? null : rawToNumber(BigInt(own.supply), own.decimals)
  const links = socialLinks(pair, facts)
  return {
    mint,
    name: profile?.name ?? own?.name ?? (facts?.name || null),
    symbol: profile?.symbol ?? own?.symbol ?? (facts?.symbol || null),
    rank: profile?.rank ?? null,
    decimals: own?.decimals ?? facts?.decimals ?? profile?.decimals ?? null,
    priceUSD: pair?.priceUsd ?? profile?.priceUsd ?? facts?.priceUsd ?? null,
    marketCapUSD: pair?.marketCapUsd ?? profile?.marketCapUsd ?? facts?.marketCapUsd ?? null,
    liquidityUSD: profile?.liquidityUsd ?? pair?.liquidityUsd ?? facts?.liquidityUsd ?? null,
    volume24hUSD: profile?.volume24hUsd ?? pair?.volumeUsd.h24 ?? facts?.volume24hUsd ?? null,
    totalSupply: profile?.totalSupply ?? facts?.totalSupply ?? supply,
    circulatingSupply: profile?.circulatingSupply ?? facts?.circulatingSupply ?? null,
    maxSupply: profile?.maxSupply ?? null,
    description: profile?.description ?? own?.description ?? null,
    logo: profile?.imageUrl ?? own?.image ?? facts?.imageUrl ?? null,
    categories: [...(profile?.categories ?? [])],
    investors: (profile?.investors ?? []).map(({ name, type, lead, imageUrl, country, description }) => ({
      name,
      type,
      lead,
      image: imageUrl,
      country,
      description,
    })),
    distribution: (profile?.distribution ?? []).map(({ name, percentage }) => ({ name, percentage })),
    socials: {
      twitter: profile?.twitterUrl ?? links.social('twitter'),
      website: profile?.websiteUrl ?? links.website,
      discord: profile?.discordUrl ?? links.social('discord'),
      telegram: profile?.telegramUrl ?? links.social('telegram'),
    },
    otherChains: [...(profile?.otherChains ?? [])],
  }
}

function socialLinks(pair: MarketPair | null, facts: TokenFacts | null) {
  const socials: readonly Link[] = [...(pair?.info?.socials ?? []), ...(facts?.socials ?? [])]
  const websites: readonly LabelledLink[] = [...(pair?.info?.websites ?? []), ...(facts?.websites ?? [])]
  return {
    website: websites[0]?.url ?? null,
    social: (type: string): string | null => socials.find((link) => link.type === type)?.url ?? null,
  }
}
