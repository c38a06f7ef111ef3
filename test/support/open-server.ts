import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../../src/config/env.ts'
import { SANDBOX_KEYS, SANDBOX_PREVIEW_KEY } from '../../src/config/sandbox-keys.ts'
import type { Context } from '../../src/context.ts'
import { createContext } from '../../src/create-context.ts'
import { startHttpServer } from '../../src/http/server.ts'
import { startIngest } from '../../src/ingest/start.ts'
import { ROUTES } from '../../src/routes/index.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { ownsSandbox, startSandboxChild } from '../../src/runtime/sandbox-child.ts'
import { openSandbox, pointAtSandbox } from '../../src/runtime/sandbox-link.ts'
import { createAuthenticate } from '../../src/services/account/authenticate.ts'
import { createAuthenticateSession } from '../../src/services/account/authenticate-session.ts'
import { createUsageRecorder } from '../../src/services/usage/record.ts'
import { type ApiClient, apiClient } from './api-client.ts'
import { cacheEnv } from './inherited-env.ts'
import { keptLog, type PushedClock, pushedClock } from './test-client.ts'

const ENTRY = new URL('../../sandbox/main.ts', import.meta.url)
const HOUR_MS = 3_600_000
/** Carries its own wide limit, so that tests ask as often as they like. */
export const WIDE_KEY = 'mg_test_wide'

export type OpenServer = ApiClient & {
  readonly url: string
  readonly ctx: Context
  /** Real time that a test can push forward, to let what is kept run out. */
  readonly clock: PushedClock
  readonly logLines: readonly string[]
  /** Writes what usage was counted so far. */
  flushUsage(): Promise<void>
  stop(): Promise<void>
}

/** The parts of `src/server.ts` in this process, without its jobs: all routes on a free loopback port over a store of
 *  its own with cold caches. With SANDBOX_URL in `env` it is attached to that sandbox; MINTGLASS_MODE=live takes the
 *  providers that `env` names. With `follows` it follows the chain, too, and its tape fills while the test goes on. */
export async function openServer(
  env: Readonly<Record<string, string>>,
  { follows = false }: { readonly follows?: boolean } = {},
): Promise<OpenServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-open-'))
  const given = readConfig({
    PORT: '0',
    MINTGLASS_DATA_DIR: dataDir,
    MINTGLASS_MAP_SIZE_GIB: '1',
    MINTGLASS_PIN_THREADS: '0',
    MINTGLASS_WORKERS: '1',
    SANDBOX_EVM: 'none',
    ...cacheEnv(),
    ...env,
  })
  const clock = pushedClock()
  const { log, lines } = keptLog()
  const metrics = createMetrics()
  const child = ownsSandbox(given) ? startSandboxChild({ config: given, clock, log }, ENTRY) : null
  const sandbox = given.mode === 'sandbox' ? await openSandbox(given, child, () => {}) : null
  const config: Config = sandbox === null ? given : pointAtSandbox(given, sandbox.urls)
  const genesisHash = sandbox?.genesisHash ?? null
  const parts = { config, clock, log, metrics, sandbox, genesisHash, writesTape: follows }
  const { ctx, close } = await createContext(parts)
  if (sandbox !== null) {
    for (const { name, key, tier, scopes, limitPer10s } of SANDBOX_KEYS)
      ctx.store.apiKeys.addVolatile(key, { label: name, tier, scopes, limitPer10s })
  }
  ctx.store.apiKeys.addVolatile(WIDE_KEY, { label: 'test', tier: 'enterprise', limitPer10s: 1_000_000 })
  const usage = createUsageRecorder({ ...ctx, flushEveryMs: HOUR_MS })
  const previewKey = sandbox === null ? config.previewKey : SANDBOX_PREVIEW_KEY
  const authenticate = createAuthenticate({ apiKeys: ctx.store.apiKeys, previewKey })
  const http = await startHttpServer(ctx, ROUTES, {
    authenticate,
    authenticateSession: createAuthenticateSession(ctx),
    usage,
    isReady: () => true,
  })
  const follower = follows ? startIngest(ctx) : null
  const url = `http://127.0.0.1:${http.port}`
  return {
    ...apiClient(url, WIDE_KEY),
    url,
    ctx,
    clock,
    logLines: lines,
    flushUsage: () => usage.flush(),
    async stop() {
      await http.close(1_000)
      await follower?.stop()
      await usage.close()
      await close()
      await sandbox?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
