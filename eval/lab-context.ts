import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../src/config/env.ts'
import type { Context } from '../src/context.ts'
import { createContext } from '../src/create-context.ts'
import { systemClock } from '../src/runtime/clock.ts'
import { createLogger } from '../src/runtime/log.ts'
import { createMetrics } from '../src/runtime/metrics.ts'
import { pointAtSandbox } from '../src/runtime/sandbox-link.ts'

/** The service's own parts against a lab: a store of its own with cold caches, one moment in time, and every list that
 *  could know a token beforehand switched off. */
export type LabContext = { readonly ctx: Context; close(): Promise<void> }

export type LabContextOptions = {
  readonly urls: Readonly<Record<string, string>>
  readonly genesisHash: string
  /** Off: nothing is asked but the node. */
  readonly providers: boolean
  readonly workers: number
  readonly nowMs: number
}

export async function openLabContext(options: LabContextOptions): Promise<LabContext> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-eval-'))
  const given = readConfig({
    PORT: '0',
    MINTGLASS_DATA_DIR: dataDir,
    MINTGLASS_MAP_SIZE_GIB: '1',
    MINTGLASS_WORKERS: String(options.workers),
    MINTGLASS_PIN_THREADS: '0',
    MINTGLASS_TRUST_LISTS: '0',
  })
  const pointed = pointAtSandbox(given, options.urls)
  const { solanaRpc, solanaWs } = pointed.providers
  const config: Config = options.providers
    ? pointed
    : { ...pointed, providers: { ...(solanaRpc && { solanaRpc }), ...(solanaWs && { solanaWs }) } }
  const real = systemClock()
  const { ctx, close } = await createContext({
    config,
    clock: { ...real, nowMs: () => options.nowMs },
    log: createLogger({ level: 'warn', process: 'eval' }),
    metrics: createMetrics(),
    sandbox: null,
    genesisHash: options.genesisHash,
  })
  return {
    ctx,
    async close() {
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
