import { readMint } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { SandboxChain } from '../chain/types.ts'
import { GRADUATES_TO } from '../world/launchpads.ts'
import type { TokenFaces } from '../world/token-faces.ts'
import type { HolderCounts } from './holder-counts.ts'
import { looksUnsellable } from './looks-unsellable.ts'
import { type Market, type MarketPool, WINDOW_SECS } from './market.ts'

export type TokenSources = {
  readonly chain: SandboxChain
  readonly market: Market
  readonly faces: TokenFaces
  readonly holders: HolderCounts
  imageUrl(mint: string): string
  /** How many tokens a dev has made, this one included. */
  mintsOfDev(dev: string): number
}

/** Verified tokens this near to a dollar are tagged as stable. */
const DOLLAR_TOLERANCE = 0.02

/** Windows of the tokens API and the names the market has for them. */
export const STATS_WINDOWS = { '5m': 'm5', '1h': 'h1', '6h': 'h6', '24h': 'h24' } as const
export type StatsWindow = keyof typeof STATS_WINDOWS

/** A row of Tokens v2; null for what is no mint. Members without a value are left out, and the audit names an authority
 *  as disabled only when it is. */
export function jupiterToken(sources: TokenSources, mint: string): Record<string, unknown> | null {
  const { chain, market, faces } = sources
  const account = chain.account(mint)
  const fields = account === null ? null : readMint(account.data)
  const face = faces.of(mint)
  if (account === null || fields === null || face === null) return null
  const pool = market.mainPool(mint) ?? market.poolsOf(mint)[0] ?? null
  const state = pool === null ? null : market.state(pool)
  const supply = market.supply(mint)
  const usdPrice = market.priceUsd(mint)
  const curve = market.poolsOf(mint).find(({ dex }) => GRADUATES_TO[dex] !== undefined)
  const graduated =
    curve === undefined ? undefined : market.poolsOf(mint).find(({ dex }) => dex === GRADUATES_TO[curve.dex])
  const concentration = sources.holders.concentration(mint, face.dev)
  const organicScore = scoreOf(market, pool, face.verified)
  return {
    id: mint,
    name: face.name,
    symbol: face.symbol,
    icon: sources.imageUrl(mint),
    decimals: fields.decimals,
    ...present('twitter', face.links.twitter),
    ...present('telegram', face.links.telegram),
    ...present('website', face.links.website),
    ...present('dev', face.dev),
    circSupply: supply,
    totalSupply: supply,
    tokenProgram: account.owner,
    ...present('mintAuthority', keyText(fields.mintAuthority)),
    ...present('freezeAuthority', keyText(fields.freezeAuthority)),
    ...present('launchpad', face.launchpad),
    ...(graduated === undefined
      ? {}
      : { graduatedPool: graduated.address, graduatedAt: isoTime(graduated.createdSec) }),
    holderCount: concentration.holders,
    ...(usdPrice === null
      ? {}
      : { fdv: usdPrice * supply, mcap: usdPrice * supply, usdPrice, priceBlockId: chain.confirmedSlot() }),
    ...(state?.liquidityUsd == null ? {} : { liquidity: state.liquidityUsd }),
    ...(pool === null ? {} : statsOf(market, pool)),
    ...firstPool(market.poolsOf(mint)),
    audit: auditOf(sources, { mint, fields, dev: face.dev, concentration }),
    organicScore,
    organicScoreLabel: organicScore >= 70 ? 'high' : organicScore >= 25 ? 'medium' : 'low',
    ...(face.verified ? { isVerified: true } : {}),
    tags: [
      ...(face.verified ? ['strict', 'verified'] : ['unknown']),
      ...(face.verified && isWorthADollar(usdPrice) ? ['stable'] : []),
      ...(account.owner.startsWith('Tokenz') ? ['token-2022'] : []),
    ],
    createdAt: face.createdSec === null ? undefined : isoTime(face.createdSec),
    updatedAt: isoTime(chain.unixTimeSec()),
  }
}

function auditOf(
  sources: TokenSources,
  token: {
    readonly mint: string
    readonly fields: NonNullable<ReturnType<typeof readMint>>
    readonly dev: string | null
    readonly concentration: ReturnType<HolderCounts['concentration']>
  },
): Record<string, unknown> {
  const { mint, fields, dev, concentration } = token
  return {
    ...(fields.mintAuthority === null ? { mintAuthorityDisabled: true } : {}),
    ...(fields.freezeAuthority === null ? { freezeAuthorityDisabled: true } : {}),
    topHoldersPercentage: concentration.top10Pct,
    ...(concentration.devPct === null ? {} : { devBalancePercentage: concentration.devPct }),
    ...(dev === null ? {} : { devMints: sources.mintsOfDev(dev) }),
    ...(looksUnsellable(sources, mint) ? { isSus: true } : {}),
  }
}

function isWorthADollar(usdPrice: number | null): boolean {
  return usdPrice !== null && Math.abs(usdPrice - 1) < DOLLAR_TOLERANCE
}

function statsOf(market: Market, pool: MarketPool): Record<string, unknown> {
  const stats: Record<string, unknown> = {}
  for (const [name, window] of Object.entries(STATS_WINDOWS)) {
    const sums = market.window(pool, window)
    if (sums.buys + sums.sells === 0) continue
    const { traders, buyers, netBuyers } = pool.book.tradersSince(market.nowSec() - WINDOW_SECS[window])
    stats[`stats${name}`] = {
      ...(sums.priceChangePct === null ? {} : { priceChange: sums.priceChangePct }),
      buyVolume: sums.buyUsd,
      sellVolume: sums.sellUsd,
      buyOrganicVolume: sums.buyUsd * 0.6,
      sellOrganicVolume: sums.sellUsd * 0.6,
      numBuys: sums.buys,
      numSells: sums.sells,
      numTraders: Math.max(traders, Math.ceil((sums.buys + sums.sells) / 4)),
      numOrganicBuyers: Math.ceil(buyers * 0.6),
      numNetBuyers: netBuyers,
    }
  }
  return stats
}

/** Depth and activity on a scale of 100; verified tokens do not fall under 40. */
function scoreOf(market: Market, pool: MarketPool | null, verified: boolean): number {
  if (pool === null) return 0
  const { volumeUsd } = market.window(pool, 'h24')
  const raw = Math.log10(1 + volumeUsd) * 13
  return Math.min(100, Math.max(verified ? 40 : 0, Math.round(raw * 100) / 100))
}

function firstPool(pools: readonly MarketPool[]): Record<string, unknown> {
  const [first] = [...pools].sort((a, b) => a.createdSec - b.createdSec)
  return first === undefined ? {} : { firstPool: { id: first.address, createdAt: isoTime(first.createdSec) } }
}

function present(name: string, value: string | null): Record<string, string> {
  return value === null ? {} : { [name]: value }
}

function keyText(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : encodeBase58(bytes)
}

function isoTime(timeSec: number): string {
  return new Date(timeSec * 1_000).toISOString().replace('.000Z', 'Z')
}
