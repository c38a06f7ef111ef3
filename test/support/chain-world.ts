import type { ServerResponse } from 'node:http'
import { type CatalogChain, CHAINS } from '../../src/chain/catalog/chains.ts'
import { type LocalServer, sendJson, startLocalServer } from './local-server.ts'

/** What the providers of a test say of one chain. A figure of DexScreener is the shortest window with a trade, of
 *  GeckoTerminal the age of the newest trade; `none`: they know nothing, `fail`: they refuse. */
export type SaidOfChain = {
  pairs: 'm5' | 'h1' | 'h6' | 'h24' | 'idle' | 'none' | 'fail'
  pools: number | 'idle' | 'none' | 'fail'
  security: 'whole' | 'no holders' | 'no flags' | 'unknown' | 'fail'
}
export type ChainWorld = LocalServer & {
  readonly said: Map<string, SaidOfChain>
  /** Answers in place of the world; returns whether it did. */
  lie: ((url: string, response: ServerResponse) => boolean) | null
}

export const WORLD_TOKEN = '0x00000000000000000000000000000000000000aa'
export const WORLD_POOL = '0x00000000000000000000000000000000000000bb'
export const WORLD_QUOTE = '0x00000000000000000000000000000000000000cc'
export const WORLD_WALLET = '0x00000000000000000000000000000000000000dd'
const NOTHING: SaidOfChain = { pairs: 'none', pools: 'none', security: 'unknown' }
const WINDOWS = ['m5', 'h1', 'h6', 'h24'] as const

/** Speaks for DexScreener, GeckoTerminal and GoPlus of every chain, in their wire forms; each provider knows a chain by
 *  the id that the catalog gives. Of what nobody said it knows nothing. */
export async function startChainWorld(nowMs: () => number): Promise<ChainWorld> {
  const said = new Map<string, SaidOfChain>()
  const of = (provider: 'dexscreener' | 'geckoterminal' | 'goplus', id: string) => {
    const chain = CHAINS.find(({ providerIds }) => providerIds[provider] === id)
    return chain === undefined ? null : { chain, ...(said.get(chain.key) ?? NOTHING) }
  }
  const server = await startLocalServer(({ url }, response) => {
    if (world.lie?.(url, response) === true) return
    const { pathname, searchParams } = new URL(url, 'http://world')
    const [, first, second, third, ...rest] = pathname.split('/').map(decodeURIComponent)
    const dex = first === 'latest' ? searchParams.get('q') : third
    if (first === 'token-pairs' || first === 'tokens' || first === 'latest') {
      const id = first === 'latest' ? (rest[0] ?? '') : (third ?? '')
      const known = of('dexscreener', id)
      const rows = known === null ? [] : pairRows(known.chain, known.pairs, nowMs())
      if (known?.pairs === 'fail') return sendJson(response, {}, 400)
      // A search is over all chains.
      const searched = () => CHAINS.flatMap((chain) => pairRows(chain, said.get(chain.key)?.pairs ?? 'none', nowMs()))
      const pairs = dex === null ? rows : searched()
      return sendJson(response, first === 'latest' ? { schemaVersion: '1.0.0', pairs } : rows)
    }
    if (first === 'networks') {
      const known = of('geckoterminal', second ?? '')
      if (known === null || known.pools === 'none') return sendJson(response, { errors: [] }, 404)
      if (known.pools === 'fail') return sendJson(response, {}, 400)
      return sendJson(response, network(known.chain, known.pools, [third ?? '', ...rest], nowMs()))
    }
    const known = of('goplus', rest[0] ?? '')
    if (known?.security === 'fail') return sendJson(response, { code: 5000, message: 'error' })
    const token = searchParams.get('contract_addresses') ?? ''
    return sendJson(response, { code: 1, message: 'OK', result: security(token, known?.security ?? 'unknown') })
  })
  const world: ChainWorld = { ...server, said, lie: null }
  return world
}

function pairRows(chain: CatalogChain, pairs: SaidOfChain['pairs'], nowMs: number): unknown[] {
  if (pairs === 'none' || pairs === 'fail') return []
  const from = pairs === 'idle' ? WINDOWS.length : WINDOWS.indexOf(pairs)
  const figure = (value: number) => (_: unknown, at: number) => [WINDOWS[at]!, at >= from ? value : 0] as const
  return [
    {
      chainId: chain.providerIds.dexscreener,
      dexId: 'uniswap',
      url: 'https://dexscreener.com/pool',
      pairAddress: WORLD_POOL,
      labels: ['v3'],
      baseToken: { address: chain.wrappedNative ?? WORLD_TOKEN, name: 'Wrapped', symbol: 'WNAT' },
      quoteToken: { address: WORLD_QUOTE, name: 'USD Coin', symbol: 'USDC' },
      priceNative: '2000.5',
      priceUsd: '2001.25',
      txns: Object.fromEntries(WINDOWS.map((name, at) => [name, { buys: at >= from ? 2 : 0, sells: 0 }])),
      volume: Object.fromEntries(WINDOWS.map(figure(1_500))),
      priceChange: { h24: -1.5 },
      liquidity: { usd: 1_000_000, base: 250, quote: 500_000 },
      fdv: 5_000_000,
      marketCap: 4_000_000,
      pairCreatedAt: nowMs - 86_400_000 * 30,
    },
  ]
}

function network(chain: CatalogChain, pools: number | 'idle', path: readonly string[], nowMs: number): unknown {
  const id = chain.providerIds.geckoterminal!
  const base = chain.wrappedNative ?? WORLD_TOKEN
  const tokens = [
    { address: base, name: 'Wrapped', symbol: 'WNAT', decimals: 18 },
    { address: WORLD_QUOTE, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  ]
  const included = tokens.map((attributes) => ({ id: `${id}_${attributes.address}`, type: 'token', attributes }))
  if (path[0] === 'dexes') return { data: [{ id: 'uniswap_v3', type: 'dex', attributes: { name: 'Uniswap V3' } }] }
  if (path.at(-1) === 'trades') return { data: pools === 'idle' ? [] : [trade(base, nowMs - pools, nowMs)] }
  if (path.includes('ohlcv')) return { data: { attributes: { ohlcv_list: candles(nowMs) } } }
  if (path[0] === 'tokens' && path[1] === 'multi')
    return {
      data: tokens
        .filter(({ address }) => path[2]!.split(',').includes(address))
        .map((attributes) => ({
          id: `${id}_${attributes.address}`,
          attributes: { ...attributes, price_usd: '2001.25', normalized_total_supply: '1000000.5', total_supply: '1' },
        })),
    }
  const data = pool(id, base, pools, nowMs)
  return path[0] === 'pools' && path.length === 2 ? { data, included } : { data: [data], included }
}

function pool(id: string, base: string, pools: number | 'idle', nowMs: number): unknown {
  const counts = (ms: number) => ({ buys: pools !== 'idle' && pools < ms ? 3 : 0, sells: 0 })
  return {
    id: `${id}_${WORLD_POOL}`,
    type: 'pool',
    attributes: {
      address: WORLD_POOL,
      name: 'WNAT / USDC 0.05%',
      base_token_price_usd: '2001.25',
      base_token_price_quote_token: '2000.5',
      pool_created_at: new Date(nowMs - 86_400_000 * 30).toISOString(),
      fdv_usd: '5000000',
      market_cap_usd: null,
      reserve_in_usd: '1000000.5',
      price_change_percentage: { m5: '0', h1: '0.5', h6: '1', h24: '-1.5' },
      // Without windows below a day: the exact age is that of the newest trade.
      transactions: { h24: counts(86_400_000) },
      volume_usd: { h24: pools === 'idle' ? '0' : '1500.5' },
    },
    relationships: {
      base_token: { data: { id: `${id}_${base}`, type: 'token' } },
      quote_token: { data: { id: `${id}_${WORLD_QUOTE}`, type: 'token' } },
      dex: { data: { id: 'uniswap_v3', type: 'dex' } },
    },
  }
}

function trade(base: string, tMs: number, nowMs: number): unknown {
  return {
    id: 'trade',
    attributes: {
      block_number: 100,
      block_timestamp: new Date(Math.min(tMs, nowMs)).toISOString(),
      tx_hash: `0x${'ab'.repeat(32)}`,
      tx_from_address: WORLD_WALLET,
      from_token_address: WORLD_QUOTE,
      to_token_address: base,
      from_token_amount: '4002.5',
      to_token_amount: '2',
      price_from_in_usd: '1',
      price_to_in_usd: '2001.25',
      volume_in_usd: '4002.5',
      kind: 'buy',
    },
  }
}

/** Newest first, an hour apart, as the provider sends them. */
function candles(nowMs: number): number[][] {
  const hourSec = Math.floor(nowMs / 3_600_000) * 3_600
  return [0, 1, 2].map((back) => [hourSec - 3_600 * back, 10, 12, 9, 11, 100 + back])
}

function security(token: string, said: SaidOfChain['security']): unknown {
  if (said === 'unknown') return {}
  const flags = {
    is_honeypot: '0',
    is_open_source: '1',
    is_mintable: '0',
    is_proxy: '1',
    buy_tax: '0',
    sell_tax: '0.01',
  }
  const holders = [
    { address: WORLD_WALLET, tag: '', is_contract: 0, balance: '500.5', percent: '0.25', is_locked: 0 },
    { address: WORLD_POOL, tag: 'UniswapV3', is_contract: 1, balance: '100', percent: '0.05', is_locked: 0 },
  ]
  return {
    [token]: {
      ...(said === 'no flags' ? { is_proxy: '1' } : flags),
      holders: said === 'no holders' ? [] : holders,
      holder_count: '1234',
    },
  }
}
