import { HOUR_SECS } from '../../src/config/durations.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { PoolIndexSources } from './geckoterminal.ts'
import type { HolderCounts } from './holder-counts.ts'
import type { MarketPool } from './market.ts'
import { mobulaLighthouse } from './mobula-lighthouse.ts'
import { mobulaToken } from './mobula-token.ts'
import { mobulaTrades } from './mobula-trades.ts'
import { mobulaWalletRoutes } from './mobula-wallets.ts'
import {
  candlesOfPath,
  newestCandles,
  type PricePath,
  pathOfPool,
  pathOfToken,
  poolsOnEitherSide,
} from './price-path.ts'
import type { Provider, ProviderReply } from './provider-reply.ts'

export type MobulaSources = PoolIndexSources & { readonly holders: HolderCounts; readonly chain: SandboxChain }

/** Sizes by period; any other text counts as an hour, as at the provider. */
const PERIOD_SECS: Readonly<Record<string, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
  '1w': 604_800,
}
const HISTORY_SECS = 31 * 86_400
const MAX_CANDLES = 2_000
const MAX_HISTORY_POINTS = 2_000
const MAX_SEARCH_ROWS = 20
const DEFAULT_SEARCH_ROWS = 5
/** Extremes of a token this young are not computed yet: the members are missing. */
const EXTREMES_AFTER_SECS = HOUR_SECS
const HERE = /^solana(:|$)/

/** Mobula's market and wallet routes over the sandbox's own pools. Source: its published schemas. */
export function createMobula(sources: MobulaSources): Provider {
  const { market } = sources
  const routes: Readonly<Record<string, (query: URLSearchParams) => ProviderReply>> = {
    '/1/metadata': (query) => ofToken(sources, query.get('asset'), (mint) => metadata(sources, mint)),
    '/1/market/data': (query) => ofToken(sources, query.get('asset'), (mint) => marketData(sources, mint)),
    '/1/market/history': (query) => ofToken(sources, query.get('asset'), (mint) => history(sources, mint, query)),
    '/2/token/ath': (query) => ofToken(sources, query.get('address'), (mint) => extremes(sources, mint)),
    '/2/token/details': (query) => ofToken(sources, query.get('address'), (mint) => found(mobulaToken(sources, mint))),
    '/2/token/ohlcv-history': (query) =>
      ofToken(sources, query.get('address'), (mint) =>
        candles(sources, query, (fromSec) => pathOfToken(market, mint, fromSec)),
      ),
    '/2/market/ohlcv-history': (query) => {
      const pool = market.pool(query.get('address') ?? '')
      return pool === undefined ? missing() : candles(sources, query, (fromSec) => pathOfPool(market, pool, fromSec))
    },
    '/2/fast-search': (query) => search(sources, query),
    '/2/token/trades': (query) =>
      ofToken(sources, query.get('address'), (mint) => found(mobulaTrades(market, mint, query))),
    '/2/market/lighthouse': () => found(mobulaLighthouse(market)),
    ...mobulaWalletRoutes(sources),
  }
  return {
    prefix: '/mobula',
    handle({ path, query: asked, body }) {
      const route = routes[path]
      const query = body === undefined || body.length === 0 ? asked : queryOf(body)
      if (query === null) return refused('invalid body')
      const chain = query.get('blockchain') ?? query.get('chainId')
      if (route === undefined || (chain !== null && !HERE.test(chain))) return missing()
      return route(query)
    },
  }
}

function ofToken(sources: MobulaSources, mint: string | null, answer: (mint: string) => ProviderReply): ProviderReply {
  const { faces } = sources
  if (mint === null) return refused('asset or address is required')
  return faces.of(mint) === null ? missing() : answer(mint)
}

function candles(
  sources: MobulaSources,
  query: URLSearchParams,
  pathSince: (fromSec: number) => PricePath,
): ProviderReply {
  const { market } = sources
  const stepSec = PERIOD_SECS[(query.get('period') ?? '').toLowerCase()] ?? HOUR_SECS
  const amount = Math.min(MAX_CANDLES, Number(query.get('amount') ?? MAX_CANDLES) || MAX_CANDLES)
  const toSec = Math.min(market.nowSec(), secondsOf(query.get('to')) ?? market.nowSec())
  const rows = newestCandles(pathSince, {
    limit: amount,
    stepSec,
    beforeSec: toSec + 1,
    oldestSec: Math.ceil((secondsOf(query.get('from')) ?? 0) / stepSec) * stepSec,
  })
  return found(
    rows.map(({ startSec: t, open: o, high: h, low: l, close: c, volumeUsd: v }) => ({
      v,
      o,
      h,
      l,
      c,
      t: t * 1_000,
    })),
  )
}

function history(sources: MobulaSources, mint: string, query: URLSearchParams): ProviderReply {
  const { market, faces } = sources
  const nowSec = market.nowSec()
  const stepSec = PERIOD_SECS[(query.get('period') ?? '').toLowerCase()] ?? HOUR_SECS
  const fromSec = secondsOf(query.get('from')) ?? nowSec - HISTORY_SECS
  const toSec = Math.min(nowSec, secondsOf(query.get('to')) ?? nowSec)
  const rows = candlesOfPath(pathOfToken(market, mint, fromSec), stepSec)
  const points = rows
    .map(({ startSec, close }) => [Math.min(startSec + stepSec - 1, nowSec), close] as const)
    .filter(([timeSec]) => timeSec >= fromSec && timeSec <= toSec)
  return found({
    price_history: points.slice(-MAX_HISTORY_POINTS).map(([timeSec, close]) => [timeSec * 1_000, close]),
    name: faces.of(mint)!.name,
    symbol: faces.of(mint)!.symbol,
  })
}

function extremes(sources: MobulaSources, mint: string): ProviderReply {
  const { market, faces } = sources
  const face = faces.of(mint)!
  const { timesSec, pricesUsd } = pathOfToken(market, mint, market.nowSec() - HISTORY_SECS)
  const isOld = timesSec.length > 0 && market.nowSec() - timesSec[0]! >= EXTREMES_AFTER_SECS
  let high = 0
  let low = 0
  for (let i = 1; i < pricesUsd.length; i++) {
    if (pricesUsd[i]! > pricesUsd[high]!) high = i
    if (pricesUsd[i]! < pricesUsd[low]!) low = i
  }
  const isoAt = (at: number): string => new Date(timesSec[at]! * 1_000).toISOString()
  return found({
    address: mint,
    chainId: 'solana:solana',
    symbol: face.symbol,
    name: face.name,
    priceUSD: market.priceUsd(mint) ?? 0,
    ...(isOld ? { athUSD: pricesUsd[high], atlUSD: pricesUsd[low], athDate: isoAt(high), atlDate: isoAt(low) } : {}),
  })
}

function marketData(sources: MobulaSources, mint: string): ProviderReply {
  const { market, faces } = sources
  const pool = mainPool(sources, mint)
  const price = market.priceUsd(mint)
  const own = pool !== undefined && pool.baseMint === mint
  const supply = market.supply(mint)
  return found({
    id: null,
    name: faces.of(mint)!.name,
    symbol: faces.of(mint)!.symbol,
    decimals: market.decimals(mint),
    logo: sources.imageUrl(mint),
    rank: null,
    price,
    market_cap: (price ?? 0) * supply,
    market_cap_diluted: (price ?? 0) * supply,
    volume: pool === undefined ? null : market.window(pool, 'h24').volumeUsd,
    liquidity: (pool === undefined ? null : market.state(pool)?.liquidityUsd) ?? 0,
    price_change_1h: (own ? market.window(pool, 'h1').priceChangePct : null) ?? 0,
    price_change_24h: (own ? market.window(pool, 'h24').priceChangePct : null) ?? 0,
    total_supply: supply,
    circulating_supply: supply,
    contracts: [{ address: mint, blockchainId: 'solana', blockchain: 'Solana', decimals: market.decimals(mint) }],
  })
}

function metadata(sources: MobulaSources, mint: string): ProviderReply {
  const { market, faces } = sources
  const face = faces.of(mint)!
  const pool = mainPool(sources, mint)
  const price = market.priceUsd(mint)
  const supply = market.supply(mint)
  return found({
    id: null,
    name: face.name,
    symbol: face.symbol,
    rank: null,
    contracts: [mint],
    blockchains: ['Solana'],
    decimals: [market.decimals(mint)],
    twitter: face.links.twitter,
    website: face.links.website,
    logo: sources.imageUrl(mint),
    price,
    market_cap: (price ?? 0) * supply,
    liquidity: (pool === undefined ? null : market.state(pool)?.liquidityUsd) ?? 0,
    volume: pool === undefined ? 0 : market.window(pool, 'h24').volumeUsd,
    description: face.description,
    kyc: null,
    audit: null,
    total_supply: supply,
    circulating_supply: supply,
    max_supply: null,
    discord: null,
    chat: face.links.telegram,
    telegram: face.links.telegram,
    tags: face.launchpad === 'pump.fun' ? ['pump-fun'] : [],
    investors: [],
    distribution: [],
    release_schedule: [],
    cexs: [],
    listed_at: face.createdSec === null ? null : new Date(face.createdSec * 1_000).toISOString(),
    deployer: face.dev,
    source: face.launchpad,
  })
}

function search(sources: MobulaSources, query: URLSearchParams): ProviderReply {
  const { market, faces } = sources
  const input = (query.get('input') ?? '').trim().toLowerCase()
  const limit = Number(query.get('limit') ?? DEFAULT_SEARCH_ROWS)
  if (input === '') return refused('input is required')
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_SEARCH_ROWS)
    return refused(`limit must be 1 to ${MAX_SEARCH_ROWS}`)
  const mints = new Set(market.pools().map(({ baseMint }) => baseMint))
  const rows: Record<string, unknown>[] = []
  for (const mint of mints) {
    const face = faces.of(mint)
    if (face === null || !`${face.symbol} ${face.name} ${mint}`.toLowerCase().includes(input)) continue
    const row = mobulaToken(sources, mint)
    if (row !== null) rows.push(row)
  }
  const by = SORT_MEMBERS[query.get('sortBy') ?? 'searchScore'] ?? 'volume24hUSD'
  const weight = (row: Record<string, unknown>): number =>
    by === 'createdAt' ? Date.parse(String(row[by] ?? '')) || 0 : Number(row[by] ?? 0)
  rows.sort((a, b) => weight(b) - weight(a) || (String(a['address']) < String(b['address']) ? -1 : 1))
  return found(rows.slice(0, limit))
}

function mainPool(sources: MobulaSources, mint: string): MarketPool | undefined {
  const { market } = sources
  return market.mainPool(mint) ?? poolsOnEitherSide(market, mint)[0]
}

const SORT_MEMBERS: Readonly<Record<string, string>> = {
  volume24h: 'volume24hUSD',
  liquidity: 'liquidityUSD',
  holdersCount: 'holdersCount',
  createdAt: 'createdAt',
  trendingScore24h: 'trendingScore24h',
  organicVolume1h: 'organicVolume1hUSD',
  marketCap: 'marketCapUSD',
}

/** Members of a body as a query; null for what is no JSON object. */
function queryOf(body: Uint8Array): URLSearchParams | null {
  try {
    const members: unknown = JSON.parse(Buffer.from(body).toString())
    if (typeof members !== 'object' || members === null || Array.isArray(members)) return null
    return new URLSearchParams(Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]))
  } catch {
    return null
  }
}

/** Times come as milliseconds or ISO text. */
function secondsOf(text: string | null): number | null {
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  return Number.isFinite(ms) ? Math.floor(ms / 1_000) : null
}

function found(data: unknown): ProviderReply {
  return { status: 200, body: { data } }
}

function missing(): ProviderReply {
  return { status: 404, body: { message: 'Not found', statusCode: 404 } }
}

function refused(message: string): ProviderReply {
  return { status: 400, body: { message, statusCode: 400 } }
}
