import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Clock, systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { openStore, type StoreConfig } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'

export const GENESIS = 'GenesisOfTheFirstWorld'
export const SILENT = createLogger({ level: 'silent', process: 'test' })

/** A clock that stands still until it is moved. */
export type MovingClock = Clock & { advance(ms: number): void }

export function movingClock(startMs = Date.UTC(2026, 10, 20, 12, 30)): MovingClock {
  let nowMs = startMs
  return {
    ...systemClock(),
    nowMs: () => nowMs,
    advance(ms) {
      nowMs += ms
    },
  }
}

export function tempDir(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-store-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

export function storeConfig(dataDir: string, mode: StoreConfig['mode'] = 'sandbox'): StoreConfig {
  return { mode, dataDir, runtimeDir: join(dataDir, mode, 'run'), mapSizeBytes: 4 * 1024 ** 3 }
}

/** A store in a folder of its own, closed when the test ends. */
export async function openTempStore(
  t: TestContext,
  options: {
    dir?: string
    clock?: Clock
    genesisHash?: string | null
    mode?: StoreConfig['mode']
    walletKeyFile?: string | null
  } = {},
): Promise<Store> {
  const { dir = tempDir(t), clock = systemClock(), genesisHash = GENESIS, mode, walletKeyFile = null } = options
  const config = { ...storeConfig(dir, mode), custody: { keyFile: walletKeyFile } }
  const store = await openStore({ config, clock, log: SILENT, metrics: createMetrics(), genesisHash })
  let isOpen = true
  const close = store.close
  t.after(() => (isOpen ? close() : undefined))
  return {
    ...store,
    close() {
      isOpen = false
      return close()
    },
  }
}
