import type { TokenFace } from '../world/token-faces.ts'
import { CHAIN_ID, dexscreenerPair, type PairSources } from './dexscreener-pair.ts'
import type { MarketPool } from './market.ts'
import type { Provider, ProviderReply } from './provider-reply.ts'

const MAX_TOKENS = 30
const MAX_FEED_ROWS = 30
const MAX_SEARCH_ROWS = 30
const MAX_PAIRS_OF_TOKEN = 30
const SCHEMA_VERSION = '1.0.0'

/** DexScreener's public API over the sandbox's own pools. Source: its published reference and recorded answers. */
export function createDexscreener(sources: PairSources): Provider {
  const boosted = (): TokenFace[] => live(sources.faces.all()).filter(({ boosts }) => boosts !== null)
  const live = (faces: Iterable<TokenFace>): TokenFace[] =>
    [...faces].filter(({ mint }) => sources.market.poolsOf(mint).length > 0)
  const profiles = (): TokenFace[] =>
    live(sources.faces.all())
      .filter(({ profileSec }) => profileSec !== null)
      .sort((a, b) => b.profileSec! - a.profileSec! || compareText(a.mint, b.mint))
      .slice(0, MAX_FEED_ROWS)
  const pairs = (pools: readonly MarketPool[]): Record<string, unknown>[] =>
    pools.map((pool) => dexscreenerPair(sources, pool)).filter((pair) => pair !== null)
  const pairsOf = (mint: string): Record<string, unknown>[] => pairs(sources.market.poolsOf(mint))

  const feeds: Readonly<Record<string, () => unknown>> = {
    '/token-profiles/latest/v1': () => profiles().map((face) => profileRow(sources, face)),
    '/token-profiles/recent-updates/v1': () => profiles().map((face) => profileRow(sources, face)),
    '/token-boosts/latest/v1': () =>
      boosted()
        .sort((a, b) => b.boosts!.boughtSec - a.boosts!.boughtSec || compareText(a.mint, b.mint))
        .slice(0, MAX_FEED_ROWS)
        .map((face) => ({
          ...profileRow(sources, face),
          amount: face.boosts!.latest,
          totalAmount: face.boosts!.total,
        })),
    '/token-boosts/top/v1': () =>
      boosted()
        .sort((a, b) => b.boosts!.total - a.boosts!.total || compareText(a.mint, b.mint))
        .slice(0, MAX_FEED_ROWS)
        .map((face) => ({ ...profileRow(sources, face), totalAmount: face.boosts!.total })),
    '/community-takeovers/latest/v1': () =>
      profiles()
        .filter(({ mint, launchpad }) => launchpad !== null && sources.market.mainPool(mint)?.dex === 'pumpswap')
        .map((face) => ({ ...profileRow(sources, face), claimDate: new Date(face.profileSec! * 1_000).toISOString() })),
    '/ads/latest/v1': () => [],
  }

  return {
    prefix: '/dexscreener',
    handle({ path, query }) {
      const feed = feeds[path]
      if (feed !== undefined) return found(feed())
      if (path === '/latest/dex/search') {
        const text = query.get('q')
        return text === null ? refused('q is required') : found({ schemaVersion: SCHEMA_VERSION, pairs: search(text) })
      }
      const parts = path.slice(1).split('/').map(decodeURIComponent)
      if (path.startsWith('/latest/dex/pairs/') && parts.length === 5) return pairsById(parts[3]!, parts[4]!)
      if (path.startsWith('/latest/dex/tokens/') && parts.length === 4) {
        const rows = uniqueMints(parts[3]!).flatMap(pairsOf)
        return found({
          schemaVersion: SCHEMA_VERSION,
          pairs: rows.length === 0 ? null : rows.slice(0, MAX_SEARCH_ROWS),
        })
      }
      if (path.startsWith('/tokens/v1/') && parts.length === 4) {
        const mints = uniqueMints(parts[3]!)
        if (mints.length > MAX_TOKENS) return refused(`at most ${MAX_TOKENS} addresses`)
        return found(parts[2] === CHAIN_ID ? mints.flatMap(pairsOf) : [])
      }
      if (path.startsWith('/token-pairs/v1/') && parts.length === 4) {
        return found(parts[2] === CHAIN_ID ? pairsOf(parts[3]!).slice(0, MAX_PAIRS_OF_TOKEN) : [])
      }
      if (path.startsWith('/orders/v1/') && parts.length === 4)
        return found(parts[2] === CHAIN_ID ? orders(parts[3]!) : [])
      return { status: 404, body: { error: 'Not Found' } }
    },
  }

  function pairsById(chainId: string, ids: string): ProviderReply {
    const wanted = chainId === CHAIN_ID ? ids.split(',') : []
    const rows = pairs(wanted.map((id) => sources.market.pool(id)).filter((pool) => pool !== undefined))
    return found({ schemaVersion: SCHEMA_VERSION, pairs: rows.length === 0 ? null : rows, pair: rows[0] ?? null })
  }

  /** Full text over symbol, name and addresses, as fuzzy as the original: parts of words count. `MRDN/SOL` asks for the
   *  pools of the one against the other. */
  function search(text: string): Record<string, unknown>[] {
    const [wanted = '', against = ''] = text.toLowerCase().split('/', 2)
    const words = wanted.split(/\s+/).filter((word) => word !== '')
    const quoteSymbol = against.trim()
    if (words.length === 0) return []
    const scored: { pool: MarketPool; score: number }[] = []
    for (const pool of sources.market.pools()) {
      const face = sources.faces.of(pool.baseMint)
      if (face === null) continue
      const haystack = `${face.symbol} ${face.name} ${pool.baseMint} ${pool.address}`.toLowerCase()
      if (!words.every((word) => haystack.includes(word))) continue
      if (quoteSymbol !== '' && sources.faces.of(pool.quoteMint)?.symbol.toLowerCase() !== quoteSymbol) continue
      const exact = face.symbol.toLowerCase() === words[0] || pool.baseMint.toLowerCase() === words[0]
      scored.push({ pool, score: (exact ? 1e15 : 0) + (sources.market.state(pool)?.liquidityUsd ?? 0) })
    }
    scored.sort((a, b) => b.score - a.score || compareText(a.pool.address, b.pool.address))
    return pairs(scored.slice(0, MAX_SEARCH_ROWS).map(({ pool }) => pool))
  }

  function orders(mint: string): unknown[] {
    const face = sources.faces.of(mint)
    if (face === null || face.profileSec === null) return []
    return [{ type: 'tokenProfile', status: 'approved', paymentTimestamp: face.profileSec * 1_000 }]
  }
}

/** Profiles carry no name, symbol or price; a website has a label, a social link has a type. */
function profileRow(sources: PairSources, face: TokenFace): Record<string, unknown> {
  const { website, twitter, telegram } = face.links
  const links = [
    ...(website === null ? [] : [{ label: 'Website', url: website }]),
    ...(twitter === null ? [] : [{ type: 'twitter', url: twitter }]),
    ...(telegram === null ? [] : [{ type: 'telegram', url: telegram }]),
  ]
  return {
    url: `https://dexscreener.com/${CHAIN_ID}/${face.mint.toLowerCase()}`,
    chainId: CHAIN_ID,
    tokenAddress: face.mint,
    icon: sources.imageUrl(face.mint),
    header: `${sources.imageUrl(face.mint)}?header=1`,
    openGraph: `${sources.imageUrl(face.mint)}?og=1`,
    ...(face.description === null ? {} : { description: face.description }),
    ...(links.length === 0 ? {} : { links }),
  }
}

function uniqueMints(list: string): string[] {
  return [...new Set(list.split(',').filter((mint) => mint !== ''))]
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function found(body: unknown): ProviderReply {
  return { status: 200, body }
}

function refused(message: string): ProviderReply {
  return { status: 400, body: { error: message } }
}
