import { jupiterToken, STATS_WINDOWS, type StatsWindow, type TokenSources } from './jupiter-token.ts'
import { looksUnsellable } from './looks-unsellable.ts'
import { type MarketPool, WINDOW_SECS } from './market.ts'
import type { Provider, ProviderReply } from './provider-reply.ts'

const MAX_PRICE_IDS = 50
const MAX_SEARCH_MINTS = 100
const MAX_SEARCH_ROWS = 20
const MAX_RECENT = 30
const MAX_LISTED = 100
const DEFAULT_LISTED = 50
/** A mint that no one traded for a week has no price. */
const PRICE_LIFE_SECS = 7 * 86_400
const MIN_PRICED_LIQUIDITY_USD = 100

/** Jupiter's Price v3 and Tokens v2 over the sandbox's own pools. Source: its published OpenAPI documents. */
export function createJupiter(sources: TokenSources): Provider {
  const { market, faces, chain } = sources
  const tokens = (mints: readonly string[]): Record<string, unknown>[] =>
    mints.map((mint) => jupiterToken(sources, mint)).filter((row) => row !== null)
  const tradedMints = (): string[] => [...new Set(market.pools().map(({ baseMint }) => baseMint))]
  const rank = (mints: readonly string[], weight: (pool: MarketPool) => number): string[] =>
    mints
      .map((mint) => {
        const pool = market.mainPool(mint)
        return { mint, weight: pool === null ? -1 : weight(pool) }
      })
      .filter((entry) => entry.weight >= 0)
      .sort((a, b) => b.weight - a.weight || (a.mint < b.mint ? -1 : 1))
      .map(({ mint }) => mint)

  return {
    prefix: '/jupiter',
    handle({ path, query }) {
      if (path === '/price/v3') return prices(query.get('ids'))
      if (path === '/tokens/v2/search') return search(query.get('query'))
      if (path === '/tokens/v2/tag') return byTag(query.get('query'))
      if (path === '/tokens/v2/recent') return found(tokens(recentMints()))
      const listed = /^\/tokens\/v2\/(toporganicscore|toptraded|toptrending)\/(5m|1h|6h|24h)$/.exec(path)
      if (listed !== null) return list(listed[1]!, listed[2] as StatsWindow, query.get('limit'))
      return { status: 404, body: { error: 'Route not found' } }
    },
  }

  function prices(ids: string | null): ProviderReply {
    const mints = splitList(ids)
    if (mints.length === 0) return refused('ids is required')
    if (mints.length > MAX_PRICE_IDS) return refused(`at most ${MAX_PRICE_IDS} ids`)
    const rows: Record<string, unknown> = {}
    for (const mint of mints) {
      const row = priceRow(mint)
      if (row !== null) rows[mint] = row
    }
    return found(rows)
  }

  function priceRow(mint: string): Record<string, unknown> | null {
    const usdPrice = market.priceUsd(mint)
    const pool = market.mainPool(mint) ?? market.pools().find(({ quoteMint }) => quoteMint === mint)
    if (usdPrice === null || pool === undefined) return null
    const state = market.state(pool)
    const lastSec = pool.temper === null ? (pool.book.last()?.timeSec ?? pool.createdSec) : market.bootSec
    if (state === null || market.nowSec() - lastSec > PRICE_LIFE_SECS) return null
    const liquidity = state.liquidityUsd ?? 2 * state.quoteReserve * (market.priceUsd(pool.quoteMint) ?? 0)
    if (liquidity < MIN_PRICED_LIQUIDITY_USD || looksUnsellable(sources, mint)) return null
    const change = pool.baseMint === mint ? market.window(pool, 'h24').priceChangePct : 0
    return {
      createdAt: new Date((faces.of(mint)?.createdSec ?? pool.createdSec) * 1_000).toISOString().replace('.000Z', 'Z'),
      liquidity,
      usdPrice,
      blockId: chain.confirmedSlot(),
      decimals: market.decimals(mint),
      priceChange24h: change,
    }
  }

  /** A comma list of mints is answered mint by mint; anything else is text over symbols, names and mints. */
  function search(query: string | null): ProviderReply {
    const parts = splitList(query)
    if (parts.length === 0) return found(tokens(rank(tradedMints(), dayVolume).slice(0, MAX_SEARCH_ROWS)))
    if (parts.length > MAX_SEARCH_MINTS) return refused(`at most ${MAX_SEARCH_MINTS} mints`)
    const exact = parts.filter((part) => faces.of(part) !== null)
    if (exact.length > 0 || parts.length > 1) return found(tokens(exact))
    const text = parts[0]!.toLowerCase()
    const hits: string[] = []
    for (const face of faces.all())
      if (face.symbol.toLowerCase().includes(text) || face.name.toLowerCase().includes(text)) hits.push(face.mint)
    const ordered = [...new Set([...rank(hits, dayVolume), ...hits])]
    return found(tokens(ordered.slice(0, MAX_SEARCH_ROWS)))
  }

  function byTag(tag: string | null): ProviderReply {
    if (tag !== 'verified' && tag !== 'lst' && tag !== 'stocks') return refused('query must be lst, verified or stocks')
    if (tag !== 'verified') return found([])
    return found(tokens([...faces.all()].filter(({ verified }) => verified).map(({ mint }) => mint)))
  }

  function recentMints(): string[] {
    return [...market.pools()]
      .filter(({ temper }) => temper === null)
      .sort((a, b) => b.createdSec - a.createdSec || (a.address < b.address ? -1 : 1))
      .map(({ baseMint }) => baseMint)
      .filter((mint, at, all) => all.indexOf(mint) === at)
      .slice(0, MAX_RECENT)
  }

  function list(category: string, window: StatsWindow, limitText: string | null): ProviderReply {
    const limit = limitText === null ? DEFAULT_LISTED : Number(limitText)
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED) return refused(`limit must be 1 to ${MAX_LISTED}`)
    const name = STATS_WINDOWS[window]
    const weights: Record<string, (pool: MarketPool) => number> = {
      toptraded: (pool) => market.window(pool, name).volumeUsd,
      toptrending: (pool) =>
        market.window(pool, name).volumeUsd * (1 + Math.max(0, market.window(pool, name).priceChangePct ?? 0)),
      toporganicscore: (pool) =>
        pool.book.tradersSince(market.nowSec() - WINDOW_SECS[name]).traders +
        (faces.of(pool.baseMint)?.verified ? 1_000 : 0),
    }
    return found(tokens(rank(tradedMints(), weights[category]!).slice(0, limit)))
  }

  function dayVolume(pool: MarketPool): number {
    return market.window(pool, 'h24').volumeUsd
  }
}

function splitList(text: string | null): string[] {
  return [
    ...new Set(
      (text ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  ]
}

function found(body: unknown): ProviderReply {
  return { status: 200, body }
}

function refused(message: string): ProviderReply {
  return { status: 400, body: { error: message } }
}
