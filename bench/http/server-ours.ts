import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Type from 'typebox'
import { readConfig } from '../../src/config/env.ts'
import type { Context } from '../../src/context.ts'
import { ok } from '../../src/contract/outcome.ts'
import { MintParams } from '../../src/contract/params.ts'
import { startHttpServer } from '../../src/http/server.ts'
import { defineRoute } from '../../src/routes/define-route.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createAuthenticate } from '../../src/services/account/authenticate.ts'
import { createUsageRecorder } from '../../src/services/usage/record.ts'
import { openStore } from '../../src/store/open.ts'
import { serveBench } from '../harness.ts'
import { BENCH_KEY, benchReply } from './bodies.ts'

/** Our front with the real store, keys and usage, and one cached route. `disk`: the memory level holds nothing, so each
 *  answer comes from LMDB. */
const [kilobytes, level] = [Number(process.argv[2]), process.argv[3]]

const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-bench-'))
const config = { ...readConfig({ MINTGLASS_DATA_DIR: dataDir, MINTGLASS_MAP_SIZE_GIB: '1' }), port: 0, internalPort: 0 }
const clock = systemClock()
const log = createLogger({ level: 'warn', process: 'bench' })
const metrics = createMetrics()
const store = await openStore({ config, clock, log, metrics, genesisHash: null })
store.apiKeys.addVolatile(BENCH_KEY, { label: 'bench', tier: 'data', limitPer10s: 1_000_000_000 })
const ctx = { config, clock, log, metrics, store, upstreams: {}, sandbox: null } as unknown as Context
const usage = createUsageRecorder(ctx)
const reply = benchReply(kilobytes)
const route = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/bench',
  auth: 'apiKey',
  needs: [],
  cache: 'launchFacts',
  summary: 'A finished body.',
  params: MintParams,
  reply: Type.Object({ mint: Type.String(), rows: Type.Array(Type.Object({})) }),
  handle: async () => ok({ mint: reply.mint, rows: [...reply.rows] }),
})
const server = await startHttpServer(
  ctx,
  [route],
  { authenticate: createAuthenticate({ apiKeys: store.apiKeys, previewKey: null }), usage, isReady: () => true },
  level === 'disk' ? { cacheBytes: 0 } : {},
)
serveBench(server.port, async () => {
  await server.close(1_000)
  await usage.close()
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})
