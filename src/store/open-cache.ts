import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { STORAGE } from '../config/storage.ts'
import type { Logger } from '../runtime/log.ts'
import { deleteEnvironment, type Environment, type EnvironmentOptions, openEnvironment } from './environment.ts'
import { readFileHead } from './file-head.ts'
import { currentBootId } from './process-mark.ts'
import { StoreError, storeErrorOf } from './store-error.ts'

type CacheOptions = { readonly path: string; readonly mapBytes: number; readonly log: Logger }

/** Opens the cache environment, or begins a new one when the old one is damaged, cut short, or from before a reboot: it
 *  is never flushed, so after a power loss its pages may be of different ages. */
export function openCache({ path, mapBytes, log }: CacheOptions): Environment {
  const bootFile = join(path, 'boot-id')
  const bootId = currentBootId()
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const head = readFileHead(path)
    const isCutShort = typeof head === 'object' && head.bytes < head.bytesExpected
    if (head !== 'absent' && (isCutShort || readBootId(bootFile) !== bootId)) deleteEnvironment(path)
    const env = openExpendable({ name: 'cache', path, mapBytes: Math.min(mapBytes, MAX_CACHE_MAP_BYTES), log })
    writeFileSync(bootFile, bootId)
    return env
  } catch (error) {
    throw storeErrorOf(error, path)
  }
}

/** The cache empties itself at a fraction of this; the rest is room for pages that readers still hold. */
const MAX_CACHE_MAP_BYTES = 8 * STORAGE.cacheBytes

/** Opens an environment whose content may be lost: damaged files are replaced by new ones. */
export function openExpendable({
  log,
  ...options
}: Omit<EnvironmentOptions, 'synced'> & { readonly log: Logger }): Environment {
  try {
    return openEnvironment({ ...options, synced: false })
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'corrupt')) throw error
    log.warn({ err: error, environment: options.name }, 'damaged environment replaced by an empty one')
    deleteEnvironment(options.path)
    return openEnvironment({ ...options, synced: false })
  }
}

function readBootId(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
