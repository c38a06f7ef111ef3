import type { TokenFaces } from '../world/token-faces.ts'
import { DEX_LABELS } from './dex-labels.ts'
import type { Market, MarketPool, WindowName } from './market.ts'
import { newestCandles, pathOfPool, pathOfQuote, poolsOnEitherSide } from './price-path.ts'
import type { Provider, ProviderReply, ProviderRequest } from './provider-reply.ts'
import { decimalText, rounded } from './wire-numbers.ts'

export type PoolIndexSources = {
  readonly market: Market
  readonly faces: TokenFaces
  imageUrl(mint: string): string
}

const NETWORK = 'solana'
const MAX_POOLS_PER_PAGE = 20
const MAX_CANDLES = 1_000
const DEFAULT_CANDLES = 100
/** Candle sizes by timeframe, seconds each, and the aggregates it takes. */
const TIMEFRAMES: Readonly<Record<string, { readonly secs: number; readonly aggregates: readonly number[] }>> = {
  minute: { secs: 60, aggregates: [1, 5, 15] },
  hour: { secs: 3_600, aggregates: [1, 4, 12] },
  day: { secs: 86_400, aggregates: [1] },
}
const WINDOWS: readonly WindowName[] = ['m5', 'h1', 'h6', 'h24']

/** GeckoTerminal's public API over the sandbox's own pools. Source: its OpenAPI file and recorded answers. */
export function createGeckoterminal(sources: PoolIndexSources): Provider {
  return { prefix: '/geckoterminal', handle: (request) => answerPoolIndex(sources, request) }
}

/** The same index, wherever it is served. */
export function answerPoolIndex(sources: PoolIndexSources, { path, query }: ProviderRequest): ProviderReply {
  const parts = path.slice(1).split('/').map(decodeURIComponent)
  if (path === '/networks') return found({ data: [networkRow()] })
  if (parts[0] !== 'networks' || parts[1] !== NETWORK) return missing()
  const [, , kind, id = '', what, timeframe] = parts
  if (kind === 'tokens' && what === 'pools' && parts.length === 5) return tokenPools(sources, id)
  if (kind === 'tokens' && what === 'info' && parts.length === 5) return tokenInfo(sources, id)
  if (kind !== 'pools') return missing()
  const pool = sources.market.pool(id)
  if (pool === undefined || sources.market.state(pool) === null) return missing()
  if (parts.length === 4) return found({ data: poolRow(sources, pool, null) })
  if (what === 'ohlcv' && parts.length === 6) return candles(sources, pool, timeframe!, query)
  return missing()
}

function networkRow(): unknown {
  return { id: NETWORK, type: 'network', attributes: { name: 'Solana', coingecko_asset_platform_id: 'solana' } }
}

function tokenPools(sources: PoolIndexSources, mint: string): ProviderReply {
  if (sources.faces.of(mint) === null) return missing()
  const rows = poolsOnEitherSide(sources.market, mint).slice(0, MAX_POOLS_PER_PAGE)
  return found({ data: rows.map((pool) => poolRow(sources, pool, mint)) })
}

/** Numbers are text; what is not known is null. */
function poolRow({ market, faces }: PoolIndexSources, pool: MarketPool, mint: string | null): unknown {
  const state = market.state(pool)!
  const quoteUsd = market.priceUsd(pool.quoteMint) ?? 0
  const stats = WINDOWS.map((name) => [name, market.window(pool, name)] as const)
  const symbol = (address: string): string => faces.of(address)?.symbol ?? '?'
  const name = `${symbol(pool.baseMint)} / ${symbol(pool.quoteMint)}`
  return {
    id: `${NETWORK}_${pool.address}`,
    type: 'pool',
    attributes: {
      base_token_price_usd: decimalText(state.priceUsd, 15),
      base_token_price_native_currency: decimalText(state.priceNative, 15),
      quote_token_price_usd: decimalText(quoteUsd, 15),
      quote_token_price_native_currency: '1.0',
      base_token_price_quote_token: decimalText(state.priceNative, 15),
      quote_token_price_base_token: decimalText(1 / state.priceNative, 15),
      address: pool.address,
      name,
      pool_name: name,
      pool_created_at: new Date(pool.createdSec * 1_000).toISOString().replace('.000Z', 'Z'),
      ...(mint === null
        ? {}
        : { token_price_usd: decimalText(mint === pool.quoteMint ? quoteUsd : state.priceUsd, 15) }),
      fdv_usd: decimalText(state.priceUsd * market.supply(pool.baseMint), 12),
      market_cap_usd: null,
      price_change_percentage: Object.fromEntries(
        stats.map(([window, { priceChangePct }]) => [window, String(rounded(priceChangePct ?? 0, 3))]),
      ),
      transactions: Object.fromEntries(stats.map(([window, { buys, sells }]) => [window, { buys, sells }])),
      volume_usd: Object.fromEntries(stats.map(([window, { volumeUsd }]) => [window, String(rounded(volumeUsd, 8))])),
      reserve_in_usd: state.liquidityUsd === null ? null : decimalText(state.liquidityUsd, 12),
    },
    relationships: {
      base_token: { data: { id: `${NETWORK}_${pool.baseMint}`, type: 'token' } },
      quote_token: { data: { id: `${NETWORK}_${pool.quoteMint}`, type: 'token' } },
      dex: { data: { id: DEX_LABELS[pool.dex].geckoterminal, type: 'dex' } },
    },
  }
}

function tokenInfo({ market, faces, imageUrl }: PoolIndexSources, mint: string): ProviderReply {
  const face = faces.of(mint)
  if (face === null) return missing()
  const handle = (url: string | null): string | null => (url === null ? null : (url.split('/').at(-1) ?? null))
  return found({
    data: {
      id: `${NETWORK}_${mint}`,
      type: 'token',
      attributes: {
        address: mint,
        name: face.name,
        symbol: face.symbol,
        decimals: market.decimals(mint),
        image_url: imageUrl(mint),
        banner_image_url: null,
        coingecko_coin_id: null,
        websites: face.links.website === null ? [] : [face.links.website],
        discord_url: null,
        telegram_handle: handle(face.links.telegram),
        twitter_handle: handle(face.links.twitter),
        description: face.description,
        gt_verified: face.verified,
        categories: face.launchpad === 'pump.fun' ? ['Pump Fun'] : [],
        gt_category_ids: face.launchpad === 'pump.fun' ? ['pump-fun'] : [],
        is_honeypot: 'unknown',
      },
    },
  })
}

/** Newest first; intervals without trades are skipped unless asked for otherwise (which this emulator does not
 *  take). */
function candles(
  { market, faces }: PoolIndexSources,
  pool: MarketPool,
  timeframe: string,
  query: URLSearchParams,
): ProviderReply {
  const frame = TIMEFRAMES[timeframe]
  const aggregate = Number(query.get('aggregate') ?? 1)
  if (frame === undefined || !frame.aggregates.includes(aggregate)) return refused('Invalid timeframe or aggregate')
  const limit = Number(query.get('limit') ?? DEFAULT_CANDLES)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_CANDLES) return refused(`limit must be 1 to ${MAX_CANDLES}`)
  const side = query.get('token') ?? 'base'
  const isQuote = side === 'quote' || side === pool.quoteMint
  if (!isQuote && side !== 'base' && side !== pool.baseMint) return refused('token is not in the pool')
  const stepSec = frame.secs * aggregate
  const nowSec = market.nowSec()
  const beforeSec = Math.min(Number(query.get('before_timestamp') ?? nowSec + 1), nowSec + 1)
  if (!Number.isFinite(beforeSec)) return refused('before_timestamp must be a number')
  const pathOf = isQuote ? pathOfQuote : pathOfPool
  const rows = newestCandles((fromSec) => pathOf(market, pool, fromSec), {
    limit,
    stepSec,
    beforeSec,
    oldestSec: 0,
  })
    .reverse()
    .map(({ startSec: t, open, high, low, close, volumeUsd }) => [t, open, high, low, close, volumeUsd])
  const token = (mint: string) => ({
    address: mint,
    name: faces.of(mint)?.name ?? '',
    symbol: faces.of(mint)?.symbol ?? '',
    coingecko_coin_id: null,
  })
  return found({
    data: {
      id: `${pool.address}-${timeframe}`,
      type: 'ohlcv_request_response',
      attributes: { ohlcv_list: rows },
    },
    meta: { base: token(pool.baseMint), quote: token(pool.quoteMint) },
  })
}

function found(body: unknown): ProviderReply {
  return { status: 200, body }
}

function missing(): ProviderReply {
  return { status: 404, body: { errors: [{ status: '404', title: 'Not Found' }] } }
}

function refused(title: string): ProviderReply {
  return { status: 400, body: { errors: [{ status: '400', title }] } }
}
