import type { Config } from './env.ts'
import { PROVIDERS, type ProviderName } from './providers.ts'

/** Providers of which one supplies a capability that routes name in `needs`. A test holds it to the registry of
 *  upstreams. */
export const CAPABILITY_PROVIDERS: Readonly<Record<string, readonly ProviderName[]>> = {
  rpc: ['solanaRpc'],
  tape: ['solanaRpc'],
  pairs: ['dexscreener'],
  chainPairs: ['dexscreener'],
  chainPools: ['geckoterminal', 'coingecko'],
  chainSecurity: ['goplus'],
  prices: ['jupiter'],
  tokens: ['jupiter'],
  assets: ['das'],
  rugcheck: ['rugcheck'],
  goplus: ['goplus'],
  funding: ['helius'],
  walletData: ['mobula'],
  market: ['mobula'],
  trades: ['mobula'],
  lighthouse: ['mobula'],
  labels: ['mobula'],
  pools: ['geckoterminal', 'coingecko'],
  solHistory: ['coingecko'],
  oracle: ['pyth'],
  oracleHistory: ['pythBenchmarks'],
  bundles: ['jito'],
  tipPrices: ['jitoTips'],
  sender: ['swqos'],
  swap: ['jupiter'],
  limitOrders: ['jupiter'],
  dca: ['jupiter'],
  tokenInfo: ['tokenInfo'],
}

/** Which settings would supply one of these capabilities: `DEXSCREENER_URL is not set`, `none of A, B is set`. */
export function sayUnset(capabilities: readonly string[], config: Pick<Config, 'providers' | 'ingest'>): string {
  const wanted = capabilities.flatMap((capability) => CAPABILITY_PROVIDERS[capability] ?? [])
  const unset = [...new Set(wanted)].filter((name) => config.providers[name] === undefined)
  const names = unset.map((name) => PROVIDERS[name].urlEnv)
  const said: string[] = []
  if (names.length === 1) said.push(`${names[0]} is not set`)
  if (names.length > 1) said.push(`none of ${names.join(', ')} is set`)
  if (capabilities.includes('tape') && config.ingest.mode === 'off') said.push('INGEST_MODE is off')
  return said.join('; ')
}
