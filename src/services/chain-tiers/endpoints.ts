import type { CatalogChain, ChainProvider } from '../../chain/catalog/chains.ts'
import type { Context } from '../../context.ts'
import type { ChainTier } from '../../contract/chain-catalog.ts'
import { EVM_TAPE_CHAINS, type EvmTapeChain } from '../../contract/tape-event.ts'
import type { Upstreams } from '../../upstreams/capabilities.ts'

/** Capabilities that serve a chain other than Solana, and whose id of the chain each needs. */
const PROVIDER_OF = {
  chainPairs: 'dexscreener',
  chainPools: 'geckoterminal',
  chainSecurity: 'goplus',
} as const satisfies Partial<Record<keyof Upstreams, ChainProvider>>
export type ChainCapability = keyof typeof PROVIDER_OF

/** Own services of Solana. */
type OwnNeed = keyof Upstreams | 'rpc' | 'tape'

export type SurfaceEndpoint = {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Below `/api/v2/chain/{chain}`. */
  readonly suffix: string
  readonly level: ChainTier
  /** One of them on Solana; none needed when empty. */
  readonly own: readonly OwnNeed[]
  /** One of them on any other chain; null: no provider of this version serves it there. */
  readonly provided: readonly ChainCapability[] | null
}

const MARKET = ['chainPairs', 'chainPools'] as const
const POOLS = ['chainPools'] as const

/** The 26 routes of the chain-generic surface: the level that a chain must meet, and who serves it. */
export const SURFACE = [
  row('chain', 'GET', '', 'L0', [], []),
  row('nativePrice', 'GET', '/native-price', 'L1', ['prices', 'pairs', 'oracle', 'solHistory', 'rpc'], MARKET),
  row('dexes', 'GET', '/dexes', 'L1', ['chainPools'], POOLS),
  row('fees', 'GET', '/fees', 'L1', ['rpc'], null),
  row('trendingTokens', 'GET', '/tokens/trending', 'L2', ['pairs', 'rpc'], POOLS),
  row('newTokens', 'GET', '/tokens/new', 'L2', ['tape'], POOLS),
  row('searchTokens', 'GET', '/tokens/search', 'L1', ['pairs', 'rpc'], ['chainPairs']),
  row('prices', 'POST', '/tokens/prices', 'L1', ['pairs', 'prices', 'rpc'], MARKET),
  row('metadata', 'POST', '/tokens/metadata', 'L0', ['assets', 'rpc'], MARKET),
  row('token', 'GET', '/tokens/{address}', 'L1', ['pairs', 'rpc'], MARKET),
  row('tokenPools', 'GET', '/tokens/{address}/pools', 'L1', ['pairs', 'rpc'], MARKET),
  row('tokenTrades', 'GET', '/tokens/{address}/trades', 'L2', ['trades', 'tape'], POOLS),
  row('tokenOhlcv', 'GET', '/tokens/{address}/ohlcv', 'L2', ['tape'], POOLS),
  row('holders', 'GET', '/tokens/{address}/holders', 'L3', ['rpc'], ['chainSecurity']),
  row('security', 'GET', '/tokens/{address}/security', 'L3', ['rpc'], ['chainSecurity']),
  row('bubblemap', 'GET', '/tokens/{address}/bubblemap', 'L3', ['rpc'], null),
  row('traders', 'GET', '/tokens/{address}/traders', 'L2', ['tape'], null),
  row('trendingPools', 'GET', '/pools/trending', 'L2', ['pairs', 'rpc'], POOLS),
  row('newPools', 'GET', '/pools/new', 'L2', ['tape'], POOLS),
  row('pool', 'GET', '/pools/{pool}', 'L1', MARKET, MARKET),
  row('poolTrades', 'GET', '/pools/{pool}/trades', 'L2', ['tape'], POOLS),
  row('poolOhlcv', 'GET', '/pools/{pool}/ohlcv', 'L2', ['market', 'pools', 'rpc'], POOLS),
  row('portfolio', 'GET', '/wallets/{address}/portfolio', 'L1', ['walletData', 'rpc'], null),
  row('activity', 'GET', '/wallets/{address}/activity', 'L2', ['walletData', 'rpc'], null),
  row('quote', 'GET', '/swap/quote', 'L4', ['swap'], null),
  row('build', 'POST', '/swap/build', 'L4', ['swap'], null),
] as const satisfies readonly SurfaceEndpoint[]
export type EndpointName = (typeof SURFACE)[number]['name']

function row<const N extends string>(
  name: N,
  method: SurfaceEndpoint['method'],
  suffix: string,
  level: ChainTier,
  own: readonly OwnNeed[],
  provided: readonly ChainCapability[] | null,
): SurfaceEndpoint & { readonly name: N } {
  return { name, method, suffix, level, own, provided }
}

/** What the tape serves of a followed EVM chain. */
const TAPE_ENDPOINTS = [
  'newTokens',
  'newPools',
  'tokenTrades',
  'tokenOhlcv',
  'traders',
  'poolTrades',
  'poolOhlcv',
] as const satisfies readonly EndpointName[]
export type TapeEndpoint = (typeof TAPE_ENDPOINTS)[number]

export function isTapeEndpoint(name: string): name is TapeEndpoint {
  return TAPE_ENDPOINTS.some((one) => one === name)
}

/** An EVM chain of which something is on the tape; null for any other. */
export function tapeChainOf({ store }: Pick<Context, 'store'>, { key }: CatalogChain): EvmTapeChain | null {
  const chain = EVM_TAPE_CHAINS.find((one) => one === key)
  return chain !== undefined && store.tape.position(chain) !== undefined ? chain : null
}

const BY_NAME = new Map<string, SurfaceEndpoint>(SURFACE.map((endpoint) => [endpoint.name, endpoint]))

export function endpointNamed(name: EndpointName): SurfaceEndpoint {
  return BY_NAME.get(name)!
}

/** Whether a node of the chain answers by executing trades: proof of its own, at any level. */
export function isExecuted({ parts }: Pick<Context, 'parts'>, { key }: CatalogChain, name: EndpointName): boolean {
  return name === 'security' && parts.evmClients.of(key) !== null
}

/** Why nobody here can serve the endpoint for the chain, whatever its tier; null when somebody can. */
export function whyUnserved(ctx: Context, chain: CatalogChain, endpoint: SurfaceEndpoint): string | null {
  const { own, name } = endpoint
  if (chain.key === 'solana') {
    if (own.length === 0 || own.some((need) => isThere(ctx, need))) return null
    return `this server has none of: ${own.join(', ')}`
  }
  if (isTapeEndpoint(name) && tapeChainOf(ctx, chain) !== null) return null
  if (isExecuted(ctx, chain, name as EndpointName)) return null
  return whyNotProvided(ctx, chain, endpoint)
}

/** Why no provider here serves the endpoint for a chain other than Solana. */
export function whyNotProvided(ctx: Context, chain: CatalogChain, { provided, name }: SurfaceEndpoint): string | null {
  if (provided === null) return `no configured source serves ${name} for ${chain.key}`
  if (provided.length === 0) return null
  const knowing = provided.filter((capability) => chain.providerIds[PROVIDER_OF[capability]] !== undefined)
  if (knowing.length === 0) return `${provided.map((one) => PROVIDER_OF[one]).join(' and ')} do not know ${chain.key}`
  if (knowing.some((capability) => ctx.upstreams[capability] !== null)) return null
  return `no provider is configured: ${knowing.map((one) => PROVIDER_OF[one]).join(' or ')} would serve it`
}

function isThere(ctx: Context, need: OwnNeed): boolean {
  if (need === 'rpc') return ctx.chain.rpc !== null
  if (need === 'tape') return ctx.store.tape.position('solana') !== undefined
  return ctx.upstreams[need] !== null
}
