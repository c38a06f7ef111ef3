import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MCP } from '../../../src/config/mcp.ts'
import { SANDBOX_KEYS } from '../../../src/config/sandbox-keys.ts'
import { TOOLS } from '../../../src/routes/mcp/tools.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { type GoodValues, readGoodValues } from '../../support/good-requests.ts'
import { type OpenServer, openServer, WIDE_KEY } from '../../support/open-server.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import { admits } from '../../support/shown-schema.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

/** The protocol by hand, over the socket. `test/clients` runs the official clients. */

const TRADE_KEY = SANDBOX_KEYS.find(({ name }) => name === 'trade')!.key
const SOL = 'So11111111111111111111111111111111111111112'
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at definitions by hand
type Listed = Record<string, any>

let sandbox: StartedSandbox
let server: OpenServer
let good: GoodValues
before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  good = await readGoodValues(sandbox, server, TRADE_KEY)
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const post = (body: unknown, headers: Record<string, string> = {}, key: string | null = WIDE_KEY): Promise<ApiReply> =>
  server.post('/mcp', body, { key, headers })

const legacy = (method: string, params?: object, key?: string): Promise<ApiReply> =>
  post({ jsonrpc: '2.0', id: 7, method, params }, { 'MCP-Protocol-Version': '2025-11-25' }, key)

function modern(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<ApiReply> {
  const name = (params as { name?: string }).name
  const own = {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(method === 'tools/call' && name !== undefined && { 'Mcp-Name': name }),
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''))
  return post({ jsonrpc: '2.0', id: 'm', method, params: { ...params, _meta: META } }, sent)
}

async function call(name: string, args: object, key?: string) {
  const { status, json, text } = await legacy('tools/call', { name, arguments: args }, key)
  assert.equal(status, 200, text)
  return json.result
}

/** The failure that a tool reports. */
async function failed(name: string, args: object, key?: string) {
  const result = await call(name, args, key)
  assert.equal(result.isError, true)
  assert.equal('structuredContent' in result, false)
  return JSON.parse(result.content[0].text)
}

function assertError({ status, json, text }: ApiReply, wanted: number, code: number, message?: RegExp): void {
  assert.equal(status, wanted, text)
  assert.deepEqual(
    Object.keys(json).filter((name) => name !== 'id'),
    ['jsonrpc', 'error'],
  )
  assert.equal(json.error.code, code, text)
  if (message !== undefined) assert.match(json.error.message, message)
}

test('a client of 2025-11-25 shakes hands, and an older or newer one is offered a version that is served', async () => {
  for (const [asked, offered] of [
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['x', '2025-11-25'],
  ]) {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const reply = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
    assert.equal(reply.status, 200)
    assert.match(reply.headers['content-type']!, /^application\/json/)
    assert.equal('mcp-session-id' in reply.headers, false)
    const { id, result } = reply.json
    assert.deepEqual([id, result.protocolVersion, result.capabilities], [0, offered, { tools: {} }])
    assert.equal(result.serverInfo.name, 'mintglass')
  }
  assertError(await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }), 200, -32_602)
  const ready = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  assert.deepEqual([ready.status, ready.text], [202, ''])
  assert.deepEqual((await legacy('ping')).json, { jsonrpc: '2.0', id: 7, result: {} })
  assertError(await legacy('resources/list'), 200, -32_601)
  assertError(await legacy('server/discover'), 200, -32_601)
  // Sessions were never given out, so one that is named says nothing.
  const named = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'Mcp-Session-Id': 'x' })
  assert.equal(named.status, 200)
})

test('a client of 2026-07-28 needs no handshake: each request says what it is, in header and body alike', async () => {
  const { json } = await modern('server/discover')
  assert.equal(json.result.resultType, 'complete')
  assert.deepEqual(json.result.supportedVersions, ['2026-07-28', '2025-11-25', '2025-06-18'])
  assert.equal(json.result._meta['io.modelcontextprotocol/serverInfo'].name, 'mintglass')
  const list = (await modern('tools/list')).json.result
  assert.deepEqual([list.resultType, list.ttlMs, list.cacheScope], ['complete', MCP.listTtlMs, 'private'])
  const called = await modern('tools/call', { name: 'market', arguments: {} })
  assert.deepEqual([called.status, called.json.id, called.json.result.resultType], [200, 'm', 'complete'])
  const encoded = `=?base64?${Buffer.from('market').toString('base64')}?=`
  assert.equal((await modern('tools/call', { name: 'market' }, { 'Mcp-Name': encoded })).status, 200)
  for (const method of ['ping', 'initialize', 'resources/list', 'subscriptions/listen', 'logging/setLevel'])
    assertError(await modern(method), 404, -32_601)
  const note = { jsonrpc: '2.0', method: 'notifications/cancelled', params: {} }
  const noted = await post(note, { 'MCP-Protocol-Version': '2026-07-28' })
  assert.deepEqual([noted.status, noted.text], [202, ''])
})

test('headers that are missing or say something else than the body are refused, as are other versions', async () => {
  const market = { name: 'market' }
  for (const headers of [
    { 'MCP-Protocol-Version': '' },
    { 'MCP-Protocol-Version': '2025-11-25' },
    { 'Mcp-Method': '' },
    { 'Mcp-Method': 'tools/list' },
    { 'Mcp-Method': 'TOOLS/CALL' },
    { 'Mcp-Name': '' },
    { 'Mcp-Name': 'find_tokens' },
    { 'Mcp-Name': '=?base64?!!?=' },
  ])
    assertError(await modern('tools/call', market, headers as unknown as Record<string, string>), 400, -32_020)
  const bare = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  for (const version of ['1900-01-01', '2025-03-26', 'x'.repeat(500)]) {
    const reply = await post(bare, { 'MCP-Protocol-Version': version })
    assertError(reply, 400, -32_022)
    assert.deepEqual(reply.json.error.data, {
      supported: ['2026-07-28', '2025-11-25', '2025-06-18'],
      requested: version.slice(0, 64),
    })
    assert.equal(reply.json.id, 1)
  }
  assertError(await post(bare, { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' }), 400, -32_602)
  const noCapabilities = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
  const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' }
  assertError(await post({ ...bare, params: { _meta: noCapabilities } }, headers), 400, -32_602, /clientCapabilities/)
  const odd = { 'io.modelcontextprotocol/protocolVersion': 5 }
  assertError(await post({ ...bare, params: { _meta: odd } }, headers), 400, -32_602)
  assert.equal((await post(bare)).status, 200, 'curl without the header is served like a client from before it')
})

test('what is no message of the protocol is a JSON-RPC error with 4xx, whatever it is', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  for (const body of ['{"jsonrpc":', '[1,]', '\u0000', '{"a":1}}', `${'['.repeat(5_000)}${']'.repeat(5_000)}`])
    assertError(await post(body), 400, -32_700)
  for (const body of [
    [],
    [ping],
    [ping, ping],
    'x',
    5,
    null,
    {},
    { ...ping, jsonrpc: '1.0' },
    { ...ping, jsonrpc: 2 },
    { ...ping, id: null },
    { ...ping, id: {} },
    { ...ping, id: [1] },
    { ...ping, id: true },
    { ...ping, id: 1.5 },
    { ...ping, id: 'x'.repeat(MCP.idChars + 1) },
    { ...ping, method: 5 },
    { ...ping, method: '' },
    { ...ping, method: 'x'.repeat(129) },
    { ...ping, params: [] },
    { ...ping, params: 'x' },
    { ...ping, params: null },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
  ])
    assertError(await post(JSON.stringify(body)), 400, -32_600)
  for (const digits of ['9007199254740993', '12345678901234567890', '1e400', '-9007199254740993'])
    assertError(await post(`{"jsonrpc":"2.0","id":${digits},"method":"ping"}`), 400, -32_600)
  for (const id of [0, -1, 9_007_199_254_740_991, '', 'x'.repeat(MCP.idChars), '💠\u202e"\\'])
    assert.equal((await post({ ...ping, id })).json.id, id)
  assertError(await post({ ...ping, params: { filler: 'x'.repeat(70_000) } }), 413, 413)
  assertError(await post({ ...ping, params: { filler: Array(20_000).fill(0) } }), 413, 413)
  for (const params of [{}, { name: 5 }, { name: 'market', arguments: [] }, { name: 'market', arguments: 'x' }])
    assertError(await legacy('tools/call', params), 200, -32_602)
  assertError(await legacy('tools/call', { name: 'market', arguments: 5 }), 200, -32_602)
  assertError(await legacy('tools/call', { name: 'nope' }), 200, -32_602, /Unknown tool: nope/)
  assertError(await legacy('tools/call', { name: '__proto__' }), 200, -32_602)
  assertError(await legacy('tools/list', { cursor: 'x' }), 200, -32_602)
})

test('GET and DELETE are 405: there are no streams and no sessions', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const reply = await server.send(method, '/mcp', {})
    assertError(reply, 405, -32_600)
    assert.equal(reply.headers['allow'], 'OPTIONS, POST')
  }
})

test('a page speaks to it only from this machine, the own host or a listed origin', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  for (const Origin of ['http://localhost:6274', 'http://127.0.0.1', 'https://[::1]:5'])
    assert.equal((await post(ping, { Origin })).status, 200, Origin)
  for (const Origin of ['https://evil.example', 'null', 'x', 'file://localhost', 'http://localhost.evil.example'])
    assertError(await post(ping, { Origin }), 403, 403, /CORS_ORIGINS/)
})

test('the key comes in either header; limits, domains and strangers are as on every route', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  assert.equal((await post(ping, { Authorization: `Bearer ${WIDE_KEY}` }, null)).status, 200)
  assertError(await post(ping, {}, null), 401, 401, /missing API key/)
  assertError(await post(ping, {}, 'mg_nobody'), 401, 401, /invalid API key/)
  assertError(await post(ping, { Authorization: 'Bearer mg_nobody' }, null), 401, 401, /invalid API key/)
  const { key } = await server.ctx.store.apiKeys.create({ label: 'narrow', tier: 'data', limitPer10s: 3 })
  assert.equal((await post(ping, {}, key)).status, 200)
  const called = await legacy('tools/call', { name: 'market' }, key)
  assert.deepEqual([called.status, called.headers['ratelimit-remaining']], [200, '1'])
  assert.equal((await server.get('/api/v2/market/sol-price', { key })).status, 200)
  const limited = await legacy('tools/call', { name: 'market' }, key)
  assertError(limited, 429, 429)
  assert(Number(limited.headers['retry-after']) >= 1)
})

test('tools are listed with schemas and annotations; those that trade only for a key that may', async () => {
  const list = async (key?: string) => (await legacy('tools/list', {}, key)).json.result.tools as Listed[]
  const own = await list()
  const names = own.map(({ name }) => name)
  assert.deepEqual(names, [...TOOLS.filter(({ scope }) => scope === undefined).map(({ name }) => name), 'read_guide'])
  assert.deepEqual(
    (await list(TRADE_KEY)).map(({ name }) => name),
    [...TOOLS.map(({ name }) => name), 'read_guide'],
  )
  for (const tool of await list(TRADE_KEY)) {
    const { name, description, inputSchema, outputSchema, annotations } = tool
    assert.match(name, /^[a-z_]{1,64}$/)
    assert(typeof description === 'string' && !/undefined|\[object/.test(JSON.stringify(tool)), name)
    assert.deepEqual([inputSchema['type'], inputSchema['additionalProperties']], ['object', false])
    assert.equal(outputSchema['type'], 'object')
    assert.equal(annotations['readOnlyHint'], true)
  }
  assert(JSON.stringify(own).length < 100_000, 'a list that a client can hold')
  const { error, code, status } = await failed('build_swap', {})
  assert.deepEqual([error, code, status], ['scope required: trade', 'scope_required', 403])
})

test('every view of every tool answers as its route does, in the shape that the list shows', async () => {
  const tools = (await legacy('tools/list', {}, TRADE_KEY)).json.result.tools as Listed[]
  for (const { name, views } of TOOLS) {
    const { inputSchema, outputSchema } = tools.find((tool) => tool['name'] === name)!
    for (const view of views) {
      if (name === 'build_swap') continue
      const args = {
        ...(views.length > 1 && { view: view.name }),
        ...(/^(token_|find)/.test(name) && name !== 'find_tokens' && { mint: good.mint }),
        ...(view.name === 'search' && { q: good.text }),
        ...(name.startsWith('wallet_') && { wallet: good.wallet }),
        ...(name === 'swap_quote' && { inputMint: SOL, outputMint: good.mint, amount: '1000000' }),
      }
      assert(admits(inputSchema, JSON.stringify(args)), `${name} ${view.name}`)
      const result = await call(name, args)
      assert.equal(result.isError, false, `${name} ${view.name}: ${result.content[0].text}`)
      assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent)
      assert.equal(result.structuredContent.route, `${view.route.method} ${view.route.path}`)
      assert(admits(outputSchema, JSON.stringify(result.structuredContent)), `${name} ${view.name} has its shape`)
      if (view.route.cache === 'none' || view.summary !== undefined) continue
      const path = view.route.path
        .replace('{chain}', 'solana')
        .replace(/\{(mint|address)\}/, good.mint)
        .replace('{wallet}', good.wallet)
      const direct = await server.get(view.name === 'search' ? `${path}?q=${good.text}` : path)
      assert.deepEqual(result.structuredContent.data, direct.json, `${name} ${view.name}: from the same cache`)
    }
  }
})

test('the Bubble Map comes as a summary of the report that the route gives', async () => {
  const { data } = (await call('token_bubble_map', { mint: good.mint })).structuredContent
  const report = (await server.get(`/api/v2/tokens/${good.mint}/bubblemap`)).json
  assert.deepEqual(data.summary, report.summary)
  assert.deepEqual(data.holders, report.nodes.slice(0, MCP.map.holders))
  assert.equal(data.omitted.nodes + data.holders.length, report.nodes.length)
  assert.equal(data.omitted.clusters + data.clusters.length, report.clusters.length)
  const counts = (data.linksByKind as { count: number }[]).map(({ count }) => count)
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    report.links.length,
  )
})

test('arguments are judged by the rules of the routes; a wrong one is a failure that a model can act on', async () => {
  const { mint } = good
  for (const [name, args, error] of [
    ['token_facts', {}, 'invalid mint'],
    ['token_facts', { mint: 'x' }, 'invalid mint'],
    ['token_facts', { mint: '../../health' }, 'invalid mint'],
    ['token_facts', { mint: 5 }, 'invalid mint'],
    ['token_facts', { mint: null }, 'invalid mint'],
    ['token_facts', { mint: { a: 1 } }, 'mint: expected a text, a number or true or false'],
    ['token_facts', { mint, view: 'nope' }, 'view: expected one of intel, metadata, ath'],
    ['token_facts', { mint, view: ['intel'] }, 'view: expected one of intel, metadata, ath'],
    ['token_facts', { mint, explains: true }, 'unknown member explains: did you mean explain?'],
    ['find_tokens', { view: 'trending', q: 'x' }, 'q: not for view trending, but for search'],
    ['token_candles', { mint, view: 'candles', x: 1 }, /^unknown member/],
    ['swap_quote', { inputMint: SOL, outputMint: mint, amount: 0 }, /amount/],
    ['read_guide', { topic: 'x' }, /^topic: expected one of push, |^topic: expected one of /],
    ['read_guide', { topic: 'push', section: 'x' }, /^section: expected one of /],
    ['read_guide', { topic: 'push', x: 1 }, 'unknown member x'],
  ] as const) {
    const failure = await failed(name, args)
    if (typeof error === 'string') assert.equal(failure.error, error)
    else assert.match(failure.error, error)
    assert.deepEqual([failure.success, failure.code, failure.status], [false, 'invalid_request', 400])
  }
  const page = await call('find_tokens', { view: 'trending', limit: 2 })
  assert.equal(page.structuredContent.data.tokens.length, 2)
})

test('numbers reach the route as they were written, not as doubles', async () => {
  const ask = (amount: string) =>
    post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"swap_quote","arguments":{"inputMint":"${SOL}","outputMint":"${good.mint}","amount":${amount}}}}`,
    )
  const { data } = (await ask('1000000001')).json.result.structuredContent
  assert.equal(data.quote.inAmount, '1000000001')
  const path = `/api/v2/swap/quote?inputMint=${SOL}&outputMint=${good.mint}&amount=`
  for (const amount of ['1.5', '-5', '0', '99999999999999999999999']) {
    const { result } = (await ask(amount)).json
    const direct = await server.get(path + amount)
    const { error, status } = JSON.parse(result.content[0].text)
    assert.deepEqual([result.isError, error, status], [true, direct.json.error, direct.status], amount)
  }
})

test('a key that may trade has the quoted swap built, with its manifest', async () => {
  const quoted = await call('swap_quote', { inputMint: SOL, outputMint: good.mint, amount: '1000000' }, TRADE_KEY)
  const { json } = await server.get('/v1/trade/sol-balance?user_ref=default', {
    key: null,
    headers: { Authorization: `Bearer ${TRADE_KEY}` },
  })
  const args = { quoteResponse: quoted.structuredContent.data.quote, userPublicKey: json.wallet ?? good.wallet }
  const result = await call('build_swap', args, TRADE_KEY)
  if (result.isError) return assert.match(result.content[0].text, /insufficient_balance|simulation_failed/)
  const { data } = result.structuredContent
  assert(Buffer.from(data.swapTransaction, 'base64').length > 64)
  assert(data.manifest !== null)
})

test('a guide lists its headings, then shows a section', async () => {
  const { structuredContent: list } = await call('read_guide', { topic: 'webhooks' })
  assert.deepEqual([list.topic, list.title, list.text], ['webhooks', 'Webhooks', null])
  const section = list.sections.find((heading: string) => /signature/i.test(heading))
  const { structuredContent: shown } = await call('read_guide', { topic: 'webhooks', section })
  assert.match(shown.text, /^## /)
  assert.match(shown.text, /X-Service-Signature/)
})
