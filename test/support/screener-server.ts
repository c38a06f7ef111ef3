import type { TestContext } from 'node:test'
import { type Config, readConfig } from '../../src/config/env.ts'
import type { Context } from '../../src/context.ts'
import { screenerRoutes } from '../../src/routes/screener/index.ts'
import type { Clock } from '../../src/runtime/clock.ts'
import type { Upstreams } from '../../src/upstreams/capabilities.ts'
import { movedClock } from './first-party-server.ts'
import { type HttpTestServer, startTestServer } from './http-test-server.ts'
import { NO_UPSTREAMS } from './no-upstreams.ts'
import { openTapeLab, type TapeLab } from './tape-lab.ts'

export type ScreenerServer = HttpTestServer & {
  readonly lab: TapeLab
  // biome-ignore lint/suspicious/noExplicitAny: tests look at replies by hand
  get(path: string, query?: Readonly<Record<string, string>>): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: tests look at replies by hand
  post(body: unknown): Promise<any>
}

const BASE = '/api/v2/screener'

/** The screener behind the real front, over a tape that the test writes. Nothing is kept between answers. */
export async function startScreener(
  t: TestContext,
  options: { clock?: Clock; ingest?: Partial<Config['ingest']>; upstreams?: Partial<Upstreams>; dir?: string } = {},
): Promise<ScreenerServer> {
  const clock = options.clock ?? movedClock()
  const lab = await openTapeLab(t, { clock, firstSlot: 0, ...(options.dir === undefined ? {} : { dir: options.dir }) })
  const config = readConfig({})
  const server = await startTestServer(t, screenerRoutes, {
    store: { tape: lab.store.tape, scores: lab.store.scores },
    config: {
      ingest: { ...config.ingest, ...options.ingest },
      // Never asked: the lab writes what a follower would.
      providers: { solanaRpc: { url: 'http://127.0.0.1:9', apiKey: null } },
    },
    parts: {
      clock,
      chain: { rpc: null } as Context['chain'],
      upstreams: { ...NO_UPSTREAMS, ...options.upstreams },
    },
  })
  t.after(async () => {
    server.ctx.parts.screener.close()
    await server.server.close(0)
    await lab.close()
  })
  /** A busy machine may need longer than a request waits. */
  const send = async (request: Parameters<HttpTestServer['send']>[0]) => {
    while (!(await server.ctx.parts.screener.look()).isSettled()) await new Promise((resolve) => setTimeout(resolve, 5))
    return server.send(request)
  }
  return {
    ...server,
    lab,
    get: (path, query = {}) => {
      const search = new URLSearchParams(query).toString()
      return send({ path: `${BASE}${path}${search === '' ? '' : `?${search}`}` })
    },
    post: (body) => send({ method: 'POST', path: `${BASE}/pairs`, body: JSON.stringify(body) }),
  }
}
