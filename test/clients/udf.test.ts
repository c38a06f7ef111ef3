import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { publishedTokens } from '../support/published-tokens.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'

/** The requests of TradingView's public UDF datafeed, one after another, with only an address to go by: `config` first;
 *  symbols without a group request; a search in capitals with a limit of 30; history with whole and with fractional ends, a
 *  `countback` and the currency of the symbol; the pulse, every ten seconds, over ten intervals with a `countback` of 2;
 *  quotes by a comma list. It reads texts, parses them as JSON, and looks at `s`, never at the status. Its marks are asked
 *  for only where `config` offers them. */

let sandbox: StartedSandbox
let server: OpenServer
let mint: string
let address: string
before(async () => {
  sandbox = await startSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  mint = (await publishedTokens(sandbox)).find(({ pool }) => pool !== null)!.mint
  const { json } = await server.post('/api/v2/stream/ticket', { purpose: 'charts' })
  address = `${server.url}/udf/${json.ticket}`
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

/** As the datafeed sends a request: each value as text, and nothing else; a page may call from another origin. */
// biome-ignore lint/suspicious/noExplicitAny: as loosely as the library reads it
async function send(path: string, params: Readonly<Record<string, string | number>> = {}): Promise<any> {
  const pairs = Object.entries(params).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  const response = await fetch(`${address}/${path}${query}`, { credentials: 'same-origin' })
  return JSON.parse(await response.text())
}

test('it starts: the configuration supports search and no groups, and offers no marks; the time is a number', async () => {
  const config = await send('config')
  assert.deepEqual(
    [config.supports_search, config.supports_group_request, config.supports_marks, config.supports_timescale_marks],
    [true, false, false, false],
  )
  assert(Array.isArray(config.exchanges) && Array.isArray(config.supported_resolutions))
  assert(Math.abs(Number.parseInt(await send('time'), 10) - Date.now() / 1_000) < 60)
})

test('it finds a symbol and resolves it; what it does not find has no rows, or an error', async () => {
  const { symbol } = (await publishedTokens(sandbox)).find((one) => one.mint === mint)!
  const found = await send('search', { limit: 30, query: symbol.toUpperCase(), type: '', exchange: '' })
  assert.equal(found.s, undefined)
  const row = found.find(({ ticker }: { ticker: string }) => ticker === mint)
  for (const name of ['symbol', 'full_name', 'description', 'exchange', 'type'])
    assert.equal(typeof row[name], 'string')
  for (const name of [mint, row.full_name]) {
    const resolved = await send('symbols', { symbol: name })
    assert.deepEqual([resolved.s, resolved.ticker], [undefined, mint])
    // What the library requires of a symbol before it draws.
    for (const member of ['name', 'session', 'timezone', 'minmov', 'pricescale', 'format', 'listed_exchange'])
      assert(resolved[member] !== undefined, member)
  }
  assert.deepEqual(await send('search', { limit: 30, query: 'NOSUCHTOKENEVER', type: '', exchange: '' }), [])
  assert.equal((await send('symbols', { symbol: 'AAPL' })).s, 'error')
})

test('it draws bars of every resolution, and its pulse gets the two newest', async () => {
  const { supported_resolutions: resolutions, currency_code: currencyCode } = await send('symbols', { symbol: mint })
  const now = Math.floor(Date.now() / 1_000)
  for (const resolution of resolutions as readonly string[]) {
    const minutes = resolution.endsWith('D') ? 1_440 : Number(resolution)
    // Ten intervals as the datafeed computes them: not always a whole number.
    const from = now - ((10 * minutes) / (24 * 60)) * 24 * 60 * 60 + 1e-7
    const first = { symbol: mint, resolution, from: now - 300 * minutes * 60, to: now + minutes * 60, currencyCode }
    const bars = await send('history', { ...first, countback: 300 })
    assert.equal(bars.s, 'ok', JSON.stringify(bars))
    for (let at = 0; at < bars.t.length; at++) {
      const [open, high, low, close] = [bars.o[at], bars.h[at], bars.l[at], bars.c[at]].map(Number.parseFloat)
      assert(low! <= Math.min(open!, close!) && high! >= Math.max(open!, close!) && low! > 0)
      if (at > 0) assert(bars.t[at] > bars.t[at - 1], 'ascending')
    }
    const pulse = await send('history', { symbol: mint, resolution, from, to: now, countback: 2, currencyCode })
    assert(pulse.s === 'ok' && pulse.t.length <= 2, JSON.stringify(pulse))
    // It keeps the newest bar that it drew, and takes the pulse for a later state of it.
    assert(pulse.t.at(-1) >= bars.t.at(-1) - minutes * 60)
  }
  const before = await send('history', { symbol: mint, resolution: '60', from: 1, to: 1_000_000, countback: 10 })
  assert.equal(before.s, 'no_data')
  const wrong = await send('history', { symbol: mint, resolution: '7', from: 1, to: 2 })
  assert.deepEqual([wrong.s, typeof wrong.errmsg], ['error', 'string'])
})

test('it quotes a watchlist, each symbol by the name it asked for', async () => {
  const { s, d } = await send('quotes', { symbols: [mint, 'AAPL'].join(',') })
  assert.equal(s, 'ok')
  assert.deepEqual(
    d.map((row: { s: string; n: string }) => [row.s, row.n]),
    [
      ['ok', mint],
      ['error', 'AAPL'],
    ],
  )
  assert(d[0].v.lp > 0 && d[0].v.short_name !== '')
})
