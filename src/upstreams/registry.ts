import type { Config } from '../config/env.ts'
import type { ProviderName } from '../config/providers.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { createJsonRpc } from '../runtime/json-rpc.ts'
import { type ClientParts, createProviderClient } from '../runtime/provider-client.ts'
import type { Upstreams } from './capabilities.ts'
import { createCoingeckoPrice } from './coingecko-price.ts'
import { createDasAssets } from './das-assets.ts'
import { createDexscreenerChains } from './dexscreener-chains.ts'
import { createDexscreenerPairs } from './dexscreener-pairs.ts'
import { createGeckoterminalNetworks } from './geckoterminal-networks.ts'
import { createGeckoterminalPools } from './geckoterminal-pools.ts'
import { createGoplusChains } from './goplus-chains.ts'
import { createGoplusSecurity } from './goplus-security.ts'
import { createHeliusFunding } from './helius-funding.ts'
import { createJitoBundles, createJitoTipPrices } from './jito-bundles.ts'
import { createJupiterDca, createJupiterLimitOrders } from './jupiter-orders.ts'
import { createJupiterPrices } from './jupiter-price.ts'
import { createJupiterSwap } from './jupiter-swap.ts'
import { createJupiterTokens } from './jupiter-tokens.ts'
import { createMobulaLabels } from './mobula-labels.ts'
import { createMobulaLighthouse } from './mobula-lighthouse.ts'
import { createMobulaMarket } from './mobula-market.ts'
import { createMobulaTrades } from './mobula-trades.ts'
import { createMobulaWallets } from './mobula-wallets.ts'
import { createPythHistory, createPythPrice } from './pyth-price.ts'
import { createRugcheckReports } from './rugcheck-report.ts'
import { createSolanaSender } from './solana-sender.ts'
import type { SwapGeneration } from './swap-capabilities.ts'
import { createTokenInfo } from './token-info.ts'

type Parts = ClientParts & { readonly config: Partial<Pick<Config, 'swapGeneration'>> }
type Clients = ReadonlyMap<ProviderName, HttpClient | null>
/** How a capability is made; null where its provider is not configured. */
type Row<T> = {
  readonly providers: readonly ProviderName[]
  make(clients: Clients, parts: Parts): T | null
}

function by<T>(provider: ProviderName, make: (client: HttpClient, parts: Parts) => T): Row<T> {
  return {
    providers: [provider],
    make(clients, parts) {
      const client = clients.get(provider) ?? null
      return client && make(client, parts)
    },
  }
}

/** The first whose provider is configured. */
function firstOf<T>(...rows: readonly Row<T>[]): Row<T> {
  return {
    providers: rows.flatMap(({ providers }) => providers),
    make: (clients, parts) => {
      for (const row of rows) {
        const made = row.make(clients, parts)
        if (made !== null) return made
      }
      return null
    },
  }
}

const overJsonRpc = (http: HttpClient, { clock }: Parts) => createJsonRpc({ http, clock })

/** Which provider fills which capability; one that is not configured leaves it null. In which order capabilities stand
 *  in for each other is the services' business. */
export const CAPABILITIES: { readonly [K in keyof Upstreams]: Row<NonNullable<Upstreams[K]>> } = {
  pairs: by('dexscreener', createDexscreenerPairs),
  prices: by('jupiter', createJupiterPrices),
  tokens: by('jupiter', createJupiterTokens),
  assets: by('das', (client, parts) => createDasAssets(overJsonRpc(client, parts), client.provider)),
  rugcheck: by('rugcheck', createRugcheckReports),
  goplus: by('goplus', createGoplusSecurity),
  funding: by('helius', createHeliusFunding),
  walletData: by('mobula', createMobulaWallets),
  market: by('mobula', createMobulaMarket),
  trades: by('mobula', createMobulaTrades),
  lighthouse: by('mobula', createMobulaLighthouse),
  labels: by('mobula', createMobulaLabels),
  // CoinGecko serves the same index below a path of its own.
  pools: firstOf(
    by('geckoterminal', (client) => createGeckoterminalPools(client)),
    by('coingecko', (client) => createGeckoterminalPools(client, '/onchain')),
  ),
  solHistory: by('coingecko', createCoingeckoPrice),
  oracle: by('pyth', createPythPrice),
  oracleHistory: by('pythBenchmarks', createPythHistory),
  bundles: by('jito', (client, { clock }) => createJitoBundles(client, clock)),
  tipPrices: by('jitoTips', createJitoTipPrices),
  sender: by('swqos', (client, parts) => createSolanaSender(overJsonRpc(client, parts), client.provider)),
  swap: by('jupiter', (client, { config }) => createJupiterSwap(client, swapGenerationOf(config))),
  limitOrders: by('jupiter', createJupiterLimitOrders),
  dca: by('jupiter', createJupiterDca),
  tokenInfo: by('tokenInfo', createTokenInfo),
  chainPairs: by('dexscreener', createDexscreenerChains),
  chainPools: firstOf(
    by('geckoterminal', (client) => createGeckoterminalNetworks(client)),
    by('coingecko', (client) => createGeckoterminalNetworks(client, '/onchain')),
  ),
  chainSecurity: by('goplus', createGoplusChains),
}

export function createUpstreams(parts: Parts): { readonly upstreams: Upstreams; close(): Promise<void> } {
  const rows = Object.entries(CAPABILITIES)
  const named = new Set(rows.flatMap(([, { providers }]) => providers))
  const clients: Clients = new Map([...named].map((name) => [name, createProviderClient(parts, name)]))
  return {
    upstreams: Object.fromEntries(rows.map(([name, row]) => [name, row.make(clients, parts)])) as Upstreams,
    async close() {
      await Promise.all([...clients.values()].map((client) => client?.close()))
    },
  }
}

/** The newer generation is the one that is worked on, and needs a key. */
function swapGenerationOf({
  swapGeneration = 'auto',
  providers,
}: Partial<Pick<Config, 'swapGeneration'>> & Pick<Config, 'providers'>): SwapGeneration {
  if (swapGeneration !== 'auto') return swapGeneration
  return providers.jupiter?.apiKey == null ? 'v1' : 'v2'
}
