import type { Context } from '../../context.ts'
import { fail, joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import type { LaunchEvent } from '../../contract/tape-event.ts'
import type { TokenMetadataEntry } from '../../contract/token.ts'
import type { AssetMetadata, TokenFacts } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { type ChainToken, readChainTokens } from '../pricing/chain-tokens.ts'
import { realMints } from '../pricing/real-mints.ts'

/** Metadata per mint for the route: unknown mints are absent. */
export async function getMetadata(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<Record<string, TokenMetadataEntry>>> {
  const loaded = await loadMetadata(ctx, mints)
  if (!loaded.ok) return loaded
  const tokens: Record<string, TokenMetadataEntry> = {}
  for (const mint of mints) {
    const entry = loaded.value.get(mint)
    if (entry) tokens[mint] = entry
  }
  return ok(tokens, loaded.cache)
}

/** Metadata per mint, 5 min each: the asset provider first; for mints it does not know the launch that the tape holds,
 *  with the figures of the mint's own accounts; then those accounts alone, then the token-facts provider. A source that
 *  fails leaves what the others know and marks the answer as degraded; it fails only when all do. */
export async function loadMetadata(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<ReadonlyMap<string, TokenMetadataEntry | null>>> {
  return ctx.store.memoMany<TokenMetadataEntry>('tokenMetadata', mints, (missing) =>
    loadFromSources(ctx, realMints(missing)),
  )
}

async function loadFromSources(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<ReadonlyMap<string, TokenMetadataEntry>>> {
  const { assets, tokens } = ctx.upstreams
  const found = new Map<string, TokenMetadataEntry>()
  if (mints.length === 0) return ok(found)

  const fromAssets = assets === null ? null : await assets.assetsByMints(mints)
  if (fromAssets?.ok)
    for (const [mint, asset] of fromAssets.value) if (hasName(asset)) found.set(mint, fromAsset(mint, asset))

  const open = mints.filter((mint) => {
    const known = found.get(mint)
    return known === undefined || known.decimals === null || known.supply === null
  })
  const fromChain = open.length === 0 || ctx.chain.rpc === null ? null : await readChainTokens(ctx, open)
  if (fromChain?.ok)
    for (const [mint, token] of fromChain.value)
      if (token !== null) found.set(mint, withChainToken(found.get(mint) ?? null, token))
  for (const mint of open) {
    const launch = found.get(mint)?.source === 'das' ? undefined : ctx.store.tape.launchOf(mint)
    if (launch !== undefined) found.set(mint, fromLaunch(launch, found.get(mint) ?? null))
  }

  const nameless = mints.filter((mint) => (found.get(mint)?.name ?? null) === null)
  const fromFacts = nameless.length === 0 || tokens === null ? null : await tokens.tokensByMints(nameless)
  if (fromFacts?.ok) {
    for (const [mint, facts] of fromFacts.value)
      found.set(mint, fromTokenFacts(facts, tokens!.provider, found.get(mint) ?? null))
  }

  const asked = [fromAssets, fromChain, fromFacts].filter((answer) => answer !== null)
  if (asked.length > 0 && asked.every((answer) => !answer.ok)) return fail('upstream_failed', 'metadata unavailable')
  const cache = joinCacheMeta([fromChain?.ok ? fromChain.cache : undefined])
  if (asked.every((answer) => answer.ok)) return ok(found, cache)
  return ok(found, degradedNow(ctx))
}

function hasName(asset: AssetMetadata): boolean {
  return asset.name !== null || asset.symbol !== null
}

function fromAsset(mint: string, asset: AssetMetadata): TokenMetadataEntry {
  return {
    mint,
    name: asset.name,
    symbol: asset.symbol,
    description: asset.description,
    image: asset.imageUrl,
    decimals: asset.decimals,
    supply: asset.supplyRaw,
    ownership: asset.ownership === null ? null : { ...asset.ownership },
    source: 'das',
  }
}

/** An asset index may know a token's name without its figures: those the mint itself has. */
function withChainToken(known: TokenMetadataEntry | null, token: ChainToken): TokenMetadataEntry {
  const own = fromChainToken(token)
  return known === null
    ? own
    : { ...known, decimals: known.decimals ?? own.decimals, supply: known.supply ?? own.supply }
}

function fromChainToken(token: ChainToken): TokenMetadataEntry {
  return {
    mint: token.mint,
    name: token.name,
    symbol: token.symbol,
    description: null,
    image: null,
    decimals: token.decimals,
    supply: token.supplyRaw.toString(),
    ownership: null,
    source: 'indexer:rpc',
    uri: token.uri,
  }
}

/** Names as the token was launched under; figures of the mint itself, where they could be read. */
function fromLaunch(launch: LaunchEvent, known: TokenMetadataEntry | null): TokenMetadataEntry {
  return {
    mint: launch.mint,
    name: launch.name ?? known?.name ?? null,
    symbol: launch.symbol ?? known?.symbol ?? null,
    description: null,
    image: null,
    decimals: known?.decimals ?? null,
    supply: known?.supply ?? null,
    ownership: null,
    source: `indexer:${launch.dex}`,
    uri: launch.uri ?? known?.uri ?? null,
  }
}

/** Names from a provider for a mint whose own accounts say nothing; what the chain said stays. */
function fromTokenFacts(facts: TokenFacts, provider: string, known: TokenMetadataEntry | null): TokenMetadataEntry {
  return {
    mint: facts.mint,
    name: facts.name,
    symbol: facts.symbol,
    description: null,
    image: null,
    decimals: known?.decimals ?? facts.decimals,
    supply: known?.supply ?? null,
    ownership: null,
    source: `indexer:${provider}`,
    uri: known?.uri ?? null,
  }
}
