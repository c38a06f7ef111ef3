import { randomBytes } from 'node:crypto'
import { SANDBOX_KEYS, SANDBOX_USERS } from '../../src/config/sandbox-keys.ts'

/* What is asked of each route. The same `i` never comes twice, and each goes to another token and wallet. */

export type World = {
  /** Of the server's own store, with every scope that a trader has no need of. */
  readonly key: string
  readonly tokens: readonly { readonly mint: string; readonly pool: string | null }[]
  readonly wallets: readonly { readonly address: string }[]
  readonly signatures: readonly string[]
}

export type Asked = {
  /** Method and path as the API description has them; a word after them tells two shapes of one route apart. */
  readonly name: string
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const SOL = 'So11111111111111111111111111111111111111112'
const TRADE_KEY = SANDBOX_KEYS.find(({ name }) => name === SANDBOX_USERS.keyName)!.key
const MIB = 1_024 * 1_024

type Made = { readonly query?: string; readonly body?: unknown; readonly text?: string }
type Make = (one: { readonly mint: string; readonly pool: string; readonly wallet: string; readonly i: number }) => Made

/** `length` of a list, from the `i`th on and round again. */
function from<T>(list: readonly T[], i: number, length: number): T[] {
  return Array.from({ length: Math.min(length, list.length) }, (_, k) => list[(i + k) % list.length]!)
}

function makers({ tokens, wallets, signatures }: World): Readonly<Record<string, Make>> {
  const mints = (i: number, length: number) => from(tokens, i, length).map(({ mint }) => mint)
  const addresses = (i: number, length: number) => from(wallets, i, length).map(({ address }) => address)
  const plain: Make = () => ({})
  const ofMint: Make = ({ mint }) => ({ query: `mint=${mint}` })
  const rpc = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })
  return {
    'GET /health': plain,
    'GET /api/v2/health': plain,
    'GET /api/sandbox': plain,
    'GET /api/v2/openapi.json': plain,
    'GET /api/v2/asyncapi.json': plain,
    'GET /docs/swagger-ui-bundle.js': plain,
    'GET /api/v2/tokens/trending': ({ i }) => ({ query: `limit=${100 - (i % 50)}` }),
    'GET /api/v2/tokens/trending/raw': plain,
    'GET /api/v2/tokens/search': ({ i }) => ({ query: `q=${'abcdefghijklmnopqrstuvwxyz'[i % 26]}` }),
    'GET /api/v2/tokens/{mint}/intel': plain,
    'GET /api/v2/tokens/{mint}/intel explained': () => ({ query: 'explain=true' }),
    'GET /api/v2/tokens/{mint}/ath': plain,
    'GET /api/v2/tokens/{mint}/trades': ({ i }) => ({ query: `limit=${100 - (i % 50)}` }),
    'GET /api/v2/tokens/{mint}/deepscan': plain,
    'GET /api/v2/tokens/{mint}/deepscan explained': () => ({ query: 'explain=true' }),
    'GET /api/v2/tokens/{mint}/bubblemap': plain,
    'GET /api/v2/tokens/{mint}/safety': plain,
    'GET /api/v2/tokens/safety': ({ i }) => ({ query: `mints=${mints(i, 50).join(',')}` }),
    'GET /api/v2/tokens/{mint}/metadata-full': plain,
    'GET /api/v2/tokens/screener': ({ mint }) => ({ query: `input=${mint}` }),
    'GET /api/v2/tokens/{mint}/chart': ({ i }) => ({ query: `period=${['1m', '5m', '1h', '1d'][i % 4]}` }),
    'GET /api/v2/tokens/{mint}/ohlcv': ({ i }) => ({ query: `period=${['1m', '5m', '1h', '1d'][i % 4]}` }),
    'GET /api/v2/tokens/{mint}/chart-source': plain,
    'GET /api/v2/tokens/{mint}/dev-history': plain,
    'GET /api/v2/tokens/{mint}/snipers': plain,
    'GET /api/v2/market/lighthouse': plain,
    'GET /api/v2/market/sol-price': plain,
    'GET /api/v2/market/sol-price/history': ({ i }) => ({ query: `range=${['24h', '7d', '30d'][i % 3]}` }),
    'GET /api/v2/market/pool-ohlcv': ({ pool, i }) => ({ query: `pool=${pool}&period=${['1m', '1h'][i % 2]}` }),
    'GET /api/v2/swap/quote': ({ mint, i }) => ({ query: `inputMint=${SOL}&outputMint=${mint}&amount=${1e8 + i}` }),
    'GET /api/v2/orders/limit': ({ wallet }) => ({ query: `wallet=${wallet}` }),
    'GET /api/v2/orders/limit/history': ({ wallet }) => ({ query: `wallet=${wallet}` }),
    'GET /api/v2/orders/dca': ({ wallet }) => ({ query: `wallet=${wallet}` }),
    'GET /api/v2/launches/recent': ({ i }) => ({ query: `limit=${100 - (i % 50)}` }),
    'GET /api/v2/stats': plain,
    'GET /api/v1/stats': plain,
    'GET /api/v2/stream': plain,
    'GET /api/v2/stream/chains': plain,
    'GET /api/v2/stream/replay': ({ mint }) => ({ query: `channels=trades:solana:${mint}&limit=1000` }),
    'GET /api/v2/stream/replay of all': () => ({ query: 'channels=trades:solana&limit=1000' }),
    'POST /api/v2/wallets/decode-tx': ({ i }) => ({ body: { signatures: from(signatures, i, 100) } }),
    'GET /api/v2/wallets/{wallet}/transactions': () => ({ query: 'limit=100' }),
    'GET /api/v2/wallets/{wallet}/tx-stats': plain,
    'GET /api/v2/wallets/{wallet}/profile': () => ({ query: 'depth=deep' }),
    'GET /api/v2/wallets/{wallet}/wrapped': plain,
    'GET /api/v2/wallets/{wallet}/roast': plain,
    'GET /api/v2/wallets/{wallet}/informed': plain,
    'GET /api/v2/wallets/{wallet}/pnl': plain,
    'GET /api/v2/wallets/{wallet}/portfolio': plain,
    'GET /api/v2/wallets/{wallet}/funding': plain,
    'GET /api/v2/wallets/{wallet}/transfers': () => ({ query: 'limit=100' }),
    'GET /api/v2/wallets/{wallet}/activity': () => ({ query: 'limit=200' }),
    'GET /api/v2/wallets/{wallet}/trades': () => ({ query: 'limit=500' }),
    'GET /api/v2/wallets/{wallet}/history': () => ({ query: 'period=7d' }),
    'GET /api/v2/wallets/{wallet}/related': plain,
    'GET /api/v2/wallets/{wallet}/sandwiches': plain,
    'GET /api/v2/wallets/{wallet}/stake': plain,
    'GET /api/v2/wallets/{wallet}/nfts': plain,
    'GET /api/v2/wallets/{wallet}/defi-positions': plain,
    'GET /api/v2/stream/cursor': () => ({ query: 'chain=solana' }),
    'GET /api/dashboard/{wallet}': plain,
    'GET /api/branding-license': () => ({ query: 'apiKeyId=1' }),
    'GET /api/v2/webhooks': plain,
    'GET /api/v2/webhooks/events': plain,
    'GET /v1/trade/pool-params': ofMint,
    'GET /v1/trade/estimate': ({ mint, i }) => ({ query: `mint=${mint}&amount=${1e8 + i}&side=buy` }),
    'GET /v1/trade/bundle-status': ({ i }) => ({ query: `signature=${from(signatures, i, 1)[0]}` }),
    'GET /v1/trade/balance': ofMint,
    'GET /v1/trade/sol-balance': plain,
    'GET /v1/trade/detect': ofMint,
    'GET /v1/token/info': ofMint,
    'GET /v1/test/discover': ofMint,
    'GET /v1/refund/scan': ({ i, wallet }) => ({
      query: i % 2 === 0 ? `wallet=${wallet}` : 'user_ref=carol&include_accounts=true&include_dust_usd=1',
    }),
    'GET /v1/refund/history': plain,
    'GET /v1/wallets': plain,
    'POST /api/v2/tokens/metadata': ({ i }) => ({ body: { mints: mints(i, 100) } }),
    'POST /api/v2/tokens/prices': ({ i }) => ({ body: { mints: mints(i, 50) } }),
    'POST /api/v2/tokens/pairs-batch': ({ i }) => ({ body: { mints: mints(i, 50) } }),
    'POST /api/v2/rpc': ({ wallet }) => ({ body: rpc('getBalance', wallet) }),
    'POST /api/v2/rpc of 25 calls': ({ i }) => ({
      body: addresses(i, 25).map((address, id) => ({ ...rpc('getSignaturesForAddress', address), id })),
    }),
    'POST /api/v2/rpc with a long answer': () => ({
      body: rpc('getProgramAccounts', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', {
        encoding: 'jsonParsed',
        filters: [{ dataSize: 165 }],
      }),
    }),
    'POST /api/v2/rpc of 5 MiB': ({ i }) => ({
      text: JSON.stringify({ ...rpc('getSlot'), params: ['x'.repeat(5 * MIB - 200 - i)] }),
    }),
    'POST /api/v2/rpc of 5 MiB in small calls': ({ i }) => ({
      text: JSON.stringify(
        Array.from({ length: 25 }, () => rpc('getMultipleAccounts', 'x'.repeat(5 * 40_000 - 100 - i))),
      ),
    }),
    'POST /api/token-info': ({ i }) => ({ body: { mints: mints(i, 50) } }),
    'POST /api/rpc/status': ({ i }) => ({ body: { signatures: from(signatures, i, 20) } }),
    'POST /api/v1/check': ({ i }) => ({ body: { walletAddresses: addresses(i, 20), includeAccounts: true } }),
    'POST /api/v1/close': ({ i }) => ({ body: { walletAddresses: addresses(i, 20) } }),
    'POST /api/v2/stream/ticket': () => ({ body: {} }),
    'POST /api/auth/challenge': ({ wallet }) => ({ body: { ownerWallet: wallet } }),
    'POST /v1/trade/quote': ({ mint, i }) => ({ body: { input_mint: 'SOL', output_mint: mint, amount: 1e8 + i } }),
    'POST /v1/trade/buy': ({ mint }) => ({ body: { mint, amount_in: 0.01 } }),
    'POST /v1/trade/sell': ({ mint }) => ({ body: { mint, percent: 50 } }),
    'POST /v1/trade/buy-multi-hop': ({ mint }) => ({ body: { mint, amount_sol: 0.01 } }),
    'POST /v1/trade/sell-multi-hop': ({ mint }) => ({ body: { mint, percent: 50 } }),
    'POST /v1/refund/close': () => ({
      query: 'user_ref=carol',
      body: { kinds: ['empty', 'dust'], client_signs: true },
    }),
    'POST /v1/refund/excess': () => ({ query: 'user_ref=carol', body: { client_signs: true } }),
    'POST /v1/wallets': () => ({ body: { user_ref: `bench-${randomBytes(6).toString('hex')}` } }),
  }
}

/** One request of each kind. */
export function requestsOf(world: World, i: number): Asked[] {
  const token = world.tokens[i % world.tokens.length]!
  const wallet = world.wallets[i % world.wallets.length]!.address
  const pools = world.tokens.flatMap(({ pool }) => pool ?? [])
  const one = { mint: token.mint, pool: pools[i % pools.length]!, wallet, i }
  return Object.entries(makers(world)).map(([name, make]): Asked => {
    const { query, body, text } = make(one)
    const [method, path] = name.split(' ') as [string, string]
    const filled = path.replace('{mint}', token.mint).replace('{wallet}', wallet)
    const headers: Record<string, string> = path.startsWith('/v1/')
      ? { Authorization: `Bearer ${TRADE_KEY}`, 'X-User-Ref': 'alice' }
      : { 'X-API-Key': world.key }
    const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
    return {
      name,
      method,
      target: query === undefined ? filled : `${filled}?${query}`,
      headers,
      ...(payload === undefined ? {} : { body: payload }),
    }
  })
}
