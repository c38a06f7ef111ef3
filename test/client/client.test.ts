import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { generatedFiles } from '../../client/generate.ts'
import {
  type EventStreamMessage,
  InvalidRequestError,
  Mintglass,
  MintglassError,
  NetworkError,
  NotFoundError,
  RateLimitedError,
  UnauthorizedError,
  verifyWebhook,
} from '../../client/src/index.ts'
import { parseJson, writeJson } from '../../client/src/json.ts'
import { TIMEOUT_MS } from '../../client/src/transport.ts'
import { ROUTES } from '../../src/routes/index.ts'
import { SHORT_PAST, type StartedServer, startServer } from '../support/start-server.ts'

/** The client of `client/` as a program uses it: through a real socket, against a world whose agents trade. */

const KEY = 'rt_sandbox_enterprise'
let server: StartedServer
let client: Mintglass
let mint: string
before(async () => {
  server = await startServer({ env: { ...SHORT_PAST, SANDBOX_AGENTS: '1', SANDBOX_TPS: '20' }, key: KEY })
  client = new Mintglass({ baseUrl: server.url, apiKey: KEY, tradeKey: 'rt_sandbox_trade' })
  const { tokens } = await client.getSandbox()
  mint = tokens.find(({ archetype }) => archetype === 'bluechip')!.mint
})
after(() => server?.stop())

test('the generated files are what the description of this tree gives', () => {
  for (const [path, text] of generatedFiles())
    assert.equal(
      readFileSync(new URL(`../../client/${path}`, import.meta.url), 'utf8') === text,
      true,
      `client/${path} is stale: npm run build:client`,
    )
})

test('reads, and a POST that reads, answer what their types say', async () => {
  const { prices } = await client.getPrices({ mints: [mint] })
  assert.equal(prices[mint]?.mint, mint)
  assert((prices[mint]?.priceUsd ?? 0) > 0)
  const intel = await client.getTokenIntel({ mint })
  assert.equal(intel.mint, mint)
  assert.equal((await client.getTokenTrades({ mint, limit: 3 })).trades.length, 3)
  const { balance_lamports } = await client.getSolBalance({ user_ref: 'alice' })
  assert(balance_lamports > 0)
})

test('a failure is an error of its kind, with code, status and request id', async () => {
  await assert.rejects(client.getTokenIntel({ mint: 'nonsense' }), (error: MintglassError) => {
    assert(error instanceof InvalidRequestError)
    assert.deepEqual([error.status, error.code], [400, 'invalid_request'])
    assert.match(error.requestId!, /^\S+$/)
    assert.equal(error.body?.['success'], false)
    return true
  })
  await assert.rejects(
    client.getWebhook({ id: 'wh_0000000000000000' }),
    (error) => error instanceof MintglassError && error.status < 500,
  )
  await assert.rejects(
    client.getWallet({ id: 'wal_nobody' }),
    (error) => error instanceof NotFoundError || error instanceof InvalidRequestError,
  )
  const stranger = new Mintglass({ baseUrl: server.url, apiKey: 'mg_nobody' })
  await assert.rejects(stranger.getTrending(), UnauthorizedError)
  const nowhere = new Mintglass({ baseUrl: 'http://127.0.0.1:9', tries: 1 })
  await assert.rejects(nowhere.getHealth(), NetworkError)
})

test('a call that is over the limit of its key is made again when the server says so', async () => {
  const narrow = new Mintglass({ baseUrl: server.url, apiKey: 'mg_sandbox_free' })
  const once = new Mintglass({ baseUrl: server.url, apiKey: 'mg_sandbox_free', tries: 1 })
  let refused: unknown = null
  for (let i = 0; i < 30 && refused === null; i++)
    await once.getSolPrice().catch((error: unknown) => {
      refused = error
    })
  assert(refused instanceof RateLimitedError)
  assert(refused.retryAfterMs! >= 1_000)
  assert((await narrow.getSolPrice()).price > 0)
})

test('a call that moves money is repeated under one key, and any other is never', async () => {
  const seen: { readonly key: string | null; readonly path: string }[] = []
  const flaky = (async (address: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('Idempotency-Key')
    seen.push({ key, path: new URL(address).pathname })
    if (seen.length === 1) throw new TypeError('socket hang up')
    return fetch(address, init)
  }) as typeof fetch
  const trading = new Mintglass({ baseUrl: server.url, apiKey: 'rt_sandbox_trade', fetch: flaky })
  const done = await trading.buy({ mint, amount_in: 0.01, simulate: true }, { user_ref: 'alice' })
  assert.equal(done.success, true)
  assert.equal(seen.length, 2)
  assert.match(seen[0]!.key!, /^[0-9a-f-]{36}$/)
  assert.equal(seen[1]!.key, seen[0]!.key)

  seen.length = 0
  const url = `https://hooks.example.org/${randomUUID()}`
  await assert.rejects(trading.createWebhook({ url, events: ['trade'], chain: 'solana' }), NetworkError)
  assert.equal(seen.length, 1)
})

test('an empty key of a call that moves money is none, and a key among the headers is the only one', async () => {
  const keys: (string | null)[] = []
  const refusing = (async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('Idempotency-Key'))
    throw new TypeError('socket hang up')
  }) as typeof fetch
  const trading = new Mintglass({ baseUrl: server.url, apiKey: 'rt_sandbox_trade', fetch: refusing, tries: 2 })
  const order = { mint, amount_in: 0.01 }
  await assert.rejects(trading.buy(order, {}, { idempotencyKey: '' }), NetworkError)
  await assert.rejects(trading.buy(order, {}, { headers: { 'idempotency-key': 'mine' } }), NetworkError)
  assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/)
  assert.deepEqual(keys, [keys[0], keys[0], 'mine', 'mine'])
})

test('a redirect is not followed: the key stays with the server', async (t) => {
  const reached: string[] = []
  const other = await listening(t, (request, reply) => {
    reached.push(JSON.stringify(request.headers))
    reply.end('{"success":true}')
  })
  const moved = await listening(t, (request, reply) => reply.writeHead(307, { Location: other + request.url }).end())
  const lost = new Mintglass({ baseUrl: moved, apiKey: 'rt_sandbox_enterprise' })
  const isOdd = (error: unknown) => error instanceof MintglassError && error.code === 'odd_reply'
  await assert.rejects(lost.getTrending(), isOdd)
  await assert.rejects(lost.buy({ mint, amount_in: 0.01 }), isOdd)
  await assert.rejects(lost.streamEvents({ channels: ['launches:solana'] }).next(), isOdd)
  assert.deepEqual(reached, [])
})

test('a success that is no JSON is a failure, not an empty answer', async (t) => {
  const page = await listening(t, (_, reply) => reply.end('<html>Log in</html>'))
  await assert.rejects(new Mintglass({ baseUrl: page }).getHealth(), { status: 200, code: 'odd_reply' })
})

test('the client waits for longer than the server gives its slowest operation', () => {
  for (const { method, path, deadlineMs = 0 } of ROUTES) assert(deadlineMs < TIMEOUT_MS, `${method} ${path}`)
})

test('an event stream that is cut in the middle goes on without a gap and without a duplicate', async (t) => {
  const proxy = await cuttable(t, Number(new URL(server.url).port))
  const through = new Mintglass({ baseUrl: proxy.url, apiKey: 'rt_sandbox_enterprise' })
  const channels = [
    'launches:solana',
    `trades:solana:${mint}`,
    'trades:solana:So11111111111111111111111111111111111111112',
  ]
  const got: string[] = []
  let opened = 0
  let first = ''
  for await (const message of through.streamEvents({
    channels,
    snapshot: false,
    signal: AbortSignal.timeout(60_000),
  })) {
    if (message.type === 'open' && ++opened === 1) first = message.cursor
    assert.notEqual(message.type, 'truncated')
    if (message.type !== 'event') continue
    got.push(message.cursor)
    if (got.length === 5 || got.length === 12) proxy.cut()
    if (got.length === 20) break
  }
  assert(opened >= 3, `it was opened ${opened} times`)
  assert.deepEqual(got, [...new Set(got)])
  assert.deepEqual(got, await replayed(channels, { from: first, count: got.length }))
})

test('the feed resumes each topic after its own cursor', async (t) => {
  const proxy = await cuttable(t, Number(new URL(server.url).port))
  const through = new Mintglass({ baseUrl: proxy.url, apiKey: 'rt_sandbox_enterprise' })
  const sol = 'So11111111111111111111111111111111111111112'
  const got: string[] = []
  let snapshots = 0
  let first = ''
  const topics = [{ channel: 'token' as const, mint: sol }]
  for await (const message of through.streamFeed({ topics, signal: AbortSignal.timeout(60_000) })) {
    if (message.type === 'snapshot' && ++snapshots === 1) first = message.cursor
    assert.notEqual(message.type, 'truncated')
    if (message.type !== 'event') continue
    got.push(message.cursor)
    if (got.length === 4) proxy.cut()
    if (got.length === 10) break
  }
  assert.equal(snapshots, 1)
  assert.deepEqual(got, await replayed([`trades:solana:${sol}`], { from: first, count: got.length }))
})

test('a cursor of another tape is reported, and what the server refuses ends the stream', async () => {
  const cursor = '00000001-00000000001'
  const kinds: EventStreamMessage['type'][] = []
  for await (const message of client.streamEvents({ channels: ['launches:solana'], cursor })) {
    kinds.push(message.type)
    if (message.type === 'truncated') break
  }
  assert.equal(kinds.at(-1), 'truncated')
  await assert.rejects(client.streamEvents({ channels: ['nothing'] }).next(), InvalidRequestError)
})

test('the signature of a webhook is checked over the body as it came', async () => {
  const secret = 'whsec_dGVzdA=='
  const body = '{"type":"trade"}'
  const v1 = createHmac('sha256', secret).update(`1000.${body}`).digest('hex')
  const headers = { 'X-Service-Signature': `t=1000,v1=${'0'.repeat(64)},v1=${v1}` }
  const check = (other: object = {}) => verifyWebhook({ secret, headers, body, nowSecs: 1_100, ...other })
  assert.equal(await check(), true)
  assert.equal(await check({ headers: new Headers(headers) }), true)
  assert.equal(await check({ body: new TextEncoder().encode(body) }), true)
  assert.equal(await check({ body: `${body} ` }), false)
  assert.equal(await check({ nowSecs: 1_301 }), false)
  assert.equal(await check({ secret: 'whsec_b3RoZXI=' }), false)
  assert.equal(await check({ headers: {} }), false)
})

test('whole numbers keep every digit on their way in and out', () => {
  const text =
    '{"a":18446744073709551615,"b":"18446744073709551615 \\" 99999999999999999","c":12,"d":[-9007199254740993],"e":0.1234567890123456789}'
  const value = parseJson(text) as Record<string, unknown>
  assert.deepEqual([value['a'], value['c'], value['d']], [18446744073709551615n, 12, [-9007199254740993n]])
  assert.equal(value['b'], '18446744073709551615 " 99999999999999999')
  const hostile = '{"name":"\\u0000int:x","other":"\\u0000int:7","raw":18446744073709551615}'
  const read = parseJson(hostile) as Record<string, unknown>
  assert.deepEqual(read, { name: '\0int:x', other: '\0int:7', raw: 18446744073709551615n })
  assert.equal(writeJson(read), hostile)
  assert.equal(writeJson({ a: value['a'], d: value['d'] }), '{"a":18446744073709551615,"d":[-9007199254740993]}')
})

/** Cursors of the stored events of channels after a place. */
async function replayed(
  channels: readonly string[],
  { from, count }: { readonly from: string; readonly count: number },
): Promise<string[]> {
  const cursors: string[] = []
  for (let next: string | null = from; next !== null && cursors.length < count; ) {
    const page: { events: { cursor: string }[]; nextCursor: string | null } = await client.replayEvents({
      channels: channels.join(),
      from: next,
      limit: count,
    })
    cursors.push(...page.events.map(({ cursor }) => cursor))
    next = page.nextCursor
  }
  return cursors.slice(0, count)
}

/** The address of a server that is no Mintglass. */
async function listening(t: { after(end: () => void): void }, answer: RequestListener): Promise<string> {
  const other = createHttpServer(answer)
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  t.after(() => other.closeAllConnections())
  t.after(() => other.close())
  return `http://127.0.0.1:${(other.address() as { port: number }).port}`
}

type Proxy = { readonly url: string; cut(): void }

/** Stands between client and server and can cut every connection that is open. */
async function cuttable(t: { after(end: () => void): void }, port: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const proxy = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const one of sockets) one.destroy()
  }
  t.after(() => {
    cut()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as { port: number }).port}`, cut }
}
