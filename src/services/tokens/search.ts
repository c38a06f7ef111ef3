import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { SearchToken } from '../../contract/token.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { isDegraded } from '../is-degraded.ts'
import { speaksLouder } from '../pricing/best-pair.ts'
import { knownDescription } from './feeds.ts'
import { loadMetadata } from './metadata.ts'
import { searchOwnPairs } from './own-search.ts'
import { toSearchToken } from './search-token.ts'

/** Up to 20 tokens for a text, one pool each, highest 24 h volume first; 60 s. Text under 2 characters finds nothing.
 *  With a node alone: the mint that the text is, or the names of tokens that were traded just now. */
export async function searchTokens(ctx: Context, text: string): Promise<Outcome<readonly SearchToken[]>> {
  if ([...text].length < LIMITS.searchMinChars) return ok([])
  return ctx.store.memo<readonly SearchToken[]>('search', text.toLowerCase(), () => searchProviders(ctx, text))
}

async function searchProviders(ctx: Context, text: string): Promise<Outcome<readonly SearchToken[]>> {
  const provider = ctx.upstreams.pairs
  if (provider === null && ctx.chain.rpc === null) return fail('unconfigured', 'market provider not configured')
  const found = provider === null ? await searchOwnPairs(ctx, text) : await provider.searchPairs(text)
  if (!found.ok) return fail('upstream_failed', 'search unavailable')

  const byMint = new Map<string, MarketPair>()
  for (const pair of found.value) {
    const known = byMint.get(pair.base.address)
    if (known === undefined || speaksLouder(pair, known)) byMint.set(pair.base.address, pair)
  }
  const best = [...byMint.values()].sort((a, b) => (speaksLouder(a, b) ? -1 : 1)).slice(0, LIMITS.searchResults)
  const metadata =
    best.length === 0
      ? null
      : await loadMetadata(
          ctx,
          best.map((pair) => pair.base.address),
        )
  const nowMs = ctx.clock.nowMs()
  const rows = best.map((pair) => {
    const own = metadata?.ok ? metadata.value.get(pair.base.address) : null
    return toSearchToken({
      pair,
      decimals: own?.decimals ?? null,
      description: knownDescription(ctx, pair.base.address) ?? own?.description ?? null,
      boosts: pair.boostsActive ?? 0,
      nowMs,
    })
  })
  return isDegraded(metadata) || isDegraded(found) ? ok(rows, degradedNow(ctx)) : ok(rows)
}
