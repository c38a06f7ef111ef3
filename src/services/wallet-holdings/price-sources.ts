import type { Context } from '../../context.ts'
import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { pickBestPair } from '../pricing/best-pair.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { getPrices } from '../pricing/prices.ts'
import { knownSolPriceUsd } from '../pricing/sol-price.ts'

export type SourcedPrice = {
  readonly priceUsd: number
  readonly source: string
  /** In all pools of the token whose money is known; null where that of its price's pool is not. */
  readonly liquidityUsd: number | null
}

/** Prices with where each is from: the SOL price of the service, a dollar for its stablecoins, the best pool of a token,
 *  else the price provider. A mint that no one can price is absent. `isDegraded`: a source failed. */
export async function sourcedPrices(
  ctx: Context,
  mints: readonly string[],
): Promise<{ readonly prices: ReadonlyMap<string, SourcedPrice>; readonly isDegraded: boolean }> {
  const prices = new Map<string, SourcedPrice>()
  const asked = [...new Set(mints)]
  const others = asked.filter((mint) => mint !== WSOL_MINT && !DOLLAR_MINTS.has(mint))
  const needsSol = asked.includes(WSOL_MINT)
  const [solUsd, pairs] = await Promise.all([needsSol ? knownSolPriceUsd(ctx) : null, loadPairs(ctx, others)])
  if (solUsd !== null) prices.set(WSOL_MINT, { priceUsd: solUsd, source: 'sol-price', liquidityUsd: null })
  for (const mint of asked)
    if (DOLLAR_MINTS.has(mint)) prices.set(mint, { priceUsd: 1, source: 'pegged', liquidityUsd: null })
  for (const mint of others) {
    const own = (pairs.ok ? pairs.value.get(mint) : null) ?? []
    const pair = pickBestPair(own, mint)
    if (pair === null || pair.priceUsd === null) continue
    const source = `pool:${pair.dexId}:${pair.pairAddress}`
    prices.set(mint, { priceUsd: pair.priceUsd, source, liquidityUsd: allLiquidityUsd(pair, own) })
  }
  const rest = others.filter((mint) => !prices.has(mint))
  const spot = rest.length === 0 || ctx.upstreams.prices === null ? null : await getPrices(ctx, rest)
  if (spot?.ok)
    for (const mint of rest) {
      const entry = spot.value[mint]
      if (entry?.priceUsd !== undefined && entry.priceUsd !== null)
        prices.set(mint, {
          priceUsd: entry.priceUsd,
          source: `provider:${ctx.upstreams.prices!.provider}`,
          liquidityUsd: entry.liquidityUsd,
        })
    }
  const metas = [pairs.ok ? pairs.cache : undefined, spot?.ok ? spot.cache : undefined]
  const isDegraded = !pairs.ok || metas.some((meta) => meta?.degraded === true) || (needsSol && solUsd === null)
  return { prices, isDegraded }
}

/** Who gave a token all of its pools may have a share in each: together they pay what one alone could not. */
function allLiquidityUsd(best: MarketPair, pairs: readonly MarketPair[]): number | null {
  if (best.liquidityUsd === null) return null
  return pairs.reduce(
    (sum, { base, liquidityUsd }) => sum + (base.address === best.base.address ? (liquidityUsd ?? 0) : 0),
    0,
  )
}
