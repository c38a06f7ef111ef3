import { readFileSync } from 'node:fs'

/** Providers whose own ids of chains the catalog holds. */
export const CHAIN_PROVIDERS = [
  'dexscreener',
  'geckoterminal',
  'coingecko',
  'mobula',
  'defillama',
  'goplus',
  'jupiter',
  'kyber',
  'lifi',
] as const
export type ChainProvider = (typeof CHAIN_PROVIDERS)[number]

/** One chain that the service recognises, whether it can do anything with it or not. */
export type CatalogChain = {
  /** The name that every answer uses. */
  readonly key: string
  readonly name: string
  readonly aliases: readonly string[]
  /** Address and account model: evm, svm, move, cosmos, utxo, ... */
  readonly family: string
  readonly eip155: number | null
  /** Ids of CAIP-2, the preferred one first; a few chains have two, a few none. */
  readonly caip2: readonly string[]
  readonly nativeCurrency: { readonly symbol: string; readonly decimals: number }
  /** Token that stands for the native currency in pools, in lower case on EVM chains; null where none is established. */
  readonly wrappedNative: string | null
  /** What market-data and routing providers call it. */
  readonly providerIds: Readonly<Partial<Record<ChainProvider, string>>>
  /** Swap aggregators whose published lists have the chain. */
  readonly aggregators: readonly string[]
  readonly explorers: readonly string[]
  /** Null where the chain does not state it. */
  readonly blockTimeMs: number | null
  /** `sunset`: it stopped or is about to; `unknown`: little activity is expected. */
  readonly status: 'live' | 'unknown' | 'sunset'
}

/** The recognised chains, one a line. Ids are facts published by the chains, the CAIP namespaces and the providers;
 *  docs/chains.md says from where. `test/chain/catalog/chains.test.ts` holds the file to its rules. */
export const CHAINS: readonly CatalogChain[] = JSON.parse(
  readFileSync(new URL('./chains.json', import.meta.url), 'utf8'),
) as CatalogChain[]

const BY_KEY = new Map(CHAINS.map((chain) => [chain.key, chain]))

/** The chain of a service key; undefined for any other text. */
export function chainOfKey(key: string): CatalogChain | undefined {
  return BY_KEY.get(key)
}
