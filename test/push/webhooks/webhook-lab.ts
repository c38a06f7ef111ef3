import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { makeLoopbackCertificate } from '../../../sandbox/webhook-sink/make-certificate.ts'
import type { Config } from '../../../src/config/env.ts'
import type { Context } from '../../../src/context.ts'
import type { ChainFact } from '../../../src/contract/tape-event.ts'
import { startWebhooks, type WebhookSender } from '../../../src/push/webhooks/start.ts'
import { webhookRoutes } from '../../../src/routes/webhooks/index.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import type { ResolveHost } from '../../../src/runtime/public-target.ts'
import { openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { SILENT, storeConfig, tempDir } from '../../store/temp-store.ts'
import { type FakeClock, fakeClock } from '../../support/fake-clock.ts'
import { type HttpTestServer, type Reply, startTestServer } from '../../support/http-test-server.ts'
import { FIRST_SECOND, slotOf, tradeFact } from '../../support/tape-facts.ts'
import { until } from '../../support/until.ts'

export const FIRST_SLOT = 1_000
const CERTIFICATE = makeLoopbackCertificate(Date.now())
export const TEST_CA = CERTIFICATE.ca

export type Post = {
  readonly headers: IncomingHttpHeaders
  readonly raw: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look at bodies by hand
  readonly body: any
  readonly path: string
}
export type Target = {
  readonly port: number
  readonly url: string
  readonly posts: Post[]
  /** The most that were under way at once. */
  readonly most: () => number
  /** How the next posts are answered. */
  answer: (post: Post, reply: ServerResponse) => void
}

/** A receiver on loopback that keeps what it got. */
export async function openTarget(t: TestContext, path = '/hook'): Promise<Target> {
  let running = 0
  let most = 0
  const server = createServer({ cert: CERTIFICATE.cert, key: CERTIFICATE.key }, (request, reply) => {
    const chunks: Buffer[] = []
    running++
    most = Math.max(most, running)
    reply.on('close', () => running--)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const post = { headers: request.headers, raw, body: JSON.parse(raw), path: request.url ?? '' }
      target.posts.push(post)
      target.answer(post, reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const target: Target = {
    port,
    url: `https://127.0.0.1:${port}${path}`,
    posts: [],
    most: () => most,
    answer: (_post, reply) => reply.end('taken'),
  }
  return target
}

export type Lab = {
  readonly ctx: Context
  readonly store: Store
  readonly clock: FakeClock
  readonly http: HttpTestServer
  readonly dir: string
  readonly logged: readonly Record<string, unknown>[]
  start(options?: { attemptMs?: number }): WebhookSender
  /** Writes one block with these facts. */
  append(slot: number, facts: readonly ChainFact[]): Promise<void>
  call(method: string, path: string, body?: unknown, key?: string): Promise<Reply>
  /** Makes a webhook of every trade and returns its id and secret. */
  subscribe(url: string, extra?: object): Promise<{ id: string; secret: string }>
}

/** The routes of webhooks through the real front, over a real store whose tape the test writes. */
export async function openLab(
  t: TestContext,
  options: {
    targets?: readonly Target[]
    dir?: string
    concurrency?: number
    hosts?: readonly string[]
    resolve?: ResolveHost
  } = {},
): Promise<Lab> {
  const dir = options.dir ?? tempDir(t)
  const clock = fakeClock((FIRST_SECOND + Math.floor(FIRST_SLOT * 0.4)) * 1_000)
  mkdirSync(dir, { recursive: true })
  const testCaFile = join(dir, 'ca.pem')
  writeFileSync(testCaFile, CERTIFICATE.ca)
  const webhooks: Config['webhooks'] = {
    secretFile: null,
    concurrency: options.concurrency ?? 4,
    testTargets: [...(options.targets ?? []).map(({ port }) => `127.0.0.1:${port}`), ...(options.hosts ?? [])],
    testCaFile,
  }
  const config = { ...storeConfig(dir), webhooks }
  const store = await openStore({
    config,
    clock,
    log: SILENT,
    metrics: createMetrics(),
    genesisHash: 'World',
    writesTape: true,
  })
  const { apiKeys: _, ...rest } = Object.defineProperties(
    {},
    Object.getOwnPropertyDescriptors(store),
  ) as unknown as Store
  const http = await startTestServer(t, webhookRoutes, {
    config: { webhooks, providers: { solanaRpc: { url: 'http://127.0.0.1:1', apiKey: null } } },
    store: rest,
    parts: { clock, resolveHost: options.resolve ?? (async () => ['8.8.8.8']) },
  })
  const senders: WebhookSender[] = []
  t.after(async () => {
    await Promise.all(senders.map((sender) => sender.stop()))
    await store.close()
  })
  const call: Lab['call'] = (method, path, body, key) =>
    http.send({
      method,
      path: `/api/v2/webhooks${path}`,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(key === undefined ? {} : { headers: { 'X-API-Key': key } }),
    })
  return {
    ctx: http.ctx,
    store,
    clock,
    http,
    dir,
    logged: http.logged,
    start(given = {}) {
      const sender = startWebhooks(http.ctx, given)
      const stop = once(sender.stop)
      senders.push({ stop })
      return { stop }
    },
    async append(slot, facts) {
      await store.tape.writer!.appendSlot(slotOf(slot, facts), clock.nowMs())
    },
    call,
    async subscribe(url, extra = {}) {
      const made = await call('POST', '', { url, events: ['trade'], chain: 'solana', ...extra })
      assert.equal(made.status, 201, made.text)
      return { id: made.json.webhook.id, secret: made.json.secret }
    },
  }
}

/** Of the trades that a number of blocks hold. */
export function eventIdsOf(firstSlot: number, slots: number, tradesPerSlot: number): string[] {
  return Array.from({ length: slots * tradesPerSlot }, (_, i) => {
    const slot = firstSlot + Math.floor(i / tradesPerSlot)
    return tradeFact(slot, i % tradesPerSlot).eventId
  })
}

/** Whether both signature headers of a post hold for a secret, as receivers check them. */
export function isSignedBy(post: Post, secret: string): boolean {
  const parts = String(post.headers['x-service-signature']).split(',')
  const t = parts.find((part) => part.startsWith('t='))!.slice(2)
  const wanted = createHmac('sha256', secret).update(`${t}.${post.raw}`).digest('hex')
  const isSigned = parts.includes(`v1=${wanted}`)
  assert.equal(isStandardSignedBy(post, secret, t), isSigned, 'one says what the other says')
  return isSigned
}

/** The same by the rules of Standard Webhooks. */
function isStandardSignedBy({ headers, raw }: Post, secret: string, t: string): boolean {
  assert.equal(headers['webhook-timestamp'], t)
  assert.equal(headers['webhook-id'], headers['x-service-delivery-id'])
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const wanted = createHmac('sha256', key).update(`${headers['webhook-id']}.${t}.${raw}`).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${wanted}`)
}

/** Moves time in ticks until something is so; the sender looks in every tick. */
export async function tickUntil(clock: FakeClock, isSo: () => boolean, what: string): Promise<void> {
  // On a busy machine a post may take many ticks of real time.
  await until(async () => {
    if (isSo()) return true
    await clock.advance(500)
    return false
  }, what)
}

/** Moves time once the sender sleeps: it looks when it wakes, and would sleep on if it was still at work. */
export async function pass(clock: FakeClock, ms: number): Promise<void> {
  await until(() => clock.sleepers() > 0, 'the sender sleeps')
  await clock.advance(ms)
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
