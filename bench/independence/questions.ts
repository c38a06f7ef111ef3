import type { ApiClient, ApiReply } from '../../test/support/api-client.ts'

/** What the questions are about. */
export type Subject = { readonly mint: string; readonly symbol: string; readonly pool: string; readonly wallet: string }

/** One read route: how it is asked, and which members of its reply a user came for. */
export type Question = {
  readonly route: string
  /** Asked once per token, or once. */
  readonly isOfToken: boolean
  /** Must answer within 5 s where the node allows 40 calls in 10 s. */
  readonly isCheap: boolean
  ask(client: ApiClient, subject: Subject): Promise<ApiReply>
  /** Paths into the reply that must be filled: no null, no empty text or list. `*` is the first element. */
  readonly core: (subject: Subject) => readonly string[]
  /** Paths whose figures must be those that a server with every provider gives. */
  readonly figures?: (subject: Subject) => readonly string[]
}

export const READ_KEY = 'rt_independence'

const asBearer = { key: null, headers: { Authorization: `Bearer ${READ_KEY}` } }

function ofToken(path: string, core: readonly string[], more: Partial<Question> = {}): Question {
  return {
    route: `GET ${path}`,
    isOfToken: true,
    isCheap: true,
    ask: (client, { mint }) => client.get(path.replace('{mint}', mint)),
    core: () => core,
    ...more,
  }
}

function general(path: string, core: readonly string[], more: Partial<Question> = {}): Question {
  return {
    route: `GET ${path.split('?')[0]}`,
    isOfToken: false,
    isCheap: true,
    ask: (client) => client.get(path),
    core: () => core,
    ...more,
  }
}

const DEAR = { isCheap: false }
const SOL = 'So11111111111111111111111111111111111111112'

export const QUESTIONS: readonly Question[] = [
  general('/api/v2/market/sol-price', ['price']),
  general('/api/v2/market/sol-price/history?range=1h', ['points.*']),
  general('/api/v2/market/lighthouse', ['volumeUSD24h', 'trades24h']),
  general('/api/v2/stream/chains', ['chains.*.headCursor']),
  general('/api/v2/launches/recent', ['launches.*.mint']),
  general('/api/v2/tokens/trending', ['tokens.*.mint', 'tokens.*.priceUsd', 'tokens.*.volume.h24']),
  general('/api/v2/tokens/trending/raw', ['tokens.*.mint', 'tokens.*.priceUsd']),
  {
    route: 'POST /api/v2/tokens/metadata',
    isOfToken: true,
    isCheap: true,
    ask: (client, { mint }) => client.post('/api/v2/tokens/metadata', { mints: [mint] }),
    core: ({ mint }) => ['name', 'symbol', 'decimals', 'supply'].map((name) => `tokens.${mint}.${name}`),
  },
  {
    route: 'POST /api/v2/tokens/prices',
    isOfToken: true,
    isCheap: true,
    ask: (client, { mint }) => client.post('/api/v2/tokens/prices', { mints: [mint] }),
    core: ({ mint }) => ['priceUsd', 'liquidityUsd', 'marketCap'].map((name) => `prices.${mint}.${name}`),
    figures: ({ mint }) => ['priceUsd', 'marketCap'].map((name) => `prices.${mint}.${name}`),
  },
  {
    route: 'POST /api/v2/tokens/pairs-batch',
    isOfToken: true,
    isCheap: true,
    ask: (client, { mint }) => client.post('/api/v2/tokens/pairs-batch', { mints: [mint] }),
    core: ({ mint }) =>
      ['pairAddress', 'priceUsd', 'liquidity.usd', 'volume.h24', 'priceChange.h24', 'txns.h24', 'pairCreatedAt'].map(
        (name) => `pairs.${mint}.${name}`,
      ),
    figures: ({ mint }) =>
      ['priceUsd', 'volume.h24', 'txns.h24.buys', 'pairCreatedAt'].map((name) => `pairs.${mint}.${name}`),
  },
  ofToken(
    '/api/v2/tokens/{mint}/metadata-full',
    ['name', 'symbol', 'priceUSD', 'liquidityUSD', 'volume24hUSD', 'totalSupply'],
    {
      figures: () => ['priceUSD', 'totalSupply'],
    },
  ),
  ofToken('/api/v2/tokens/{mint}/trades', ['trades.*.hash', 'trades.*.amountUSD', 'trades.*.priceUSD']),
  ofToken('/api/v2/tokens/{mint}/ath', ['price', 'ath', 'atl', 'athDate']),
  ofToken('/api/v2/tokens/{mint}/chart', ['points.*.v']),
  ofToken('/api/v2/tokens/{mint}/ohlcv', ['candles.*.c', 'candles.*.v']),
  ofToken('/api/v2/tokens/{mint}/chart-source', ['pairAddress']),
  {
    route: 'GET /api/v2/market/pool-ohlcv',
    isOfToken: true,
    isCheap: true,
    ask: (client, { pool }) => client.get(`/api/v2/market/pool-ohlcv?pool=${pool}&period=1h`),
    core: () => ['candles.*.c', 'candles.*.v'],
  },
  {
    route: 'GET /api/v2/tokens/search',
    isOfToken: true,
    isCheap: true,
    ask: (client, { mint }) => client.get(`/api/v2/tokens/search?q=${mint}`),
    core: () => ['results.*.mint', 'results.*.priceUsd', 'results.*.liquidityUsd'],
  },
  {
    route: 'GET /api/v2/tokens/screener',
    isOfToken: true,
    isCheap: true,
    ask: (client, { mint }) => client.get(`/api/v2/tokens/screener?input=${mint}`),
    core: () => ['results.*.mint', 'results.*.priceUSD', 'results.*.liquidityUSD'],
  },
  ofToken('/api/v2/tokens/{mint}/safety', ['status']),
  ofToken('/api/v2/tokens/{mint}/intel', ['price_usd', 'holders', 'top_holders.*.owner', 'pairs.*.address'], DEAR),
  ofToken('/api/v2/tokens/{mint}/deepscan', ['score', 'verdict'], DEAR),
  ofToken('/api/v2/tokens/{mint}/bubblemap', ['nodes.*'], DEAR),
  ofToken('/api/v2/tokens/{mint}/dev-history', ['dev', 'priorTokens'], DEAR),
  ofToken('/api/v2/tokens/{mint}/snipers', ['sniperCount', 'sniperPct'], DEAR),
  {
    route: 'POST /v1/trade/quote',
    isOfToken: true,
    isCheap: true,
    ask: (client, { mint }) =>
      client.post('/v1/trade/quote', { input_mint: SOL, output_mint: mint, amount: 10_000_000 }, asBearer),
    core: () => ['out_amount', 'route.*.pair_address'],
  },
  ...['/v1/trade/detect?mint=', '/v1/trade/pool-params?mint='].map(
    (path): Question => ({
      route: `GET ${path.split('?')[0]}`,
      isOfToken: true,
      isCheap: true,
      ask: (client, { mint }) => client.get(`${path}${mint}`, asBearer),
      core: () => ['pair_address', 'dex_type'],
    }),
  ),
  {
    route: 'GET /v1/test/discover',
    isOfToken: true,
    isCheap: true,
    ask: (client, { mint }) => client.get(`/v1/test/discover?mint=${mint}`, asBearer),
    core: () => ['pools.*.pool_address'],
  },
  {
    route: 'GET /v1/trade/estimate',
    isOfToken: true,
    isCheap: true,
    ask: (client, { mint }) => client.get(`/v1/trade/estimate?mint=${mint}&amount=10000000&side=buy`, asBearer),
    core: () => ['estimated_output'],
  },
  {
    route: 'GET /v1/token/info',
    isOfToken: true,
    isCheap: true,
    ask: (client, { mint }) => client.get(`/v1/token/info?mint=${mint}`, asBearer),
    core: () => ['price_usd', 'liquidity', 'supply', 'volume_24h'],
    figures: () => ['price_usd'],
  },
  {
    route: 'POST /api/v1/check',
    isOfToken: true,
    isCheap: false,
    ask: (client, { wallet }) => client.post('/api/v1/check', { walletAddresses: [wallet] }),
    core: () => ['results.*.address'],
  },
]
