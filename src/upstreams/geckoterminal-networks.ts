import { PROVIDERS } from '../config/providers.ts'
import { LISTED_ROWS } from '../config/upstream-limits.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import type { MarketPair } from './capabilities.ts'
import type { ChainPools, ProviderChain } from './chain-capabilities.ts'
import {
  type DexRow,
  isDexRow,
  isNetworkPool,
  isNetworkToken,
  isNetworkTrade,
  NetworkPoolReply,
  NetworkPoolsReply,
  RowsReply,
  TradesReply,
  toChainToken,
  toChainTrade,
  toNetworkPair,
} from './geckoterminal-network-replies.ts'
import { readCandles } from './geckoterminal-pools.ts'
import { eachPoolOnce, pairsOfTokens } from './pairs-of-tokens.ts'
import { readRows } from './read-rows.ts'

const TOKENS = 'base_token,quote_token'

const CALL = { timeoutMs: PROVIDERS.geckoterminal.timeoutMs }

/** Path of what is asked about a network. */
type PathOf = (chain: ProviderChain, rest: string) => string

/** Pools, trades, candles and tokens of any network of GeckoTerminal; CoinGecko serves the same below `/onchain`
 *  (`basePath`). Rows with an address that is none on the chain are left out. */
export function createGeckoterminalNetworks(http: HttpClient, basePath = ''): ChainPools {
  const at: PathOf = ({ id }, rest) => `${basePath}/networks/${encodeURIComponent(id)}/${rest}`
  return {
    provider: http.provider,
    ...poolLists(http, at),
    ...onePool(http, at),
    ...tokensAndDexes(http, at),
  }
}

function poolLists(
  http: HttpClient,
  at: PathOf,
): Pick<ChainPools, 'topPools' | 'trendingPools' | 'newPools' | 'poolsOfToken'> {
  async function listPools(
    chain: ProviderChain,
    rest: string,
    query: Readonly<Record<string, string | number>> = {},
  ): Promise<Outcome<MarketPair[]>> {
    const reply = await http.getJson({
      ...CALL,
      path: at(chain, rest),
      query: { include: TOKENS, ...query },
      label: 'network pools',
      schema: NetworkPoolsReply,
      whenMissing: { data: [] },
    })
    return reply.ok ? pairsOf(http.provider, chain, reply.value.data, reply.value.included) : reply
  }
  return {
    topPools: async (chain) => onceEach(await listPools(chain, 'pools')),
    trendingPools: async (chain, duration) => onceEach(await listPools(chain, 'trending_pools', { duration })),
    newPools: async (chain) => onceEach(await listPools(chain, 'new_pools')),
    async poolsOfToken(chain, token) {
      const pairs = await listPools(chain, `tokens/${encodeURIComponent(token)}/pools`)
      if (!pairs.ok) return pairs
      return pairsOfTokens(pairs.value, { provider: http.provider, chain, tokens: [token], rows: pairs.value.length })
    },
  }
}

function onceEach(pairs: Outcome<MarketPair[]>): Outcome<MarketPair[]> {
  return pairs.ok ? { ...pairs, value: eachPoolOnce(pairs.value) } : pairs
}

function onePool(http: HttpClient, at: PathOf): Pick<ChainPools, 'pool' | 'poolTrades' | 'poolCandles'> {
  return {
    async pool(chain, pool) {
      const reply = await http.getJson({
        ...CALL,
        path: at(chain, `pools/${encodeURIComponent(pool)}`),
        query: { include: TOKENS },
        label: 'network pool',
        schema: NetworkPoolReply,
        whenMissing: { data: null },
      })
      if (!reply.ok) return reply
      if (reply.value.data === null) return ok(null)
      const pairs = pairsOf(http.provider, chain, [reply.value.data], reply.value.included)
      return pairs.ok ? ok(pairs.value.find(({ pairAddress }) => pairAddress === pool) ?? null) : pairs
    },
    async poolTrades(chain, pool, token) {
      const reply = await http.getJson({
        ...CALL,
        path: at(chain, `pools/${encodeURIComponent(pool)}/trades`),
        label: 'network trades',
        schema: TradesReply,
        whenMissing: { data: null },
      })
      if (!reply.ok) return reply
      if (reply.value.data === null) return ok(null)
      const listed = reply.value.data.slice(0, LISTED_ROWS)
      const trades = readRows(http.provider, listed, isNetworkTrade, (row) => toChainTrade(chain, row, token))
      if (!trades.ok) return trades
      const own = trades.value.filter((trade) => trade !== null)
      return own.length === 0 && trades.value.length > 0
        ? fail('upstream_failed', `${http.provider} names no trade of this token in its answer`)
        : ok(own.sort((a, b) => (b.tMs ?? 0) - (a.tMs ?? 0)))
    },
    poolCandles: (chain, pool, query, token) =>
      readCandles(http, at(chain, `pools/${encodeURIComponent(pool)}`), query, token),
  }
}

function tokensAndDexes(http: HttpClient, at: PathOf): Pick<ChainPools, 'tokensByAddresses' | 'dexes'> {
  return {
    async tokensByAddresses(chain, tokens) {
      const reply = await http.getJson({
        ...CALL,
        path: at(chain, `tokens/multi/${tokens.map(encodeURIComponent).join(',')}`),
        label: 'network tokens',
        schema: RowsReply,
        whenMissing: { data: [] },
      })
      if (!reply.ok) return reply
      const listed = reply.value.data.slice(0, LISTED_ROWS)
      const rows = readRows(http.provider, listed, isNetworkToken, (row) => toChainToken(chain, row))
      return rows.ok ? ok(rows.value.filter((token) => token !== null)) : rows
    },
    async dexes(chain) {
      const reply = await http.getJson({
        ...CALL,
        path: at(chain, 'dexes'),
        label: 'network dexes',
        schema: RowsReply,
        whenMissing: { data: [] },
      })
      const toDex = ({ id, attributes: { name } }: DexRow) => ({ id, name: name ?? id })
      if (!reply.ok) return reply
      return readRows(http.provider, reply.value.data.slice(0, LISTED_ROWS), isDexRow, toDex)
    },
  }
}

function pairsOf(
  provider: string,
  chain: ProviderChain,
  rows: readonly unknown[],
  included: readonly unknown[] | null | undefined,
): Outcome<MarketPair[]> {
  const tokens = new Map(
    (included ?? [])
      .slice(0, 2 * LISTED_ROWS)
      .filter(isNetworkToken)
      .flatMap((token) => (token.id == null ? [] : [[token.id, token] as const])),
  )
  const read = readRows(provider, rows.slice(0, LISTED_ROWS), isNetworkPool, (row) => toNetworkPair(chain, row, tokens))
  if (!read.ok) return read
  const pairs = read.value.filter((pair) => pair !== null)
  return pairs.length === 0 && rows.length > 0
    ? fail('upstream_failed', `${provider} names no pool of this chain in its answer`)
    : ok(pairs)
}
