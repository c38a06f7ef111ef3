import type { TokenFaces } from '../world/token-faces.ts'
import { DEX_LABELS } from './dex-labels.ts'
import type { Market, MarketPool, WindowName } from './market.ts'
import { inlineTokenImage } from './token-image.ts'
import { decimalText, rounded } from './wire-numbers.ts'

export const CHAIN_ID = 'solana'
const SITE = 'https://dexscreener.com'
const WINDOWS: readonly WindowName[] = ['m5', 'h1', 'h6', 'h24']

export type PairSources = { readonly market: Market; readonly faces: TokenFaces; imageUrl(mint: string): string }

/** A pool as DexScreener shows it, or null while it has no price. Quirks kept from the wire: prices are text, windows
 *  without a change have no key, and labels, liquidity, boosts and info are left out where there is nothing to say. */
export function dexscreenerPair(sources: PairSources, pool: MarketPool): Record<string, unknown> | null {
  const { market, faces } = sources
  const state = market.state(pool)
  const base = faces.of(pool.baseMint)
  const quote = faces.of(pool.quoteMint)
  if (state === null || base === null || quote === null) return null
  const stats = WINDOWS.map((name) => [name, market.window(pool, name)] as const)
  const marketCap = Math.round(state.priceUsd * market.supply(pool.baseMint))
  const changes = stats.filter(([, { priceChangePct }]) => priceChangePct !== null && rounded(priceChangePct) !== 0)
  const [dexId, ...labels] = DEX_LABELS[pool.dex].dexscreener
  return {
    chainId: CHAIN_ID,
    dexId,
    url: `${SITE}/${CHAIN_ID}/${pool.address.toLowerCase()}`,
    pairAddress: pool.address,
    ...(labels.length === 0 ? {} : { labels }),
    baseToken: { address: pool.baseMint, name: base.name, symbol: base.symbol },
    quoteToken: { address: pool.quoteMint, name: quote.name, symbol: quote.symbol },
    priceNative: decimalText(state.priceNative),
    priceUsd: decimalText(state.priceUsd),
    txns: Object.fromEntries(stats.map(([name, { buys, sells }]) => [name, { buys, sells }])),
    volume: Object.fromEntries([...stats].reverse().map(([name, { volumeUsd }]) => [name, rounded(volumeUsd)])),
    priceChange: Object.fromEntries(changes.map(([name, { priceChangePct }]) => [name, rounded(priceChangePct!)])),
    ...(state.liquidityUsd === null
      ? {}
      : {
          liquidity: {
            usd: rounded(state.liquidityUsd),
            base: rounded(state.baseReserve, 4),
            quote: rounded(state.quoteReserve, 4),
          },
        }),
    fdv: marketCap,
    marketCap,
    pairCreatedAt: pool.createdSec * 1_000,
    ...pairInfo(sources, pool.baseMint),
    ...(base.boosts === null ? {} : { boosts: { active: base.boosts.total } }),
  }
}

function pairInfo(sources: PairSources, mint: string): { info?: unknown } {
  const face = sources.faces.of(mint)
  // What was paid for, and what everyone knows, has a page of its own.
  if (face === null || (face.profileSec === null && face.boosts === null && !face.verified)) return {}
  const { website, twitter, telegram } = face.links
  return {
    info: {
      imageUrl: inlineTokenImage(mint, face.symbol),
      header: `${sources.imageUrl(mint)}?header=1`,
      openGraph: `${sources.imageUrl(mint)}?og=1`,
      websites: website === null ? [] : [{ label: 'Website', url: website }],
      socials: [
        ...(twitter === null ? [] : [{ type: 'twitter', url: twitter }]),
        ...(telegram === null ? [] : [{ type: 'telegram', url: telegram }]),
      ],
    },
  }
}
