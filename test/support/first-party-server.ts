import type { TestContext } from 'node:test'
import { type Config, readConfig } from '../../src/config/env.ts'
import { firstPartyRoutes } from '../../src/routes/first-party/index.ts'
import { streamRoutes } from '../../src/routes/stream/index.ts'
import { type Clock, systemClock } from '../../src/runtime/clock.ts'
import { type HttpTestServer, startTestServer } from './http-test-server.ts'
import { openTapeLab, type TapeLab } from './tape-lab.ts'

export type FirstPartyServer = HttpTestServer & {
  readonly lab: TapeLab
  // biome-ignore lint/suspicious/noExplicitAny: tests look at replies by hand
  get(path: string, query?: Readonly<Record<string, string>>): Promise<any>
}

export const LAB_NOW_MS = 1_790_000_400_000

/** A clock that stands still unless it is moved, so that windows are those of the test's trades. */
export function movedClock(startMs = LAB_NOW_MS): Clock & { move(ms: number): void } {
  let nowMs = startMs
  return {
    ...systemClock(),
    nowMs: () => nowMs,
    move(ms) {
      nowMs += ms
    },
  }
}

/** The routes by wallet and token, and those of the streams, behind the real front, over a tape that the test
 *  writes. */
export async function startFirstParty(
  t: TestContext,
  options: {
    clock?: Clock
    ingest?: Partial<Config['ingest']>
    firstSlot?: number
    held?: ReadonlyMap<string, unknown>
  } = {},
): Promise<FirstPartyServer> {
  const clock = options.clock ?? movedClock()
  const place = options.firstSlot === undefined ? {} : { firstSlot: options.firstSlot }
  const lab = await openTapeLab(t, { clock, ...place })
  const { tape, streamTickets } = lab.store
  const config = readConfig({})
  const server = await startTestServer(t, [...firstPartyRoutes, ...streamRoutes], {
    store: { tape, streamTickets, peek: <T>(cache: string) => options.held?.get(cache) as T | undefined },
    config: {
      ingest: { ...config.ingest, ...options.ingest },
      // Never asked: the lab writes what a follower would.
      providers: { solanaRpc: { url: 'http://127.0.0.1:9', apiKey: null } },
    },
    parts: { clock },
  })
  t.after(async () => {
    await server.server.close(0)
    await lab.close()
  })
  return {
    ...server,
    lab,
    async get(path, query = {}) {
      const search = new URLSearchParams(query).toString()
      return server.send({ path: search === '' ? path : `${path}?${search}` })
    },
  }
}
