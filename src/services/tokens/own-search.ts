import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { withWindows } from '../market/past/pool-windows.ts'
import { pickBestPair, speaksLouder } from '../pricing/best-pair.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { realMints } from '../pricing/real-mints.ts'
import { loadSeenPairs } from './seen-pairs.ts'

/** Pairs for a text with a node alone: that of the mint that it is, else those of tokens that were traded just now and
 *  have it in their name or symbol. Fails as the node fails. */
export async function searchOwnPairs(ctx: Context, text: string): Promise<Outcome<readonly MarketPair[]>> {
  const mint = text.trim()
  if (realMints([mint]).length > 0) {
    const pairs = await loadPairs(ctx, [mint])
    if (!pairs.ok) return pairs
    const best = await withWindows(ctx, [pickBestPair(pairs.value.get(mint) ?? [], mint)])
    return ok(
      best.filter((pair) => pair !== null),
      pairs.cache,
    )
  }
  const seen = await loadSeenPairs(ctx)
  if (!seen.ok) return seen
  const wanted = mint.toLowerCase()
  const found = seen.value.filter(({ base }) => `${base.name}\n${base.symbol}`.toLowerCase().includes(wanted))
  return ok([...found].sort((a, b) => (speaksLouder(a, b) ? -1 : 1)).slice(0, LIMITS.searchResults), seen.cache)
}
