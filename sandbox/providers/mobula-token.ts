import { isLaunchpad } from '../world/launchpads.ts'
import type { WindowName } from './market.ts'
import type { MobulaSources } from './mobula.ts'
import { poolsOnEitherSide } from './price-path.ts'

/** The provider's names of the windows that the market has. */
const WINDOWS: readonly (readonly [name: string, window: WindowName])[] = [
  ['5min', 'm5'],
  ['1h', 'h1'],
  ['6h', 'h6'],
  ['24h', 'h24'],
]

/** Part of the provider's big token object: its members that are about identity, price and trading. Numbers it does not
 *  know are 0, as there. Null for what is no token. */
export function mobulaToken(sources: MobulaSources, mint: string): Record<string, unknown> | null {
  const { market, faces, holders, imageUrl } = sources
  const face = faces.of(mint)
  if (face === null) return null
  const pool = market.mainPool(mint) ?? poolsOnEitherSide(market, mint)[0]
  const state = pool === undefined ? null : market.state(pool)
  const price = market.priceUsd(mint) ?? 0
  const supply = market.supply(mint)
  const concentration = holders.concentration(mint, face.dev)
  const figures: Record<string, unknown> = {}
  let organicVolume1h = 0
  let trades24h = 0
  for (const [name, window] of WINDOWS) {
    const stats = pool === undefined ? null : market.window(pool, window)
    figures[`priceChange${name}Percentage`] = stats?.priceChangePct ?? 0
    figures[`volume${name}USD`] = stats?.volumeUsd ?? 0
    figures[`volumeBuy${name}USD`] = stats?.buyUsd ?? 0
    figures[`volumeSell${name}USD`] = stats?.sellUsd ?? 0
    figures[`trades${name}`] = (stats?.buys ?? 0) + (stats?.sells ?? 0)
    figures[`buys${name}`] = stats?.buys ?? 0
    figures[`sells${name}`] = stats?.sells ?? 0
    // What the more balanced side covers is no one's alone.
    if (window === 'h1') organicVolume1h = 2 * Math.min(stats?.buyUsd ?? 0, stats?.sellUsd ?? 0)
    if (window === 'h24') trades24h = (stats?.buys ?? 0) + (stats?.sells ?? 0)
  }
  return {
    address: mint,
    chainId: 'solana:solana',
    symbol: face.symbol,
    name: face.name,
    decimals: market.decimals(mint),
    logo: imageUrl(mint),
    priceUSD: price,
    marketCapUSD: price * supply,
    marketCapDilutedUSD: price * supply,
    liquidityUSD: state?.liquidityUsd ?? 0,
    totalSupply: supply,
    circulatingSupply: supply,
    ...figures,
    organicVolume1hUSD: organicVolume1h,
    holdersCount: concentration.holders,
    top10HoldingsPercentage: concentration.top10Pct,
    devHoldingsPercentage: concentration.devPct ?? 0,
    bonded: pool != null && !isLaunchpad(pool.dex) && face.launchpad !== null,
    deployer: face.dev,
    poolAddress: pool?.address ?? null,
    createdAt: face.createdSec === null ? null : new Date(face.createdSec * 1_000).toISOString(),
    trendingScore24h: Math.log10(1 + trades24h) * 10 + (face.boosts?.total ?? 0),
  }
}
