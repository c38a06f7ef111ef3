import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SCOPES } from '../../src/contract/api-key.ts'
import type { Route } from '../../src/routes/define-route.ts'
import { ROUTES } from '../../src/routes/index.ts'
import { type GoodValues, goodPath } from '../../test/support/good-requests.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'
import { type StartedServer, startServer } from '../../test/support/start-server.ts'
import { type Question, withBearer, withKey } from '../frozen/question.ts'
import { askAccount } from '../frozen/questions/account.ts'
import { askMarket, askSwaps } from '../frozen/questions/market.ts'
import { askRecovery } from '../frozen/questions/recovery.ts'
import { askScreens } from '../frozen/questions/screens.ts'
import { askSystem } from '../frozen/questions/system.ts'
import { askTokens } from '../frozen/questions/tokens.ts'
import { askTrading } from '../frozen/questions/trading.ts'
import { askRefunds, askWallets } from '../frozen/questions/wallets.ts'
import { askWebhooks } from '../frozen/questions/webhooks.ts'
import type { Recorder } from '../frozen/recorder.ts'
import { type Facts, readFacts, WSOL } from '../frozen/world-facts.ts'
import { type PushExamples, recordEventStream, recordSocketMessages, recordWebhookBodies } from './push.ts'
import { createExampleRecorder, type Example } from './recorder.ts'
import { maskSecrets, trimExample } from './trim.ts'

/* Records `src/http/api-examples.json`: a request and a success of every operation, and a message of every kind that is
 * pushed, from a sandbox of the default seed. `node bench/api-examples/main.ts`; three minutes. */

type Examples = ReturnType<typeof createExampleRecorder>

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FILE = fileURLToPath(new URL('../../src/http/api-examples.json', import.meta.url))
const KEY = 'mg_sandbox_data'
const FAMILIES: readonly ((recorder: Recorder, facts: Facts) => Promise<void>)[] = [
  askTokens,
  askMarket,
  askSwaps,
  askSystem,
  askTrading,
  askWallets,
  askRefunds,
  askRecovery,
  askAccount,
  askWebhooks,
  askScreens,
]

const sandbox = await startSandbox({ SANDBOX_AGENTS: '1', SANDBOX_TPS: '20' })
const env = { SANDBOX_URL: sandbox.urls['rpc']! }
const server = await startServer({ env, keyArgs: ['--scopes', SCOPES.join(',')] })
try {
  const recorder = createExampleRecorder(server.url)
  const facts = await readFacts(recorder, { operatorKey: server.key, narrowKey: KEY })
  for (const ask of FAMILIES) {
    console.log(ask.name)
    await ask(recorder, facts).catch((error: Error) => console.log(`${ask.name}: ${error.message}`))
    write(recorder.examples, new Map(), facts)
  }
  await askStreamRoutes(recorder, facts)
  await askOthers(recorder, facts)
  write(recorder.examples, await recordPush(server, facts), facts)
} finally {
  await sandbox.stop()
}

async function askStreamRoutes(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withKey(server.key)
  const channels = `trades:solana:${facts.token('bluechip').mint}`
  await recorder.ask({ operation: 'GET /api/v2/stream/cursor', as, query: { chain: 'solana' } })
  await recorder.ask({ operation: 'GET /api/v2/stream/replay', as, query: { channels, limit: '2' } })
  await recorder.ask({ operation: 'POST /api/v2/stream/ticket', as, body: { purpose: 'websocket' } })
}

/** Operations that the frozen bench does not ask. */
async function askOthers(recorder: Examples, facts: Facts): Promise<void> {
  const good = await goodValues(recorder, facts)
  for (const route of ROUTES) {
    const operation = `${route.method} ${route.path}`
    if (recorder.examples.has(operation) || route.reply === 'stream') continue
    try {
      const answer = await recorder.ask(questionOf(route, { facts, examples: recorder.examples }, good))
      if (!recorder.examples.has(operation))
        console.log(`no example: ${operation} ${answer.status} ${answer.body.slice(0, 200)}`)
    } catch (error) {
      console.log(`no example: ${operation}: ${(error as Error).message}`)
    }
  }
}

async function goodValues({ examples, ask }: Examples, facts: Facts): Promise<GoodValues> {
  const as = withKey(server.key)
  const addresses = [facts.wallet('trader').address, facts.wallet('whale').address]
  const cohort = await ask({ operation: 'POST /api/v2/wallets/cohort', as, body: { addresses } })
  const { mint, pool } = facts.token('bluechip')
  const ticket = await ask({ operation: 'POST /api/v2/stream/ticket', as, body: { purpose: 'charts' } })
  return {
    mint,
    pool: pool!,
    wallet: facts.wallet('trader').address,
    signature: facts.signatures[0]!,
    wh_: examples.get('GET /api/v2/webhooks/{id}')?.path?.['id'] ?? '',
    wal_: examples.get('GET /v1/wallets/{id}')?.path?.['id'] ?? '',
    jobId: cohort.json.jobId,
    mgt_: ticket.json.ticket,
    text: 'sol',
  }
}

type Known = { readonly facts: Facts; readonly examples: Examples['examples'] }

/** Of routes that the frozen bench does not ask. */
function bodyOf({ method, path }: Route, { mint, wallet, signature }: GoodValues, { facts, examples }: Known): unknown {
  const quoted = examples.get('GET /api/v2/chain/{chain}/swap/quote')?.reply as { quote: unknown } | undefined
  const bodies: Readonly<Record<string, unknown>> = {
    '/api/v2/wallets/decode-tx': { signatures: [signature] },
    '/api/v2/whales/labels': { wallets: [wallet, facts.wallet('whale').address] },
    '/api/v2/screener/pairs': { filter: { field: 'volume', min: 0 } },
    '/api/v2/chain/{chain}/tokens/prices': { addresses: [mint] },
    '/api/v2/chain/{chain}/tokens/metadata': { addresses: [mint] },
    '/api/v2/chain/{chain}/swap/build': { quote: quoted?.quote, taker: wallet },
    '/mcp': {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'market', arguments: { view: 'sol_price' } },
    },
  }
  return method === 'POST' ? bodies[path] : undefined
}

function questionOf(route: Route, known: Known, good: GoodValues): Question {
  const toSecs = Math.floor(Date.now() / 1_000)
  const own = {
    ...good,
    address: route.path.includes('/wallets/') ? good.wallet : good.mint,
    inputToken: WSOL,
    outputToken: good.mint,
    amount: '1000000000',
    resolution: '60',
    from: String(toSecs - 86_400),
    to: String(toSecs),
  }
  const target = new URL(goodPath(route, own), server.url)
  const given = target.pathname.split('/')
  const named = route.path
    .split('/')
    .flatMap((segment, i) => (segment.startsWith('{') ? [[segment.slice(1, -1), decodeURIComponent(given[i]!)]] : []))
  const body = bodyOf(route, good, known)
  return {
    operation: `${route.method} ${route.path}`,
    as: route.auth === 'bearer' ? withBearer(server.key) : withKey(server.key),
    ...(named.length === 0 ? {} : { path: Object.fromEntries(named) }),
    ...(target.search === '' ? {} : { query: Object.fromEntries(target.searchParams) }),
    ...(body === undefined ? {} : { body }),
  }
}

async function recordPush(server: StartedServer, facts: Facts): Promise<PushExamples> {
  const found: PushExamples = new Map()
  const listener = { url: server.url, key: server.key }
  const { mint, pool } = facts.token('bluechip')
  const all = `trades:solana:${mint},launches:solana`
  await recordSocketMessages(listener, facts, found)
  await recordEventStream(listener, { channels: all, names: ['hello', 'snapshot', 'trade', 'launch'] }, found)
  await recordEventStream(
    listener,
    { channels: `candles:solana:${pool}:1m,trades:solana:${mint}`, names: ['candle'] },
    found,
  )
  await recordWebhookBodies(listener, facts, found)
  const { channel, end } = await saveScreen(listener)
  await recordEventStream(listener, { channels: channel, names: ['screen'] }, found)
  await end()
  const fork = () => sandbox.control('POST', '/fork', { drop: 3 })
  await recordEventStream(listener, { channels: all, names: ['retracted'], meanwhile: fork }, found)
  const cursor = await forgottenCursor(listener)
  await recordEventStream(listener, { channels: all, cursor, names: ['truncated'] }, found)
  await recordEventStream(listener, { channels: all, names: ['bye'], meanwhile: () => server.stop() }, found)
  return found
}

/** A screen that rows enter whenever a pair is traded anew. */
async function saveScreen({ url, key }: { readonly url: string; readonly key: string }) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ name: 'examples', filter: { field: 'txns.m5', min: 2 }, holdSecs: 0 })
  const reply = await fetch(`${url}/api/v2/screens`, { method: 'POST', headers, body })
  const { screen } = (await reply.json()) as { screen: { id: string } }
  return {
    channel: `screens:solana:${screen.id}`,
    end: () => fetch(`${url}/api/v2/screens/${screen.id}`, { method: 'DELETE', headers }),
  }
}

/** Of a tape that this server never kept. */
async function forgottenCursor({ url, key }: { readonly url: string; readonly key: string }): Promise<string> {
  const reply = await fetch(`${url}/api/v2/stream/cursor?chain=solana`, { headers: { 'X-API-Key': key } })
  const { tail } = (await reply.json()) as { tail: string }
  return tail.replace(/^[0-9a-f]{8}/, '00000001')
}

function write(examples: ReadonlyMap<string, Example>, push: PushExamples, facts: Facts): void {
  const operations = [...examples].map(([name, one]) => [
    name,
    { ...one, ...('reply' in one ? { reply: trimExample(one.reply) } : {}) },
  ])
  const world = {
    tokens: facts.tokens.map(({ mint, pool }) => [mint, pool]),
    wallets: facts.wallets.map(({ address }) => address),
    signatures: facts.signatures,
  }
  const text = JSON.stringify(
    {
      world,
      operations: Object.fromEntries(operations),
      messages: Object.fromEntries([...push].map(([name, one]) => [name, trimExample(one)])),
    },
    null,
    1,
  )
  writeFileSync(FILE, `${maskSecrets(text).replaceAll(ROOT, '/')}\n`)
  console.log(`${operations.length} operations, ${[...push.keys()].join(' ')}, ${text.length} bytes`)
}
