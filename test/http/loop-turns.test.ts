import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { ROUTES } from '../../src/routes/index.ts'
import { publishedTokens } from '../support/published-tokens.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'
import { SHORT_PAST, type StartedServer, startServer } from '../support/start-server.ts'

/** Who holds the loop keeps everyone else waiting. What counts is the CPU time of the server's main thread, which the
 *  kernel tells apart from that of its compute threads and of everything else on the machine. */

/** CPU milliseconds of the loop for one request, generously. Bodies took 226 to 481 ms when any route parsed 5 MiB
 *  there; reading so much from a socket, in many turns, is some 40 of them. */
const MOST_CPU_MS = 40
const MOST_CPU_MS_OF_LONG = 120
/** A busy machine reads more slowly, and whatever is parsed as well: then what counts is how many times as long as a
 *  body of as many bytes that is one text. */
const MOST_TIMES_ONE_TEXT = 2
const TIMES = 5
const MIB = 1_024 * 1_024
const ON_LINUX = { skip: existsSync('/proc/self/schedstat') ? false : 'reads /proc' }

let sandbox: StartedSandbox
let server: StartedServer
let mint: string

before(async () => {
  sandbox = await sharedSandbox()
  mint = (await publishedTokens(sandbox))[0]!.mint
  const scopes = ['--scopes', 'read,trade,wallet,fee_routing']
  server = await startServer({
    env: { ...SHORT_PAST, SANDBOX_URL: sandbox.urls['rpc']!, MINTGLASS_WORKERS: '1' },
    keyArgs: scopes,
  })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

/** Text of about `bytes` that holds `unit` over and over within `open` and `close`. */
function repeated(bytes: number, open: string, unit: (i: number) => string, close: string): string {
  const parts: string[] = []
  for (let length = open.length + close.length, i = 0; ; i++) {
    const part = unit(i)
    length += part.length + 1
    if (length > bytes) break
    parts.push(part)
  }
  return open + parts.join(',') + close
}

const WALLET = '11111111111111111111111111111111'
const SIGNED = `{"ownerWallet":"${WALLET}","nonce":"x","signature":"x"`

/** Bodies that took longest of their kind, each as long as its route lets it be. */
const BODIES: Readonly<Record<string, (bytes: number) => string>> = {
  domains: (bytes) => repeated(bytes, `${SIGNED},"domains":[`, (i) => `"a${i.toString(36)}.b"`, ']}'),
  mints: (bytes) => repeated(bytes, '{"mints":[', (i) => `"m${i}"`, ']}'),
  signatures: (bytes) => repeated(bytes, '{"signatures":[', (i) => `"s${i}"`, ']}'),
  lists: (bytes) => repeated(bytes, '{"mints":[', () => '[]', ']}'),
  numbers: (bytes) => repeated(bytes, '{"amount":"1","list":[', () => '0', ']}'),
  members: (bytes) => repeated(bytes, '{', (i) => `"${i.toString(36)}":0`, '}'),
  shapes: (bytes) => repeated(bytes, '{"options":[', (i) => `{"${i.toString(36)}":0}`, ']}'),
  deep: (bytes) => repeated(bytes, '{"params":[', () => '['.repeat(60) + ']'.repeat(60), ']}'),
  calls: (bytes) => `{"method":"getSlot","params":["${'x'.repeat(bytes - 40)}"]}`,
  text: (bytes) => `{"mints":["${'x'.repeat(bytes - 20)}"]}`,
  letters: (bytes) => `{"mints":["${'\u4e2d'.repeat(Math.floor((bytes - 20) / 3))}"]}`,
}

/** Routes of one bound get the same text, which takes longer to make than to send. */
const made = new Map<string, string>()
function bodyOf(name: string, bytes: number): string {
  const key = `${name} ${bytes}`
  const body = made.get(key) ?? BODIES[name]!(bytes)
  made.set(key, body)
  return body
}

const posts = ROUTES.filter(({ body }) => body !== null)
const pathOf = (path: string) => path.replace('{mint}', mint).replace(/\{\w+\}/, 'x')

/** Milliseconds of the longest part of a turn that each route took since the last look. */
async function longestTurns(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${server.internalUrl}/metrics`)).text()
  const rows = text.matchAll(/^mintglass_loop_turn_longest_seconds\{route="([^"]+)"\} ([\d.e+-]+)$/gm)
  return new Map([...rows].map(([, route, seconds]) => [route!, Number(seconds) * 1_000]))
}

async function send(method: string, path: string, body?: string): Promise<number> {
  const headers = { 'X-API-Key': server.key, Authorization: `Bearer ${server.key}` }
  const reply = await fetch(server.url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  await reply.arrayBuffer()
  return reply.status
}

/** CPU time of the server's main thread so far, to the nanosecond: the kernel's scheduler counts it, and no other
 *  program on the machine is in it. */
function loopCpuMs(): number {
  const text = readFileSync(`/proc/${server.pid}/task/${server.pid}/schedstat`, 'latin1')
  return Number(text.split(' ', 1)[0]) / 1e6
}

/** Of the request that took least. A body that is parsed on the loop is so each time; a collection of garbage, a job,
 *  and the many small reads of a busy machine are not. Once one took no more than `mostMs`, the least of all does not
 *  either, and no more are sent. */
async function cpuOf(name: string, mostMs: number, ask: () => Promise<number>): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY
  for (let i = 0; i < TIMES && leastMs > mostMs; i++) {
    const startMs = loopCpuMs()
    const status = await ask()
    assert(status !== 500, `${name}: ${status}`)
    leastMs = Math.min(leastMs, loopCpuMs() - startMs)
  }
  return leastMs
}

test('no body, whatever it holds, keeps the loop from everyone else', { ...ON_LINUX, timeout: 600_000 }, async () => {
  const held: string[] = []
  for (const { method, path, bodyBytes } of posts) {
    for (const name of Object.keys(BODIES)) {
      const body = bodyOf(name, bodyBytes)
      const mostMs = bodyBytes > MIB ? MOST_CPU_MS_OF_LONG : MOST_CPU_MS
      const ms = await cpuOf(`${method} ${path} ${name}`, mostMs, () => send(method, pathOf(path), body))
      if (ms <= mostMs) continue
      const oneText = bodyOf('text', bodyBytes)
      const readMs = await cpuOf(`${method} ${path}`, 0, () => send(method, pathOf(path), oneText))
      if (ms > MOST_TIMES_ONE_TEXT * readMs) held.push(`${method} ${path} ${name} (${body.length} bytes): ${ms} ms`)
    }
  }
  assert.deepEqual(held, [])
})

test('a body of 5 MiB at a route that wants none so long costs nothing but its refusal', ON_LINUX, async () => {
  for (const name of ['domains', 'lists'] as const) {
    const body = bodyOf(name, 5 * MIB)
    const ms = await cpuOf(name, MOST_CPU_MS, () => send('POST', '/api/register-key', body).catch(() => 413))
    assert(ms < MOST_CPU_MS, `${name}: ${ms} ms`)
  }
})

const PRICES = 'POST /api/v2/tokens/prices'

test('the watch sees who holds the loop, and forgets it with each look', async () => {
  await send('GET', '/api/v2/openapi.json')
  await longestTurns()
  await send('POST', '/api/v2/tokens/prices', BODIES['mints']!(60_000))
  const turns = await longestTurns()
  assert((turns.get(PRICES) ?? 0) > 0, JSON.stringify([...turns]))
  assert.equal((await longestTurns()).get(PRICES) ?? 0, 0)
})
