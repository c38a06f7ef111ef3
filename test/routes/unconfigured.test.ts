import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ApiReply } from '../support/api-client.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { WSOL } from '../support/read-chain.ts'
import { assertFails, successOf } from '../support/reply-check.ts'

/** Live mode where the operator has configured nothing, or one provider. */

let bare: OpenServer

before(async () => {
  bare = await openServer({ MINTGLASS_MODE: 'live' })
})
after(() => bare?.stop())

const BATCH = { mints: [WSOL] }
const ASKED: readonly (readonly [needs: string, ask: (server: OpenServer) => Promise<ApiReply>])[] = [
  ['assets or rpc', (server) => server.post('/api/v2/tokens/metadata', BATCH)],
  ['pairs or prices or rpc', (server) => server.post('/api/v2/tokens/prices', BATCH)],
  ['pairs or rpc', (server) => server.post('/api/v2/tokens/pairs-batch', BATCH)],
  ['pairs or rpc', (server) => server.get('/api/v2/tokens/trending')],
  ['pairs or rpc', (server) => server.get('/api/v2/tokens/trending/raw')],
  ['pairs or rpc', (server) => server.get('/api/v2/tokens/search?q=sol')],
  ['rpc or pairs or tokens or assets', (server) => server.get(`/api/v2/tokens/${WSOL}/intel`)],
  ['market or pools or rpc', (server) => server.get(`/api/v2/tokens/${WSOL}/ohlcv`)],
  ['market or pools or rpc', (server) => server.get(`/api/v2/tokens/${WSOL}/ath`)],
  ['pairs or pools or rpc', (server) => server.get(`/api/v2/tokens/${WSOL}/chart-source`)],
  ['market or pools or tokens or assets or rpc', (server) => server.get(`/api/v2/tokens/${WSOL}/metadata-full`)],
  ['market or pairs or tokens or rpc', (server) => server.get('/api/v2/tokens/screener?input=sol')],
  ['market or pools or rpc', (server) => server.get(`/api/v2/market/pool-ohlcv?pool=${WSOL}`)],
  [
    'solHistory or oracleHistory or pools or market or prices or pairs or oracle or rpc',
    (server) => server.get('/api/v2/market/sol-price/history'),
  ],
  ['trades or tape', (server) => server.get(`/api/v2/tokens/${WSOL}/trades`)],
  ['lighthouse or tape', (server) => server.get('/api/v2/market/lighthouse')],
  ['swap', (server) => server.get(`/api/v2/swap/quote?inputMint=${WSOL}&outputMint=${WSOL}&amount=1`)],
  ['swap', (server) => server.post('/api/v2/swap/build', {})],
  ['limitOrders', (server) => server.post('/api/v2/orders/limit/create', {})],
  ['limitOrders', (server) => server.get(`/api/v2/orders/limit?wallet=${WSOL}`)],
  ['limitOrders', (server) => server.get(`/api/v2/orders/limit/history?wallet=${WSOL}`)],
  ['limitOrders', (server) => server.post('/api/v2/orders/limit/cancel', {})],
  ['dca', (server) => server.post('/api/v2/orders/dca/create', {})],
  ['dca', (server) => server.get(`/api/v2/orders/dca?wallet=${WSOL}`)],
  ['dca', (server) => server.post('/api/v2/orders/dca/close', {})],
  ['rpc', (server) => server.post('/api/v2/rpc', { jsonrpc: '2.0', id: 1, method: 'getHealth' })],
]

test('a route whose provider no one configured is 503 with the capability’s name', async () => {
  for (const [needs, ask] of ASKED) assertFails(await ask(bare), 503, `provider not configured: ${needs}`)
})

test('bad requests still get their own error, and unknown keys come first', async () => {
  assertFails(await bare.get('/api/v2/tokens/xyz/intel'), 400, 'invalid mint')
  assertFails(await bare.get('/api/v2/tokens/trending', { key: null }), 401, 'missing API key')
})

test('the SOL price, the chart, stats and health need no one', async () => {
  successOf('GET /api/v2/tokens/{mint}/chart')(await bare.get(`/api/v2/tokens/${WSOL}/chart`))
  successOf('GET /api/v2/market/sol-price')(await bare.get('/api/v2/market/sol-price'))
  successOf('GET /api/v2/stats')(await bare.get('/api/v2/stats'))
  successOf('GET /health')(await bare.get('/health'))
})

test('with a market-data provider that no one answers for, the same routes are 502 and no longer 503', async () => {
  const server = await openServer({ MINTGLASS_MODE: 'live', DEXSCREENER_URL: 'http://127.0.0.1:9' })
  try {
    assertFails(await server.post('/api/v2/tokens/pairs-batch', BATCH), 502, 'market data unavailable')
    assertFails(await server.get('/api/v2/tokens/search?q=sol'), 502, 'search unavailable')
    assertFails(await server.get('/api/v2/tokens/trending'), 502, 'trending unavailable')
    assertFails(await server.get('/api/v2/tokens/trending/raw'), 502, 'trending unavailable')
    const { prices } = successOf('POST /api/v2/tokens/prices')(await server.post('/api/v2/tokens/prices', BATCH))
    assert.deepEqual(prices, {}, 'prices are left out, never an error')
    assertFails(await server.post('/api/v2/tokens/metadata', BATCH), 503, /assets or rpc/)
  } finally {
    await server.stop()
  }
})
