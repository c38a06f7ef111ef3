import type { TestContext } from 'node:test'
import { type Config, readConfig } from '../../../src/config/env.ts'
import { streamRoutes } from '../../../src/routes/stream/index.ts'
import { type Clock, systemClock } from '../../../src/runtime/clock.ts'
import type { NewApiKey } from '../../../src/store/store.ts'
import { type HttpTestServer, startTestServer } from '../../support/http-test-server.ts'
import { openTapeLab, type TapeLab } from '../../support/tape-lab.ts'

export type SseServer = HttpTestServer & { readonly lab: TapeLab }

/** The stream routes behind the real front, over a tape that the test writes. */
export async function startSse(
  t: TestContext,
  options: {
    dir?: string
    lab?: TapeLab
    clock?: Clock
    stream?: Partial<Config['stream']>
    ingest?: Partial<Config['ingest']>
    follows?: boolean
  } = {},
): Promise<SseServer> {
  const clock = options.clock ?? systemClock()
  const lab =
    options.lab ?? (await openTapeLab(t, { ...(options.dir === undefined ? {} : { dir: options.dir }), clock }))
  const config = readConfig({})
  const { tape, streamTickets } = lab.store
  // Never asked: the lab writes what a follower would.
  const providers = options.follows === false ? {} : { solanaRpc: { url: 'http://127.0.0.1:9', apiKey: null } }
  const server = await startTestServer(t, streamRoutes, {
    store: { tape, streamTickets },
    config: {
      stream: { ...config.stream, ...options.stream },
      ingest: { ...config.ingest, ...options.ingest },
      providers,
    },
    parts: { clock },
  })
  t.after(async () => {
    await server.server.close(0)
    await lab.close()
  })
  return { ...server, lab }
}

export function eventsPath(channels: string, query: Readonly<Record<string, string>> = {}): string {
  return `/api/v2/stream/events?${new URLSearchParams({ channels, ...query })}`
}

export const FREE_KEY = 'mg_test_free'
export const BUILDER_KEY = 'rt_test_builder'

export function addKey({ addKey: add }: HttpTestServer, key: string, tier: NewApiKey['tier']) {
  return add(key, { tier, limitPer10s: 1_000_000 })
}
