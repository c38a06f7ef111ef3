// second run: waits as long as the pages do, and for rows that the server writes behind its answers

import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { EventSource } from 'undici'
import { ROUTES } from '../../src/routes/index.ts'
import type { ApiReply } from '../support/api-client.ts'
import { blocksOf, type DocumentBlock } from '../support/document-blocks.ts'
import { type CurlCall, pasteInto, type ShellRun } from '../support/document-shell.ts'
import { freePort } from '../support/free-port.ts'
import { inheritedEnv } from '../support/inherited-env.ts'
import { successOf } from '../support/reply-check.ts'
import { type StartedServer, startServer } from '../support/start-server.ts'
import { skipWithout } from './installed.ts'

/** What the pages show is what happens: every block for a shell is pasted, page by page, into new shells, twice in a row,
 *  against the world of one server, and every answer of `curl` has the closed shape of its route. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PAGES = ['README.md', ...globSync('docs/*.md', { cwd: ROOT }).sort()]
const BLOCKS = PAGES.flatMap((page) => blocksOf(ROOT, page))
/** Blocks of README.md that stand for more than a command beside a server. */
const README_NOT_RUN: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'test/npm-start.test.ts starts the server',
  'export MINTGLASS_MODE=live': 'needs a node of Solana; test/modes.test.ts starts in live mode',
  'npm ci && npm test': 'is the run that this test belongs to',
}
const WETH_OF_BASE = '0x4200000000000000000000000000000000000006'
/** What is refused when a page is pasted again, because its first paste did it. */
const REFUSED_AGAIN: Readonly<Record<string, string>> = {
  'README.md': 'POST /api/v2/webhooks 409',
  'docs/rent-recovery.md': 'POST /v1/refund/close 409',
}
/** Blocks that show something and are no commands. */
const SHOWN = ['text', 'mermaid', 'nginx']
const RUN = ['', 'sh', 'js', 'json', 'ts', 'python', 'go']

const notRunOf = ({ page, text, notRun }: DocumentBlock): string | null =>
  notRun ?? (page === 'README.md' ? (README_NOT_RUN[text.split('\n')[0]!] ?? null) : null)
const isShell = ({ language }: DocumentBlock): boolean => language === 'sh' || language === ''
const pasted = (page: string): readonly DocumentBlock[] =>
  BLOCKS.filter((block) => block.page === page && isShell(block) && notRunOf(block) === null)

/** Four minutes of pasting: with `npm run test:clients`, not in every run. */
const skip = skipWithout(['ws'])

let server: StartedServer
let dataDir = ''
let port: number
let count = 0
before(async () => {
  if (skip !== false) return
  dataDir = mkdtempSync(join(tmpdir(), 'mintglass-documents-'))
  port = await freePort()
  // The agents trade: pages show trades as they happen, and figures that some seconds of trading fill.
  server = await startServer({
    env: { PORT: String(port), MINTGLASS_DATA_DIR: dataDir, SANDBOX_AGENTS: '1', SANDBOX_TPS: '10' },
    key: 'rt_sandbox_enterprise',
  })
})
after(async () => {
  await server?.stop()
  if (dataDir !== '') rmSync(dataDir, { recursive: true, force: true })
})

test('every block has a language, and one that is not run says why', (t) => {
  for (const block of BLOCKS) {
    const where = `${block.page}:${block.line}`
    assert(
      [...SHOWN, ...RUN].includes(block.language) && (block.language !== '' || block.page === 'README.md'),
      `${where}: a block for a shell is \`sh\`, one that only shows something is \`text\``,
    )
    const reason = notRunOf(block)
    if (reason !== null) t.diagnostic(`not run: ${where}: ${reason}`)
    for (const [path] of reason?.matchAll(/test\/[\w/.-]+/g) ?? [])
      assert.equal(globSync(path.replace(/\.$/, ''), { cwd: ROOT }).length, 1, `${where}: there is no ${path}`)
  }
})

for (const page of PAGES.filter((one) => pasted(one).length > 0))
  for (const time of ['', ' a second time'])
    test(`${page}, pasted${time}: every command works, and answers as its route says`, { skip }, async () => {
      const blocks = pasted(page)
      const run = await paste(blocks.map(({ text }) => text))
      assert.doesNotMatch(run.stderr, /command not found|syntax error|no stand-in|unbound variable/)
      for (const [at, block] of blocks.entries()) judgeBlock(block, at, time !== '', run)
      // README writes report.json; the other pages leave nothing where they are pasted.
      assert.deepEqual(
        run.left.filter((name) => page !== 'README.md' || name !== 'report.json'),
        [],
      )
    })

/** Keys of the documents may send ten requests in ten seconds, and no one reads a page in less. */
const BETWEEN_PAGES_MS = 10_500

/** Of the text of a page, only the place of the server and folders that are not of this machine are others. */
async function paste(texts: readonly string[]): Promise<ShellRun> {
  if (count > 0) await sleep(BETWEEN_PAGES_MS)
  count += 1
  const folder = join(dataDir, `paste-${count}`)
  mkdirSync(folder)
  return pasteInto(
    texts.map((text) => text.replaceAll('127.0.0.1:8787', `127.0.0.1:${port}`).replaceAll('/mnt/', `${folder}/`)),
    {
      root: ROOT,
      env: { ...inheritedEnv(), PORT: String(port), MINTGLASS_DATA_DIR: dataDir, MINTGLASS_MAP_SIZE_GIB: '1' },
    },
  )
}

function judgeBlock(
  block: DocumentBlock,
  at: number,
  isAgain: boolean,
  { printed, calls, variables, stderr }: ShellRun,
): void {
  const where = `${block.page}:${block.line}`
  const output = printed[at] ?? ''
  const refused = new Set<string>()
  for (const call of calls[at]!) {
    const told = `${call.method} ${call.url.pathname} ${call.status}`
    const said = block.refused.find((one) => new RegExp(`^${one}$`).test(told))
    if (said !== undefined) refused.add(said)
    else if (!isAgain || told !== REFUSED_AGAIN[block.page]) judgeCall(where, call)
  }
  assert.deepEqual([...refused], block.refused, `${where}: what the page says is refused`)
  for (const name of variables[at]!) assert.fail(`${where}: $${name} is empty after the block; ${stderr.slice(-600)}`)
  for (const pattern of block.prints)
    assert.match(output, pattern, `${where}: the page says what it prints; ${stderr.slice(-600)}`)
}

function judgeCall(where: string, { method, url, status, body }: CurlCall): void {
  const what = `${where}: ${method} ${url.pathname}${url.search} is ${status}: ${body.slice(0, 400)}`
  assert(status >= 200 && status < 300, what)
  if (url.port !== String(port)) return
  const route = ROUTES.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname),
  )
  if (route === undefined || typeof route.reply === 'string') return
  // `successOf` compares with what the route declares: no member more, none less, each of its type.
  const reply: ApiReply = { status, headers: {}, text: body, json: JSON.parse(body) }
  try {
    successOf(`${route.method} ${route.path}`)(reply)
  } catch (error) {
    assert.fail(`${what}\n${(error as Error).message}`)
  }
}

test('the frames of docs/push.md are taken as they stand', { skip }, async () => {
  const block = BLOCKS.find(({ page, text }) => page === 'docs/push.md' && text.startsWith('> {'))!
  const { json } = await server.post('/api/v2/stream/ticket', { purpose: 'websocket' })
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v2/stream?ticket=${json.ticket}`)
  const frames: { type: string; id?: number; key?: string }[] = []
  socket.onmessage = ({ data }) => frames.push(JSON.parse(String(data)))
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const mint = (await server.get('/api/sandbox')).json.tokens[0].mint
  const filter = { field: 'ageHours', max: 24 }
  const { screen } = (await server.post('/api/v2/screens', { name: 'of the frames', filter })).json
  // A cursor is optional, says the page.
  const text = block.text.replaceAll('<mint>', mint).replaceAll('scr_...', screen.id).replaceAll('0x...', WETH_OF_BASE)
  const lines = text.replaceAll(',"cursor":"<optional>"', '').split('\n')
  for (const line of lines) socket.send(line.slice(2))
  await waitFor(() => frames.some(({ type }) => type === 'pong'))
  socket.close()
  assert.deepEqual(
    frames
      .filter(({ type }) => ['welcome', 'snapshot', 'unsubscribed', 'pong', 'error'].includes(type))
      .map(({ type }) => type),
    ['welcome', 'snapshot', 'snapshot', 'error', 'snapshot', 'unsubscribed', 'pong'],
  )
  // This server follows Solana alone.
  const refused = frames.find(({ type }) => type === 'error')
  assert.equal(refused?.id, 6)
  assert.match(JSON.stringify(refused), /BASE_RPC_URLS/)
})

test('the page of docs/push.md takes launches with a ticket', { skip }, async () => {
  const block = BLOCKS.find(({ page, language }) => page === 'docs/push.md' && language === 'js')!
  const taken: { event: { launch?: unknown }; cursor: string }[] = []
  const sources: EventSource[] = []
  class Source extends EventSource {
    constructor(address: string) {
      super(address.replace('https://mint.example.org', server.url))
      sources.push(this)
    }
  }
  const ask = async (): Promise<Response> =>
    fetch(`${server.url}/api/v2/stream/ticket`, {
      method: 'POST',
      headers: { 'X-API-Key': 'mg_sandbox_data' },
      body: JSON.stringify({ purpose: 'events' }),
    })
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>
  const take = (event: { launch?: unknown }, cursor: string): unknown => taken.push({ event, cursor })
  await new AsyncFunction('fetch', 'EventSource', 'take', block.text)(ask, Source, take)
  // One trader of many launches tokens, some minutes apart.
  const { upstreams } = (await server.get('/api/sandbox')).json
  const steps = JSON.stringify({ count: 20 })
  while (taken.length === 0) {
    assert((await fetch(`${upstreams.control}/agents/step`, { method: 'POST', body: steps })).ok)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  for (const source of sources) source.close()
  assert('launch' in taken[0]!.event, JSON.stringify(taken[0]))
  assert.match(taken[0]!.cursor, /^[0-9a-f]{8}-[0-9a-z]{11}$/)
})

test('the configuration of docs/mcp.md leads to the tools, with its address and its headers', { skip }, async () => {
  const block = BLOCKS.find(({ page, language }) => page === 'docs/mcp.md' && language === 'json')!
  const { url, headers } = JSON.parse(block.text).mcpServers.mintglass as {
    url: string
    headers: Record<string, string>
  }
  const reply = await fetch(url.replace('127.0.0.1:8787', `127.0.0.1:${port}`), {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const { result } = (await reply.json()) as { result: { tools: readonly object[] } }
  assert(result.tools.length >= 10)
})

test('other JSON of the pages is JSON', () => {
  for (const { page, line, language, text } of BLOCKS)
    if (language === 'json') assert.doesNotThrow(() => JSON.parse(text), `${page}:${line}`)
})

test('every command of `mintglass` that a page names is one', () => {
  const names = new Set(PAGES.flatMap((page) => blocksOf(ROOT, page)).flatMap(({ text }) => commandsIn(text)))
  assert(names.size >= 10)
  const known = new Set(globSync('src/cli/*.ts', { cwd: ROOT }).map((path) => path.slice(8, -3)))
  for (const name of names) assert(known.has(name), `mintglass ${name}`)
})

function commandsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/mintglass -- ([a-z-]+)/g), ([, name]) => name!)
}

test('afterwards nothing is broken: the traders trade, no fault is left, the receiver answers, no file is left', {
  skip,
}, async () => {
  const { upstreams } = (await server.get('/api/sandbox')).json
  const control = async (path: string) => (await fetch(`${upstreams.control}${path}`)).json() as Promise<never>
  const { agentsPaused, slotsPaused } = (await control('/state')) as { agentsPaused: boolean; slotsPaused: boolean }
  assert.deepEqual([agentsPaused, slotsPaused], [false, false])
  assert.deepEqual(await control('/faults'), { faults: [] })
  const { behaviour } = (await control('/webhooks?limit=1')) as { behaviour: { status: number } }
  assert.equal(behaviour.status, 200)
  assert.equal((await server.get('/health')).status, 200)
})

async function waitFor(isSo: () => boolean): Promise<void> {
  const endsAtMs = performance.now() + 60_000
  while (!isSo()) {
    assert(performance.now() < endsAtMs, 'never happened')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
