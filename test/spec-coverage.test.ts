import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ROUTES } from '../src/routes/index.ts'
import { type OpenServer, openServer } from './support/open-server.ts'

/** The routes of foundation, engines and push with method, path and credential as the specification gives them. */
const SPECIFIED: readonly (readonly [
  method: string,
  path: string,
  auth: 'apiKey' | 'apiKeyOrTicket' | 'session' | 'public',
])[] = [
  ['POST', '/api/v2/tokens/metadata', 'apiKey'],
  ['POST', '/api/v2/tokens/prices', 'apiKey'],
  ['POST', '/api/v2/tokens/pairs-batch', 'apiKey'],
  ['GET', '/api/v2/tokens/trending', 'apiKey'],
  ['GET', '/api/v2/tokens/trending/raw', 'apiKey'],
  ['GET', '/api/v2/tokens/search', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/intel', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/ath', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/trades', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/deepscan', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/bubblemap', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/safety', 'apiKey'],
  ['GET', '/api/v2/tokens/safety', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/dev-history', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/snipers', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/metadata-full', 'apiKey'],
  ['GET', '/api/v2/tokens/screener', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/chart', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/ohlcv', 'apiKey'],
  ['GET', '/api/v2/tokens/{mint}/chart-source', 'apiKey'],
  ['POST', '/api/v2/wallets/decode-tx', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/portfolio', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/history', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/trades', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/activity', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/funding', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/transfers', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/transactions', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/tx-stats', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/profile', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/wrapped', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/roast', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/informed', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/sandwiches', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/sandwich', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/pnl', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/stake', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/defi-positions', 'apiKey'],
  ['POST', '/api/v2/wallets/cohort', 'apiKey'],
  ['GET', '/api/v2/wallets/cohort/{jobId}', 'apiKey'],
  ['POST', '/api/v2/whales/labels', 'apiKey'],
  ['GET', '/api/v2/whales/discover/{mint}', 'apiKey'],
  ['GET', '/api/v2/whales/featured', 'apiKey'],
  ['GET', '/api/v2/leaderboard/featured', 'apiKey'],
  ['GET', '/api/v2/wallets/{wallet}/nfts', 'apiKey'],
  ['GET', '/api/v2/market/lighthouse', 'apiKey'],
  ['GET', '/api/v2/market/sol-price', 'apiKey'],
  ['GET', '/api/v2/market/sol-price/history', 'apiKey'],
  ['GET', '/api/v2/market/pool-ohlcv', 'apiKey'],
  ['GET', '/api/v2/swap/quote', 'apiKey'],
  ['POST', '/api/v2/swap/build', 'apiKey'],
  ['POST', '/api/v2/orders/limit/create', 'apiKey'],
  ['GET', '/api/v2/orders/limit', 'apiKey'],
  ['GET', '/api/v2/orders/limit/history', 'apiKey'],
  ['POST', '/api/v2/orders/limit/cancel', 'apiKey'],
  ['POST', '/api/v2/orders/dca/create', 'apiKey'],
  ['GET', '/api/v2/orders/dca', 'apiKey'],
  ['POST', '/api/v2/orders/dca/close', 'apiKey'],
  ['GET', '/api/v2/launches/recent', 'apiKey'],
  ['POST', '/api/v2/rpc', 'apiKey'],
  ['POST', '/api/token-info', 'public'],
  ['POST', '/api/rpc/send', 'public'],
  ['POST', '/api/rpc/status', 'public'],
  ['POST', '/api/rpc/simulate', 'public'],
  ['GET', '/api/v2/health', 'public'],
  ['GET', '/health', 'public'],
  ['GET', '/api/v2/stats', 'apiKey'],
  ['POST', '/api/v1/check', 'apiKey'],
  ['POST', '/api/v1/close', 'apiKey'],
  ['POST', '/api/v1/confirm', 'apiKey'],
  ['GET', '/api/v1/stats', 'apiKey'],
  ['GET', '/api/dashboard/{wallet}', 'public'],
  ['GET', '/api/dashboard-session', 'session'],
  ['POST', '/api/update-domains', 'session'],
  ['POST', '/api/dashboard/update-fee-wallet', 'public'],
  ['GET', '/api/branding-license', 'public'],
  ['POST', '/api/verify-branding-payment', 'public'],
  ['POST', '/api/auth/challenge', 'public'],
  ['POST', '/api/auth/login', 'public'],
  ['POST', '/api/register-key', 'public'],
  ['POST', '/api/regenerate-key', 'session'],
  ['POST', '/api/dashboard-session/undo-fee-wallet', 'session'],
  ['GET', '/api/v2/chains', 'public'],
  ['GET', '/api/v2/chains/summary', 'public'],
  ['GET', '/api/v2/chains/{chain}', 'public'],
  ['GET', '/api/v2/chains/resolve', 'public'],
  ['GET', '/api/v2/stream/chains', 'public'],
  ['GET', '/api/v2/stream/events', 'apiKeyOrTicket'],
  ['GET', '/api/v2/stream/replay', 'apiKey'],
  ['GET', '/api/v2/stream/cursor', 'apiKey'],
  ['POST', '/api/v2/stream/ticket', 'apiKey'],
  ['POST', '/api/v2/webhooks', 'apiKey'],
  ['GET', '/api/v2/webhooks', 'apiKey'],
  ['GET', '/api/v2/webhooks/{id}', 'apiKey'],
  ['PATCH', '/api/v2/webhooks/{id}', 'apiKey'],
  ['DELETE', '/api/v2/webhooks/{id}', 'apiKey'],
  ['POST', '/api/v2/webhooks/{id}/test', 'apiKey'],
  ['GET', '/api/v2/webhooks/{id}/deliveries', 'apiKey'],
  ['POST', '/api/v2/webhooks/{id}/rotate-secret', 'apiKey'],
  ['POST', '/api/v2/webhooks/{id}/replay', 'apiKey'],
  ['GET', '/api/v2/webhooks/events', 'apiKey'],
  ['GET', '/api/sandbox', 'public'],
]
/** Public pages beside the routes. */
const DOCUMENTS = ['/api/v2/openapi.json', '/api/v2/asyncapi.json', '/docs', '/docs/push', '/docs/guides', '/llms.txt']
const ANY_ID = 'any'
const ANY_MINT = 'So11111111111111111111111111111111111111112'
const CREDENTIAL_SCHEMES = { apiKey: ['ApiKey'], apiKeyOrTicket: ['ApiKey', 'Ticket'], session: ['Session'] } as const

/** With values of the right kind. */
function goodPathOf(path: string): string {
  const filled = path
    .replace(/\{mint\}|\{wallet\}/, ANY_MINT)
    .replace('{id}', ANY_ID)
    .replace('{chain}', 'base')
  return path.endsWith('/resolve') ? `${filled}?q=base` : filled
}

let server: OpenServer

before(async () => {
  server = await openServer({ MINTGLASS_MODE: 'live', LICENSE_WALLET: ANY_MINT })
})
after(() => server?.stop())

test('each specified route is mounted with its method and credential', () => {
  const mounted = new Map(ROUTES.map(({ method, path, auth }) => [`${method} ${path}`, auth]))
  for (const [method, path, auth] of SPECIFIED)
    assert.equal(mounted.get(`${method} ${path}`), auth, `${method} ${path}`)
})

test('each is there through the socket: without a key 401 where one is needed, and never 404 or 405 elsewhere', async () => {
  for (const [method, path, auth] of SPECIFIED) {
    if (path === '/api/sandbox') continue
    const { status } = await server.send(method, goodPathOf(path), {
      key: null,
    })
    if (auth !== 'public') assert.equal(status, 401, path)
    // Those that take a body want one, or a provider that this server does not have.
    else assert((method === 'GET' ? [200] : [400, 503]).includes(status), `${path}: ${status}`)
  }
  for (const path of DOCUMENTS) assert.equal((await server.get(path, { key: null })).status, 200, path)
})

test('the WebSocket address is there; a request that does not upgrade gets 400 in words', async () => {
  const { status, json } = await server.get('/api/v2/stream', { key: null })
  assert.equal(status, 400)
  assert.match(json.error, /WebSocket/)
})

test('the API description lists them all, with the same credential', async () => {
  const { paths } = (await server.get('/api/v2/openapi.json', { key: null })).json
  for (const [method, path, auth] of SPECIFIED) {
    const { security } = paths[path][method.toLowerCase()]
    assert.deepEqual(
      security,
      auth === 'public' ? [] : CREDENTIAL_SCHEMES[auth].map((scheme) => ({ [scheme]: [] })),
      path,
    )
  }
})
