import type { TestContext } from 'node:test'
import type { Config } from '../../../src/config/env.ts'
import { readConfig } from '../../../src/config/env.ts'
import type { ApiKeyRecord, Tier } from '../../../src/contract/api-key.ts'
import { fail, type Outcome } from '../../../src/contract/outcome.ts'
import type { ChainFact } from '../../../src/contract/tape-event.ts'
import type { HttpTuning } from '../../../src/http/ports.ts'
import { createGateway, type Gateway } from '../../../src/push/gateway/gateway.ts'
import { type Clock, systemClock } from '../../../src/runtime/clock.ts'
import type { Tape } from '../../../src/store/tape/types.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { type Frame, type GatewayClient, openGatewayClient } from '../../support/gateway-client.ts'
import { type HttpTestServer, startTestServer } from '../../support/http-test-server.ts'
import { addressOf, launchFact, openTestTape, slotOf, tradeFact } from '../../support/tape-facts.ts'

export const MINT = addressOf('mint')
export const OTHER = addressOf('other mint')
export const KEY = 'rt_gateway_test'

export type TestGateway = {
  readonly gateway: Gateway
  readonly server: HttpTestServer
  readonly port: number
  readonly tape: Tape
  /** Adds a key of a tier. */
  addKey(key: string, tier: Tier, input?: { allowedDomains?: string[] }): ApiKeyRecord
  /** Slots that no one makes. */
  skipSlots(count: number): void
  /** Appends one block; a text is a trade of that mint, `launch:<dex>` a launch. Returns its slot. */
  append(...events: readonly string[]): Promise<number>
  open(options?: Parameters<typeof openGatewayClient>[2]): Promise<GatewayClient>
  setUnserved(reason: string | null): void
}

/** The gateway behind the real front over a tape that the test writes. `KEY` is of the plan `data`. */
export async function startTestGateway(
  t: TestContext,
  options: {
    stream?: Partial<Config['stream']>
    tape?: Tape
    redeemTicket?: (text: string) => Outcome<ApiKeyRecord>
    tuning?: Partial<HttpTuning>
    clock?: Clock
  } = {},
): Promise<TestGateway> {
  const tape = options.tape ?? openTestTape(t)
  const stream = { ...readConfig({}).stream, ...options.stream }
  let unserved: string | null = null
  const { clock = systemClock() } = options
  const fakeOptions = { config: { stream }, store: { tape }, parts: { clock: clock as never } }
  // The gateway is made over the context that the server gets: keys are shared.
  const fake = fakeContext(fakeOptions)
  const gateway = createGateway(fake.ctx, {
    authenticate: fake.authenticate,
    redeemTicket: options.redeemTicket ?? (() => fail('unauthorized', 'invalid ticket')),
    unservedReason: () => unserved,
  })
  const server = await startTestServer(t, [], {
    ...fakeOptions,
    parts: { ...fakeOptions.parts, metrics: fake.ctx.metrics },
    parts2: { gateway },
    tuning: options.tuning ?? {},
  })
  t.after(() => gateway.stop())
  fake.addKey(KEY, { tier: 'data' })
  let slot = tape.position('solana')?.slot ?? 1_000
  const { port } = server
  return {
    gateway,
    server: { ...server, ctx: fake.ctx },
    port,
    tape,
    addKey: (key, tier, input = {}) => fake.addKey(key, { tier, ...input }),
    async append(...events) {
      slot++
      const facts = events.map((event, i): ChainFact => {
        if (!event.startsWith('launch:')) return tradeFact(slot, i, { mint: event })
        return launchFact(slot, i, { dex: event.slice('launch:'.length) as 'pumpfun' })
      })
      await tape.writer!.appendSlot(slotOf(slot, facts), Date.now())
      return slot
    },
    skipSlots(count) {
      slot += count
    },
    open: (clientOptions) => openGatewayClient(t, port, { key: KEY, ...clientOptions }),
    setUnserved(reason) {
      unserved = reason
    },
  }
}

/** Fails unless the updates run on from `seq` without a hole. */
export function checkRun(frames: readonly Frame[], seq: number): void {
  let expected = seq
  for (const frame of frames) {
    expected++
    if (frame['type'] !== 'update' || frame['seq'] !== expected)
      throw new Error(`expected update ${expected}, got ${JSON.stringify(frame).slice(0, 200)}`)
  }
}
