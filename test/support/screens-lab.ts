import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { readConfig } from '../../src/config/env.ts'
import type { Context } from '../../src/context.ts'
import { fail } from '../../src/contract/outcome.ts'
import type { ScreenEvent } from '../../src/contract/tape-event.ts'
import { startScreenAppender } from '../../src/ingest/append-screens.ts'
import { createGateway } from '../../src/push/gateway/gateway.ts'
import { startWebhooks } from '../../src/push/webhooks/start.ts'
import { screenerRoutes } from '../../src/routes/screener/index.ts'
import { screenRoutes } from '../../src/routes/screens/index.ts'
import { streamRoutes } from '../../src/routes/stream/index.ts'
import { webhookRoutes } from '../../src/routes/webhooks/index.ts'
import { type ScreenWatch, startScreens } from '../../src/services/screens/start-screens.ts'
import type { Store } from '../../src/store/store.ts'
import type { Upstreams } from '../../src/upstreams/capabilities.ts'
import { fakeContext } from './fake-context.ts'
import { movedClock } from './first-party-server.ts'
import { type GatewayClient, openGatewayClient } from './gateway-client.ts'
import { type HttpTestServer, type Reply, startTestServer, TEST_KEY } from './http-test-server.ts'
import { NO_UPSTREAMS } from './no-upstreams.ts'
import { openTapeLab, type TapeLab } from './tape-lab.ts'

export const OTHER_KEY = 'mg_other_key_0123456789'
export const FREE_KEY = 'mg_free_key_01234567890'

export type ScreensLab = {
  readonly lab: TapeLab
  readonly http: HttpTestServer
  readonly clock: ReturnType<typeof movedClock>
  readonly watch: ScreenWatch
  call(method: string, path: string, body?: unknown, key?: string): Promise<Reply>
  /** Saves a screen and finds its first rows. */
  save(filter: unknown, extra?: object): Promise<{ id: string; startCursor: string }>
  /** One comparison with the index at the head of the tape, and its changes on the tape. */
  round(): Promise<void>
  open(key?: string): Promise<GatewayClient>
  /** Events of a screen after a cursor, as replay tells them. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at events by hand
  replay(id: string, from?: string): Promise<any[]>
  /** Its rows. */
  pairs(id: string): Promise<string[]>
  /** Changes on the tape. */
  changes(): readonly ScreenEvent[]
  close(): Promise<void>
}

/** Saved screens behind the real front, with all transports, over a tape that the test writes. `TEST_KEY` has the plan
 *  `data`, `OTHER_KEY` the plan `builder`. Rounds are made by hand. */
export async function openScreensLab(
  t: TestContext,
  options: {
    dir?: string
    clock?: ReturnType<typeof movedClock>
    targets?: readonly { readonly port: number }[]
    ca?: string
    upstreams?: Partial<Upstreams>
  } = {},
): Promise<ScreensLab> {
  const clock = options.clock ?? movedClock()
  const lab = await openTapeLab(t, { clock, firstSlot: 0, ...(options.dir === undefined ? {} : { dir: options.dir }) })
  const testCaFile = join(lab.dir, 'ca.pem')
  writeFileSync(testCaFile, options.ca ?? '')
  const { apiKeys: _, ...rest } = Object.defineProperties(
    {},
    Object.getOwnPropertyDescriptors(lab.store),
  ) as unknown as Store
  const given = {
    config: {
      ingest: readConfig({}).ingest,
      // Never asked: the lab writes what a follower would.
      providers: { solanaRpc: { url: 'http://127.0.0.1:9', apiKey: null } },
      webhooks: {
        secretFile: null,
        concurrency: 4,
        testTargets: (options.targets ?? []).map(({ port }) => `127.0.0.1:${port}`),
        testCaFile,
      },
    },
    parts: {
      clock,
      chain: { rpc: null } as Context['chain'],
      upstreams: { ...NO_UPSTREAMS, ...options.upstreams },
      resolveHost: async () => ['8.8.8.8'],
    },
  }
  const fake = fakeContext({ ...given, store: rest })
  for (const [key, tier] of [
    [TEST_KEY, 'data'],
    [OTHER_KEY, 'builder'],
    [FREE_KEY, 'free'],
  ] as const)
    fake.addKey(key, { tier, limitPer10s: 1_000_000 })
  const gateway = createGateway(fake.ctx, {
    authenticate: fake.authenticate,
    redeemTicket: () => fail('unauthorized', 'invalid ticket'),
    unservedReason: () => null,
  })
  const http = await startTestServer(t, [...screenRoutes, ...screenerRoutes, ...streamRoutes, ...webhookRoutes], {
    ...given,
    store: { ...rest, apiKeys: fake.ctx.store.apiKeys },
    parts2: { gateway, authenticate: fake.authenticate },
  })
  const { ctx } = http
  const watch = startScreens(ctx, { everyMs: null })
  const appender = startScreenAppender(ctx, lab.store.tape.writer!)
  const webhooks = startWebhooks(ctx)
  let isOpen = true

  async function close(): Promise<void> {
    if (!isOpen) return
    isOpen = false
    await watch.stop()
    await appender.stop()
    await webhooks.stop()
    gateway.stop()
    ctx.parts.screener.close()
    await http.server.close(0)
    await lab.close()
  }
  t.after(close)

  async function settled(): Promise<void> {
    while (!(await ctx.parts.screener.look()).isSettled()) await pause(2)
  }

  const all: ScreensLab = {
    lab,
    http,
    clock,
    watch,
    close,
    call: (method, path, body, key = TEST_KEY) =>
      http.send({
        method,
        path: path.startsWith('/api/') ? path : `/api/v2${path}`,
        headers: { 'X-API-Key': key },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async save(filter, extra = {}) {
      await settled()
      const made = await all.call('POST', '/api/v2/screens', { filter, holdSecs: 0, ...extra })
      assert.equal(made.status, 201, made.text)
      await all.round()
      return made.json.screen
    },
    async round() {
      await settled()
      await watch.round()
      const { number } = lab.store.screens.counters()
      for (let waited = 0; lab.store.tape.lastScreenChange() < number; waited++) {
        assert(waited < 2_000, 'changes reach the tape')
        await pause(2)
      }
    },
    async replay(id, from = '') {
      const query = new URLSearchParams({
        channels: `screens:solana:${id}`,
        limit: '5000',
        ...(from === '' ? {} : { from }),
      })
      const reply = await fetch(`http://127.0.0.1:${http.port}/api/v2/stream/replay?${query}`, {
        headers: { 'X-API-Key': TEST_KEY },
      })
      const page = (await reply.json()) as { events: unknown[]; nextCursor: string | null }
      assert.equal(reply.status, 200)
      return page.events
    },
    async pairs(id) {
      const { json } = await all.call('GET', `/api/v2/screens/${id}/rows?limit=100`)
      return json.rows.map(({ pair }: { pair: string }) => pair)
    },
    open: (key = TEST_KEY) => openGatewayClient(t, http.port, { key }),
    changes: () => lab.store.tape.read(0, 1_000_000).filter((event): event is ScreenEvent => event.type === 'screen'),
  }
  return all
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
