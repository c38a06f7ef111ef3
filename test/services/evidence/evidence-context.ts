import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../../src/config/env.ts'
import type { Context } from '../../../src/context.ts'
import { createContext } from '../../../src/create-context.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

/** Runs `use` in a context of its own, with cold caches, on a node and, where there is one, an asset index. */
export async function withEvidenceContext<T>(
  { urls, genesisHash }: Pick<StartedSandbox, 'urls' | 'genesisHash'>,
  use: (ctx: Context) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-evidence-'))
  const settings = { SOLANA_RPC_URL: urls['rpc']!, ...(urls['das'] === undefined ? {} : { DAS_URL: urls['das'] }) }
  const context = await createContext({
    config: readConfig({
      MINTGLASS_DATA_DIR: dir,
      MINTGLASS_PIN_THREADS: '0',
      MINTGLASS_MAP_SIZE_GIB: '1',
      ...settings,
    }),
    clock: systemClock(),
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    sandbox: null,
    genesisHash,
  })
  try {
    return await use(context.ctx)
  } finally {
    await context.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
