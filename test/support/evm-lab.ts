import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Config } from '../../src/config/env.ts'
import { readConfig } from '../../src/config/env.ts'
import type { ChainFact, EvmTapeChain, TradeFacts } from '../../src/contract/tape-event.ts'
import { type Follower, followChain } from '../../src/ingest/follow-chain.ts'
import { createGateway } from '../../src/push/gateway/gateway.ts'
import { startWebhooks } from '../../src/push/webhooks/start.ts'
import { chainSurfaceRoutes } from '../../src/routes/chain/index.ts'
import { firstPartyRoutes } from '../../src/routes/first-party/index.ts'
import { streamRoutes } from '../../src/routes/stream/index.ts'
import { webhookRoutes } from '../../src/routes/webhooks/index.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { checkStreamChain } from '../../src/services/chains/stream-coverage.ts'
import { openStore } from '../../src/store/open.ts'
import { foldTrade } from '../../src/store/tape/candle-fold.ts'
import type { MinuteCandle, Tape } from '../../src/store/tape/types.ts'
import { QUICK } from '../ingest/follow-fixture.ts'
import { createScriptedEvm, factsOf, type ScriptedEvm } from '../ingest/scripted-evm.ts'
import { type Target, TEST_CA } from '../push/webhooks/webhook-lab.ts'
import { SILENT, storeConfig, tempDir } from '../store/temp-store.ts'
import { fakeContext } from './fake-context.ts'
import { type HttpTestServer, type Reply, startTestServer, TEST_KEY } from './http-test-server.ts'
import { until } from './until.ts'

/** As a server with nodes of both chains is configured. The followers of the lab ask scripted nodes instead. */
const NODES: Config['evm'] = {
  ethereum: { urls: ['http://127.0.0.1:9'], wsUrl: null, backfillSlots: 0 },
  base: { urls: ['http://127.0.0.1:9'], wsUrl: null, backfillSlots: 0 },
}

export type EvmLab = {
  readonly http: HttpTestServer
  readonly tape: Tape
  readonly evm: Readonly<Record<EvmTapeChain, ScriptedEvm>>
  /** Of the one follower. */
  readonly followers: Readonly<Record<EvmTapeChain, Follower>>
  /** Resolves when the newest block of a scripted node is on the tape. */
  caughtUp(chain: EvmTapeChain): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: tests look at replies by hand
  get(path: string): Promise<any>
  call(method: string, path: string, body?: unknown): Promise<Reply>
}

/** Every transport behind the real front over a real store, which the real followers of two scripted EVM chains write.
 *  Blocks are of the last minutes. */
export async function openEvmLab(
  t: TestContext,
  options: { readonly targets?: readonly Target[]; readonly evm?: Partial<Config['evm']> } = {},
): Promise<EvmLab> {
  const dir = tempDir(t)
  const clock = systemClock()
  mkdirSync(dir, { recursive: true })
  const testCaFile = join(dir, 'ca.pem')
  writeFileSync(testCaFile, TEST_CA)
  const testTargets = (options.targets ?? []).map(({ port }) => `127.0.0.1:${port}`)
  const webhooks: Config['webhooks'] = { secretFile: null, concurrency: 4, testTargets, testCaFile }
  const store = await openStore({
    config: { ...storeConfig(dir), webhooks },
    ...{ clock, log: SILENT, metrics: createMetrics(), genesisHash: 'World', writesTape: true },
  })
  const { apiKeys: _, ...rest } = Object.defineProperties(
    {},
    Object.getOwnPropertyDescriptors(store),
  ) as unknown as typeof store
  const config = { ...readConfig({}), webhooks, evm: { ...NODES, ...options.evm }, providers: {} }
  const given = { config, store: rest, parts: { clock: clock as never, resolveHost: async () => ['8.8.8.8'] } }
  const fake = fakeContext(given)
  const gateway = createGateway(fake.ctx, {
    authenticate: fake.authenticate,
    redeemTicket: () => ({ ok: false, code: 'unauthorized', message: 'none' }),
    unservedReason(chain) {
      const served = checkStreamChain(fake.ctx, chain)
      return served.ok ? null : served.message
    },
  })
  fake.addKey(TEST_KEY, { tier: 'data', limitPer10s: 1_000_000 })
  const routes = [...streamRoutes, ...webhookRoutes, ...firstPartyRoutes, ...chainSurfaceRoutes]
  const http = await startTestServer(t, routes, {
    ...given,
    parts: { ...given.parts, metrics: fake.ctx.metrics },
    parts2: { gateway },
  })
  const sender = startWebhooks(http.ctx)
  const startSec = Math.floor(clock.nowMs() / 1_000) - 600
  const evm = {
    ethereum: createScriptedEvm({ chain: 'ethereum', startSec, blockSecs: 5, launches: true }),
    base: createScriptedEvm({ chain: 'base', startSec, blockSecs: 2, launches: true }),
  }
  const { tape } = store
  const followers = { ethereum: followScripted(http.ctx, evm.ethereum), base: followScripted(http.ctx, evm.base) }
  t.after(async () => {
    await Promise.all([followers.ethereum.stop(), followers.base.stop(), sender.stop()])
    gateway.stop()
    await http.server.close(0)
    await store.close()
  })
  const call: EvmLab['call'] = (method, path, body) =>
    http.send({ method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  return {
    ...{ http, tape, evm, followers, call },
    caughtUp: (chain) =>
      until(
        () => tape.position(chain)?.blockHash === evm[chain].blocks().at(-1)?.blockHash,
        () => `${chain} stands at ${tape.position(chain)?.slot}`,
      ),
    get: async (path) => (await call('GET', path)).json,
  }
}

function followScripted(ctx: HttpTestServer['ctx'], evm: ScriptedEvm): Follower {
  const { writer } = ctx.store.tape
  const quiet = { ...ctx, log: SILENT }
  return followChain({ ctx: quiet, port: evm.port, writer: writer!, timing: QUICK })
}

/** What the chain says now. */
export function finalFacts(evm: ScriptedEvm): readonly ChainFact[] {
  return evm.blocks().flatMap(factsOf)
}

/** Minutes of one pool, folded from the trades of the chain as it is now. */
export function finalMinutes(evm: ScriptedEvm): readonly MinuteCandle[] {
  const minutes = new Map<number, MinuteCandle>()
  for (const fact of finalFacts(evm)) {
    if (fact.type !== 'trade') continue
    const tMs = Math.floor(((fact as TradeFacts).blockTimeSec ?? 0) / 60) * 60_000
    minutes.set(tMs, foldTrade(minutes.get(tMs), tMs, fact))
  }
  return [...minutes.values()]
}

/** Ids of events that were told and not taken back, in the order in which they were told. Fails for an id that is told
 *  twice, and for a retraction of what was not told. */
export function survivorsOf(
  // biome-ignore lint/suspicious/noExplicitAny: events as the transports send them
  told: readonly any[],
): readonly string[] {
  const survivors = new Set<string>()
  const seen = new Set<string>()
  for (const { type, eventId, retracts } of told) {
    if (seen.has(eventId)) throw new Error(`${type} ${eventId} came twice`)
    seen.add(eventId)
    if (retracts === undefined) survivors.add(eventId)
    else if (!survivors.delete(retracts.eventId)) throw new Error(`${retracts.eventId} was never told`)
  }
  return [...survivors]
}
