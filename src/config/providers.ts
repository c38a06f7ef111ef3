/** Outside providers: where they live, how they take a key, what one call costs, what they unlock. */
export type Provider = {
  readonly urlEnv: string
  readonly keyEnv: string | null
  /** Header that carries the key, or the query name for a provider that takes it only there. */
  readonly keyHeader: string | null
  /** Hosts of the same provider that want the key in another header. */
  readonly keyHeaderByHost: Readonly<Record<string, string>>
  readonly keyPrefix: string
  /** The provider's public address, suggested in `.env.example`; never used unless the operator sets it. */
  readonly publicUrl: string | null
  readonly unlocks: string
  /** Price of one call in USD; 0 when unknown or free (spec 2.7 `provider_cost_usd`). */
  readonly callCostUsd: number
}

/** CoinGecko's paid plans have a host and a header of their own. */
const PAID_HOSTS = { 'pro-api.coingecko.com': 'x-cg-pro-api-key' } as const

function provider(
  urlEnv: string,
  keyEnv: string | null,
  keyHeader: string | null,
  publicUrl: string | null,
  unlocks: string,
  keyPrefix = '',
): Provider {
  return { urlEnv, keyEnv, keyHeader, keyHeaderByHost: PAID_HOSTS, keyPrefix, publicUrl, unlocks, callCostUsd: 0 }
}

export const PROVIDERS = {
  solanaRpc: provider(
    'SOLANA_RPC_URL',
    'SOLANA_RPC_API_KEY',
    'x-api-key',
    'https://api.mainnet-beta.solana.com',
    'everything that is read from the chain',
  ),
  solanaWs: provider(
    'SOLANA_WS_URL',
    'SOLANA_WS_API_KEY',
    'x-api-key',
    'wss://api.mainnet-beta.solana.com',
    'blocks, slots and changed accounts as they happen; without it the node is asked for them',
  ),
  das: provider(
    'DAS_URL',
    'DAS_API_KEY',
    'x-api-key',
    null,
    'token metadata with images, NFTs, holder pages where a node refuses getProgramAccounts',
  ),
  dexscreener: provider(
    'DEXSCREENER_URL',
    'DEXSCREENER_API_KEY',
    null,
    'https://api.dexscreener.com',
    'prices, pairs, search and trending',
  ),
  jupiter: provider(
    'JUPITER_URL',
    'JUPITER_API_KEY',
    'x-api-key',
    'https://api.jup.ag',
    'SOL price, fallback prices and token facts, swaps, limit orders and DCA',
  ),
  helius: provider(
    'HELIUS_API_URL',
    'HELIUS_API_KEY',
    'x-api-key',
    'https://api.helius.xyz',
    'who first funded a wallet',
  ),
  mobula: provider(
    'MOBULA_URL',
    'MOBULA_API_KEY',
    'authorization',
    'https://api.mobula.io/api',
    'market history, all-time extremes, token profiles, the screener',
  ),
  geckoterminal: provider(
    'GECKOTERMINAL_URL',
    'GECKOTERMINAL_API_KEY',
    'x-cg-demo-api-key',
    'https://api.geckoterminal.com/api/v2',
    'pools, candles and token profiles',
  ),
  coingecko: provider(
    'COINGECKO_URL',
    'COINGECKO_API_KEY',
    'x-cg-demo-api-key',
    'https://api.coingecko.com/api/v3',
    'SOL price and its history, and pools with their candles where GECKOTERMINAL_URL is not set',
  ),
  pyth: provider('PYTH_URL', 'PYTH_API_KEY', 'authorization', 'https://hermes.pyth.network', 'SOL price', 'Bearer '),
  pythBenchmarks: provider(
    'PYTH_BENCHMARKS_URL',
    'PYTH_API_KEY',
    'authorization',
    'https://benchmarks.pyth.network',
    'SOL price history',
    'Bearer ',
  ),
  rugcheck: provider(
    'RUGCHECK_URL',
    'RUGCHECK_API_KEY',
    'x-api-key',
    'https://api.rugcheck.xyz/v1',
    'an outside opinion in Deep Scan',
  ),
  goplus: provider(
    'GOPLUS_URL',
    'GOPLUS_API_KEY',
    'authorization',
    'https://api.gopluslabs.io',
    'an outside opinion in Deep Scan',
  ),
  jito: provider('JITO_URL', 'JITO_API_KEY', 'x-jito-auth', 'https://mainnet.block-engine.jito.wtf', 'bundles'),
  jitoTips: provider('JITO_TIPS_URL', null, null, 'https://bundles.jito.wtf', 'current prices of tips'),
  swqos: provider(
    'SWQOS_URL',
    'SWQOS_API_KEY',
    'x-api-key',
    null,
    'sending transactions over a staked connection, beside the node',
  ),
  tokenInfo: provider('TOKEN_INFO_URL', 'TOKEN_INFO_API_KEY', 'x-api-key', null, 'the token-info relay'),
} as const

export type ProviderName = keyof typeof PROVIDERS
