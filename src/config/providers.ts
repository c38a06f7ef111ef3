/** Load that one provider accepts. `maxConcurrent`: requests on the wire at once; `maxQueued`: calls that may wait for
 *  their turn, beyond which a call is refused at once. `perMinute`: calls in any 60 s by rate class, where the provider
 *  publishes a figure. */
export type UpstreamLimits = {
  readonly maxConcurrent: number
  readonly maxQueued: number
  /** The same for one key, or one address without a key, so that others find room; the whole of it when absent. */
  readonly ofOne?: { readonly maxConcurrent: number; readonly maxQueued: number }
  /** Serves only callers without a key, so no place is reserved for paying callers (`UPSTREAM_TUNING.freePlaces`). */
  readonly isForFreeOnly?: boolean
  /** Bytes of one JSON reply, where fewer than usual are enough. */
  readonly maxReplyBytes?: number
  readonly perMinute?: Readonly<Record<string, number>>
  readonly perMinuteWithoutKey?: Readonly<Record<string, number>>
}

/** An outside provider: its address, how it takes a key, what it unlocks, its rates and its deadline. */
export type Provider = {
  readonly urlEnv: string
  readonly keyEnv: string | null
  /** Header that carries the key, or null for a provider that takes it only in the query. */
  readonly keyHeader: string | null
  /** Hosts of the same provider that want the key in another header. */
  readonly keyHeaderByHost: Readonly<Record<string, string>>
  readonly keyPrefix: string
  /** The provider's public address, suggested in `.env.example`; never used unless the operator sets it. */
  readonly publicUrl: string | null
  readonly unlocks: string
  /** Price of one call in USD; 0 when unknown or free (spec 2.7 `provider_cost_usd`). */
  readonly callCostUsd: number
  readonly limits: UpstreamLimits
  /** Deadline of one call, attempts and waiting included, where the caller has none of its own. */
  readonly timeoutMs: number
}

const MIB = 1024 * 1024
/** The longest recorded answer of a market is 0.3 MB. A longer one than this holds the loop while it is parsed (20 ms a
 *  megabyte) and holds nothing that a route needs. */
const MARKET_REPLY_BYTES = 2 * MIB
const ORDINARY: UpstreamLimits = { maxConcurrent: 16, maxQueued: 256, maxReplyBytes: MARKET_REPLY_BYTES }
const MARKET: UpstreamLimits = { maxConcurrent: 8, maxQueued: 128, maxReplyBytes: MARKET_REPLY_BYTES }
/** CoinGecko's paid plans have a host and a header of their own. */
const PAID_HOSTS = { 'pro-api.coingecko.com': 'x-cg-pro-api-key' } as const

type ProviderRow = Pick<Provider, 'urlEnv' | 'unlocks'> & Partial<Provider>

function provider(row: ProviderRow): Provider {
  return {
    keyEnv: null,
    keyHeader: null,
    keyHeaderByHost: PAID_HOSTS,
    keyPrefix: '',
    publicUrl: null,
    callCostUsd: 0,
    limits: ORDINARY,
    timeoutMs: 8_000,
    ...row,
  }
}

export const PROVIDERS = {
  /** Reads; what moves money, scans and relayed calls have lanes of their own beside it (`NODE_LANES`). */
  solanaRpc: provider({
    urlEnv: 'SOLANA_RPC_URL',
    keyEnv: 'SOLANA_RPC_API_KEY',
    keyHeader: 'x-api-key',
    publicUrl: 'https://api.mainnet-beta.solana.com',
    unlocks: 'everything that is read from the chain',
    limits: { maxConcurrent: 24, maxQueued: 1_024, ofOne: { maxConcurrent: 12, maxQueued: 512 } },
  }),
  solanaWs: provider({
    urlEnv: 'SOLANA_WS_URL',
    keyEnv: 'SOLANA_WS_API_KEY',
    keyHeader: 'x-api-key',
    publicUrl: 'wss://api.mainnet-beta.solana.com',
    unlocks: 'notifications of blocks, slots and account changes; without it the server polls the node',
  }),
  das: provider({
    urlEnv: 'DAS_URL',
    keyEnv: 'DAS_API_KEY',
    keyHeader: 'x-api-key',
    unlocks: 'token metadata with images, NFTs, holder pages where a node refuses getProgramAccounts',
    limits: { maxConcurrent: 8, maxQueued: 256, maxReplyBytes: 8 * MIB },
    timeoutMs: 10_000,
  }),
  /** Published: 60 a minute for feeds, 300 for the rest, counted by address. */
  dexscreener: provider({
    urlEnv: 'DEXSCREENER_URL',
    keyEnv: 'DEXSCREENER_API_KEY',
    publicUrl: 'https://api.dexscreener.com',
    unlocks: 'prices, pairs, search and trending, also of other chains',
    limits: { ...MARKET, maxQueued: 256, perMinute: { feeds: 60, pairs: 300 } },
  }),
  /** Published: 30 a minute without a key, over all APIs together; with a key the plan decides, and 429 signals its
   *  limit. */
  jupiter: provider({
    urlEnv: 'JUPITER_URL',
    keyEnv: 'JUPITER_API_KEY',
    keyHeader: 'x-api-key',
    publicUrl: 'https://api.jup.ag',
    unlocks: 'SOL price, fallback prices and token facts, swaps, limit orders and DCA',
    limits: { ...MARKET, perMinuteWithoutKey: { default: 30 } },
    timeoutMs: 6_000,
  }),
  helius: provider({
    urlEnv: 'HELIUS_API_URL',
    keyEnv: 'HELIUS_API_KEY',
    keyHeader: 'x-api-key',
    publicUrl: 'https://api.helius.xyz',
    unlocks: 'who first funded a wallet',
    limits: { maxConcurrent: 8, maxQueued: 256, maxReplyBytes: 4 * MIB },
    timeoutMs: 6_000,
  }),
  /** No stated rate; every call costs credits. */
  mobula: provider({
    urlEnv: 'MOBULA_URL',
    keyEnv: 'MOBULA_API_KEY',
    keyHeader: 'authorization',
    publicUrl: 'https://api.mobula.io/api',
    unlocks:
      'market history, all-time extremes, token profiles, the screener, names of wallets, wallets beyond what a node shows',
    limits: MARKET,
  }),
  /** Stated: 30 a minute; users lately report 10. With a key the plan decides, and 429 signals its limit. */
  geckoterminal: provider({
    urlEnv: 'GECKOTERMINAL_URL',
    keyEnv: 'GECKOTERMINAL_API_KEY',
    keyHeader: 'x-cg-demo-api-key',
    publicUrl: 'https://api.geckoterminal.com/api/v2',
    unlocks: 'pools, candles and token profiles, also of other chains',
    limits: { ...MARKET, maxConcurrent: 4, maxQueued: 64, perMinuteWithoutKey: { default: 10 } },
  }),
  /** Keyless calls share an unpublished, lower rate than the 30 a minute of a free key. */
  coingecko: provider({
    urlEnv: 'COINGECKO_URL',
    keyEnv: 'COINGECKO_API_KEY',
    keyHeader: 'x-cg-demo-api-key',
    publicUrl: 'https://api.coingecko.com/api/v3',
    unlocks: 'SOL price and its history, and pools with their candles where GECKOTERMINAL_URL is not set',
    limits: { ...MARKET, maxConcurrent: 4, maxQueued: 64, perMinuteWithoutKey: { default: 10 } },
    timeoutMs: 6_000,
  }),
  /** 10 in 10 seconds by address; more than that blocks the address for a minute. */
  pyth: provider({
    urlEnv: 'PYTH_URL',
    keyEnv: 'PYTH_API_KEY',
    keyHeader: 'authorization',
    keyPrefix: 'Bearer ',
    publicUrl: 'https://hermes.pyth.network',
    unlocks: 'SOL price',
    limits: { ...MARKET, maxConcurrent: 2, maxQueued: 32, perMinute: { default: 50 } },
    timeoutMs: 4_000,
  }),
  /** Stated: 90 in 10 seconds. */
  pythBenchmarks: provider({
    urlEnv: 'PYTH_BENCHMARKS_URL',
    keyEnv: 'PYTH_API_KEY',
    keyHeader: 'authorization',
    keyPrefix: 'Bearer ',
    publicUrl: 'https://benchmarks.pyth.network',
    unlocks: 'SOL price history',
    limits: { maxConcurrent: 2, maxQueued: 32, maxReplyBytes: 4 * MIB, perMinute: { default: 300 } },
    timeoutMs: 4_000,
  }),
  /** Not published; a client library assumes 60 a minute. The first report of a new mint takes several seconds. */
  rugcheck: provider({
    urlEnv: 'RUGCHECK_URL',
    keyEnv: 'RUGCHECK_API_KEY',
    keyHeader: 'x-api-key',
    publicUrl: 'https://api.rugcheck.xyz/v1',
    unlocks: 'an outside opinion in Deep Scan',
    limits: { maxConcurrent: 4, maxQueued: 64, maxReplyBytes: 4 * MIB, perMinute: { default: 60 } },
  }),
  /** About 30 a minute in free use; with a key the plan decides, and code 4029 signals its limit. */
  goplus: provider({
    urlEnv: 'GOPLUS_URL',
    keyEnv: 'GOPLUS_API_KEY',
    keyHeader: 'authorization',
    publicUrl: 'https://api.gopluslabs.io',
    unlocks: 'an outside opinion in Deep Scan; holders and security of tokens on other chains',
    limits: { ...MARKET, maxConcurrent: 4, maxQueued: 64, perMinuteWithoutKey: { default: 30 } },
  }),
  /** One call a second by address and region; a registered id is given more. */
  jito: provider({
    urlEnv: 'JITO_URL',
    keyEnv: 'JITO_API_KEY',
    keyHeader: 'x-jito-auth',
    publicUrl: 'https://mainnet.block-engine.jito.wtf',
    unlocks: 'bundles',
    limits: { ...MARKET, maxConcurrent: 4, perMinuteWithoutKey: { default: 60 } },
    timeoutMs: 5_000,
  }),
  jitoTips: provider({
    urlEnv: 'JITO_TIPS_URL',
    publicUrl: 'https://bundles.jito.wtf',
    unlocks: 'what bundles pay as tips, in `/api/v2/chain/solana/fees`; no trade reads it',
    timeoutMs: 5_000,
  }),
  swqos: provider({
    urlEnv: 'SWQOS_URL',
    keyEnv: 'SWQOS_API_KEY',
    keyHeader: 'x-api-key',
    unlocks: 'sending transactions over a staked connection, beside the node',
    timeoutMs: 4_000,
  }),
  /** Serves only callers without a key. */
  tokenInfo: provider({
    urlEnv: 'TOKEN_INFO_URL',
    keyEnv: 'TOKEN_INFO_API_KEY',
    keyHeader: 'x-api-key',
    unlocks: 'the token-info relay',
    limits: { ...MARKET, maxQueued: 256, ofOne: { maxConcurrent: 3, maxQueued: 64 }, isForFreeOnly: true },
  }),
} as const

export type ProviderName = keyof typeof PROVIDERS
