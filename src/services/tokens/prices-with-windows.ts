import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { TokenPriceEntry } from '../../contract/token.ts'
import { withWindows } from '../market/past/pool-windows.ts'
import { pickBestPair } from '../pricing/best-pair.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { getPrices } from '../pricing/prices.ts'

/** The prices, with the volume and the change of the last 24 hours where only the pool's own trades say them. */
export async function getPricesWithWindows(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<Record<string, TokenPriceEntry>>> {
  const prices = await getPrices(ctx, mints)
  if (!prices.ok) return prices
  const poor = mints.filter((mint) => isPoor(prices.value[mint]))
  if (poor.length === 0) return prices
  const pairs = await loadPairs(ctx, poor)
  if (!pairs.ok) return prices
  const best = await withWindows(
    ctx,
    poor.map((mint) => pickBestPair(pairs.value.get(mint) ?? [], mint)),
  )
  const entries = { ...prices.value }
  for (const [at, mint] of poor.entries()) {
    const entry = entries[mint]!
    const { h24: volume24h = null } = best[at]?.volumeUsd ?? {}
    const { h24: priceChange24h = null } = best[at]?.priceChangePct ?? {}
    entries[mint] = {
      ...entry,
      volume24h: entry.volume24h ?? volume24h,
      priceChange24h: entry.priceChange24h ?? priceChange24h,
    }
  }
  return ok(entries, prices.cache)
}

function isPoor(entry: TokenPriceEntry | undefined): boolean {
  return entry !== undefined && (entry.volume24h === null || entry.priceChange24h === null)
}
