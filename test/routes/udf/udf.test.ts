import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Compile } from 'typebox/compile'
import {
  POOL_CANDLES,
  TOKEN_PERIODS,
  UdfConfig,
  UdfFailureBody,
  UdfHistory,
  UdfQuotes,
  type UdfResolution,
  UdfSearch,
  UdfSymbolInfo,
} from '../../../src/contract/udf.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const SECONDS: Record<UdfResolution, number> = {
  '1': 60,
  '5': 300,
  '15': 900,
  '60': 3_600,
  '240': 14_400,
  '720': 43_200,
  '1D': 86_400,
  '1W': 604_800,
}
const shapes = {
  config: Compile(UdfConfig),
  symbols: Compile(UdfSymbolInfo),
  search: Compile(UdfSearch),
  history: Compile(UdfHistory),
  quotes: Compile(UdfQuotes),
  failure: Compile(UdfFailureBody),
}

let sandbox: StartedSandbox
let server: OpenServer
let mint: string
let pool: string
before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  const token = (await publishedTokens(sandbox)).find((one) => one.pool !== null)!
  mint = token.mint
  pool = token.pool!
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

function assertFailure(reply: ApiReply, status: number, errmsg: string | RegExp): void {
  assert.equal(reply.status, status, reply.text)
  assert(shapes.failure.Check(reply.json), reply.text)
  if (typeof errmsg === 'string') assert.equal(reply.json.errmsg, errmsg)
  else assert.match(reply.json.errmsg, errmsg)
}

const history = (query: string): Promise<ApiReply> => server.get(`/udf/history?${query}`)

test('config and time need no key and have the shapes of the protocol', async () => {
  const config = await server.get('/udf/config', { key: null })
  assert(shapes.config.Check(config.json), config.text)
  assert.deepEqual(config.json.supported_resolutions, ['1', '5', '15', '60', '240', '720', '1D', '1W'])
  const time = await server.get('/udf/time', { key: null })
  assert(/^\d{10}$/.test(time.text) && Math.abs(Number(time.text) - server.clock.nowMs() / 1_000) < 5, time.text)
  assert.equal((await server.get('/udf/symbol_info?group=x')).status, 404)
})

test('a symbol is a mint or a pool, with the resolutions that it has', async () => {
  const token = await server.get(`/udf/symbols?symbol=${mint}`)
  assert(shapes.symbols.Check(token.json), token.text)
  const facts = (await server.get(`/api/v2/tokens/${mint}/metadata-full`)).json
  assert.deepEqual([token.json.ticker, token.json.name], [mint, facts.symbol])
  assert.deepEqual(token.json.supported_resolutions, Object.keys(TOKEN_PERIODS))
  assert.deepEqual(token.json.intraday_multipliers, ['1', '15', '60', '240', '720'])
  // Six digits of the price can be told apart.
  assert(facts.priceUSD * token.json.pricescale >= 100_000 || token.json.pricescale === 10 ** 15)
  assert.equal((await server.get(`/udf/symbols?symbol=Solana:${mint}`)).json.ticker, mint)
  const one = await server.get(`/udf/symbols?symbol=pool:${pool}`)
  assert(shapes.symbols.Check(one.json), one.text)
  assert.deepEqual([one.json.ticker, one.json.has_weekly_and_monthly], [`pool:${pool}`, true])
  assert.deepEqual(one.json.supported_resolutions, Object.keys(POOL_CANDLES))
  assertFailure(await server.get(`/udf/symbols?symbol=${strangerAddress(1)}`), 404, 'unknown symbol')
  assertFailure(await server.get(`/udf/symbols?symbol=pool:${strangerAddress(1)}`), 404, 'unknown symbol')
  for (const symbol of ['', 'AAPL', 'pool:', 'x'.repeat(500)])
    assertFailure(await server.get(`/udf/symbols?symbol=${symbol}`), 400, /^symbol: /)
})

test('search finds the tokens that the search of the API finds', async () => {
  const found = await server.get('/udf/search?query=sol&limit=3&type=&exchange=')
  assert(shapes.search.Check(found.json), found.text)
  const { results } = (await server.get('/api/v2/tokens/search?q=sol')).json
  assert.deepEqual(
    found.json.map(({ ticker }: { ticker: string }) => ticker),
    results.slice(0, 3).map((one: { mint: string }) => one.mint),
  )
  assert.deepEqual((await server.get('/udf/search?query=')).json, [])
})

test('bars are the candles of the API for the same range, in every resolution', async () => {
  const nowSec = Math.floor(server.clock.nowMs() / 1_000)
  let bars = 0
  for (const [resolution, period] of Object.entries(TOKEN_PERIODS) as [UdfResolution, string][]) {
    const step = SECONDS[resolution]
    const to = Math.floor(nowSec / step) * step
    const from = to - 40 * step
    const udf = await history(`symbol=${mint}&resolution=${resolution}&from=${from}&to=${to}`)
    assert(shapes.history.Check(udf.json), udf.text)
    const range = `period=${period}&from=${from * 1_000}&to=${to * 1_000 - 1}`
    const { candles, resolution: kind } = (await server.get(`/api/v2/tokens/${mint}/ohlcv?${range}`)).json
    assert.equal(kind, 'candles', `${resolution}: ${range}`)
    bars += compare(udf.json, candles)
    const latest = await history(`symbol=${mint}&resolution=${resolution}&from=0&to=${nowSec + 60}&countback=5`)
    assert.equal(latest.json.s, 'ok')
    assert(latest.json.t.length <= 5 && latest.json.t.at(-1) === Math.floor(nowSec / step) * step, latest.text)
  }
  for (const [resolution, period] of Object.entries(POOL_CANDLES) as [UdfResolution, string][]) {
    const udf = await history(`symbol=pool:${pool}&resolution=${resolution}&from=0&to=${nowSec}`)
    const asked = `pool=${pool}&period=${period}&amount=1000&to=${nowSec * 1_000 - 1}`
    bars += compare(udf.json, (await server.get(`/api/v2/market/pool-ohlcv?${asked}`)).json.candles)
  }
  assert(bars > 50, `${bars} bars were compared`)
})

test('quotes are the prices of the API, named as they were asked for; what is not known is an error of its row', async () => {
  const names = [mint, `Solana:${mint}`, `pool:${pool}`, strangerAddress(1), 'AAPL']
  const { json, text } = await server.get(`/udf/quotes?symbols=${names.join(',')}`)
  assert(shapes.quotes.Check(json), text)
  const rows = json.d as readonly { s: string; n: string; v: Record<string, number> }[]
  assert.deepEqual(
    rows.map(({ s, n }) => [s, n]),
    names.map((name, at) => [at < 3 ? 'ok' : 'error', name]),
  )
  const price = (await server.post('/api/v2/tokens/prices', { mints: [mint] })).json.prices[mint]
  for (const { v } of rows.slice(0, 2)) {
    assert.deepEqual(
      [v['lp'], v['volume'], v['chp']],
      [price.priceUsd, price.volume24h ?? undefined, price.priceChange24h ?? undefined],
    )
    if (v['chp'] !== undefined) {
      assert(Math.abs((v['lp']! / v['prev_close_price']! - 1) * 100 - v['chp']) < 1e-6)
      assert(Math.abs(v['lp']! - v['ch']! - v['prev_close_price']!) < 1e-9 * v['lp']!)
    }
  }
  const [candle] = (await server.get(`/api/v2/market/pool-ohlcv?pool=${pool}&period=1d&amount=1`)).json.candles
  assert.equal(rows[2]!.v['lp'], candle.c)
  const many = Array.from({ length: 60 }, (_, at) => strangerAddress(at + 1)).join(',')
  assert.equal((await server.get(`/udf/quotes?symbols=${many}`)).json.d.length, 50)
  for (const symbols of ['', ',', ' , '])
    assertFailure(await server.get(`/udf/quotes?symbols=${symbols}`), 400, /^symbols: /)
  assertFailure(await server.get('/udf/quotes', { key: null }), 401, 'missing API key or ticket')
})

type Candle = Record<'t' | 'o' | 'h' | 'l' | 'c', number> & { v: number | null }

function compare(udf: Record<string, unknown>, candles: readonly Candle[]): number {
  assert.equal(udf['s'], candles.length === 0 ? 'no_data' : 'ok')
  if (candles.length === 0) return 0
  assert.deepEqual(
    udf['t'],
    candles.map(({ t }) => t / 1_000),
  )
  for (const name of ['o', 'h', 'l', 'c', 'v'] as const)
    assert.deepEqual(
      udf[name],
      candles.map((candle) => candle[name]),
      name,
    )
  return candles.length
}

test('a range before the token existed has no data, and what is no request is refused in the protocol’s own words', async () => {
  const early = await history(`symbol=${mint}&resolution=1D&from=1000000000&to=1000086400`)
  assert.deepEqual(early.json, { s: 'no_data' })
  const good = { symbol: mint, resolution: '1', from: '1', to: '2' }
  for (const [parts, errmsg] of [
    [{ symbol: 'x' }, /^symbol: /],
    [{ resolution: '' }, /^resolution: expected one of /],
    [{ resolution: '3' }, /^resolution: /],
    [{ resolution: '1M' }, /^resolution: /],
    [{ resolution: '5' }, /^resolution: this symbol has 1, 15, 60, 240, 720, 1D$/],
    [{ symbol: `pool:${pool}`, resolution: '15' }, /^resolution: this symbol has 1, 5, 60, 1D, 1W$/],
    [{ from: '' }, /^from: expected Unix seconds$/],
    [{ from: 'x' }, /^from: /],
    [{ to: '99999999999999999' }, /^to: /],
    [{ from: '5', to: '5' }, /^from: expected a time before to$/],
  ] as const)
    assertFailure(await history(String(new URLSearchParams({ ...good, ...parts }))), 400, errmsg)
  assertFailure(await server.get('/udf/history', { key: null }), 401, 'missing API key or ticket')
  assertFailure(await server.get('/udf/history', { key: 'mg_nobody' }), 401, 'invalid API key')
  assertFailure(await server.send('POST', '/udf/history', {}), 405, 'method not allowed')
})

test('a ticket for charts stands for the key, in the query and in the path, and opens nothing else', async () => {
  const { key, record } = await server.ctx.store.apiKeys.create({ label: 'charts', tier: 'data', limitPer10s: 50 })
  const issue = async (purpose: string) => (await server.post('/api/v2/stream/ticket', { purpose }, { key })).json
  const { ticket, openBefore, expiresAt } = await issue('charts')
  assert.equal(openBefore, expiresAt)
  const none = { key: null }
  const asked = `symbol=${mint}`
  for (const path of [`/udf/symbols?${asked}&ticket=${ticket}`, `/udf/${ticket}/symbols?${asked}`]) {
    const reply = await server.get(path, none)
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.headers['ratelimit-limit'], '50')
  }
  const now = Math.floor(server.clock.nowMs() / 1_000)
  const bars = await server.get(`/udf/${ticket}/history?${asked}&resolution=60&from=0&to=${now}&countback=2`, none)
  assert.equal(bars.json.s, 'ok', bars.text)
  assert.equal((await server.get(`/udf/${ticket}/search?query=sol`, none)).status, 200)
  assert.equal((await server.get(`/udf/${ticket}/config`, none)).status, 200)
  const quoted = await server.get(`/udf/${ticket}/quotes?symbols=${mint}`, none)
  assert.deepEqual([quoted.status, quoted.json.d.length], [200, 1])
  assert.match((await server.get(`/udf/${ticket}/time`, none)).text, /^\d{10}$/)
  const events = (await issue('events')).ticket
  assertFailure(await server.get(`/udf/symbols?${asked}&ticket=${events}`, none), 401, 'invalid ticket')
  assertFailure(await server.get(`/udf/${events}/symbols?${asked}`, none), 401, 'invalid ticket')
  assertFailure(await server.get(`/udf/mgt_x/symbols?${asked}`, none), 401, 'invalid ticket')
  const stream = await server.get(`/api/v2/stream/events?channels=launches:solana&ticket=${ticket}`, none)
  assert.deepEqual([stream.status, stream.json.error], [401, 'invalid ticket'])
  assert.equal((await server.get(`/api/v2/tokens/${mint}/ath?ticket=${ticket}`, none)).status, 401)
  await server.ctx.store.apiKeys.update(record.id, { revokedAtMs: server.clock.nowMs() })
  assertFailure(await server.get(`/udf/${ticket}/symbols?${asked}`, none), 401, 'invalid ticket')
  assert(!server.logLines.some((line) => line.includes(ticket)), 'a ticket is in no log')
})
