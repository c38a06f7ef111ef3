import { PROVIDERS } from '../config/providers.ts'
import { LISTED_ROWS } from '../config/upstream-limits.ts'
import { type Outcome, ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import type { MarketPair } from './capabilities.ts'
import type { ChainPairs, ProviderChain } from './chain-capabilities.ts'
import {
  type ForeignPairRow,
  isForeignPairRow,
  PairsReply,
  toMarketPair,
  WrappedPairsReply,
} from './dexscreener-replies.ts'
import { eachPoolOnce, pairsOfTokens } from './pairs-of-tokens.ts'
import { readRows } from './read-rows.ts'

/** Pools of any chain in the DexScreener API. Rows of another chain or of another token than was asked for, and rows
 *  whose pool or base token is no address of the chain, are left out. */
export function createDexscreenerChains(http: HttpClient): ChainPairs {
  const call = { rateClass: 'pairs', timeoutMs: PROVIDERS.dexscreener.timeoutMs }
  const { provider } = http
  async function list(
    chain: ProviderChain,
    tokens: readonly string[],
    { path, label }: { readonly path: string; readonly label: string },
  ): Promise<Outcome<MarketPair[]>> {
    const reply = await http.getJson({ ...call, path, label, schema: PairsReply, whenMissing: [] })
    if (!reply.ok) return reply
    const pairs = pairsOn(provider, chain, reply.value)
    return pairs.ok ? pairsOfTokens(pairs.value, { provider, chain, tokens, rows: reply.value.length }) : pairs
  }
  return {
    provider,
    pairsWithToken(chain, token) {
      const path = `/token-pairs/v1/${encodeURIComponent(chain.id)}/${encodeURIComponent(token)}`
      return list(chain, [token], { path, label: 'chain pairs' })
    },
    pairsByTokens(chain, tokens) {
      const listed = tokens.map(encodeURIComponent).join(',')
      const path = `/tokens/v1/${encodeURIComponent(chain.id)}/${listed}`
      return list(chain, tokens, { path, label: 'chain tokens' })
    },
    async pairByAddress(chain, pool) {
      const reply = await http.getJson({
        ...call,
        path: `/latest/dex/pairs/${encodeURIComponent(chain.id)}/${encodeURIComponent(pool)}`,
        label: 'chain pair',
        schema: WrappedPairsReply,
        whenMissing: { pairs: null },
      })
      if (!reply.ok) return reply
      const pairs = pairsOn(http.provider, chain, reply.value.pairs ?? [])
      return pairs.ok ? ok(pairs.value.find(({ pairAddress }) => pairAddress === pool) ?? null) : pairs
    },
    async searchPairs(chain, text) {
      const reply = await http.getJson({
        ...call,
        path: '/latest/dex/search',
        query: { q: text },
        label: 'chain search',
        schema: WrappedPairsReply,
      })
      if (!reply.ok) return reply
      const pairs = pairsOn(http.provider, chain, reply.value.pairs ?? [])
      return pairs.ok ? ok(eachPoolOnce(pairs.value)) : pairs
    },
  }
}

function pairsOn(provider: string, chain: ProviderChain, rows: readonly unknown[]): Outcome<MarketPair[]> {
  const readable = readRows(provider, rows.slice(0, LISTED_ROWS), isForeignPairRow, (row) => row)
  if (!readable.ok) return readable
  const own = readable.value.filter(({ chainId }) => chainId === chain.id)
  return ok(own.map((row) => toChainPair(chain, row)).filter((pair) => pair !== null))
}

/** Null where an address cannot be one, and for a token that is paid with itself. A quote token whose address cannot be is unknown. */
function toChainPair(chain: ProviderChain, row: ForeignPairRow): MarketPair | null {
  const pairAddress = chain.readPool(row.pairAddress)
  const base = chain.readAddress(row.baseToken.address)
  if (pairAddress === null || base === null) return null
  const pair = toMarketPair(row)
  const quote = chain.readAddress(pair.quote.address) ?? ''
  if (chain.isSame(base, quote)) return null
  return { ...pair, pairAddress, base: { ...pair.base, address: base }, quote: { ...pair.quote, address: quote } }
}
