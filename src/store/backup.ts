import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Clock } from '../runtime/clock.ts'
import { copyEnvironment, readCopyBytes, readCopyRow } from './backup-environment.ts'
import { flush } from './backup-files.ts'
import { type BackupEnvironment, type BackupManifest, DATA_FILE, MANIFEST } from './backup-manifest.ts'
import { signManifest } from './backup-signature.ts'
import { copyTape } from './backup-tape.ts'
import type { Identity } from './identity.ts'
import type { StoreConfig } from './open.ts'
import { isAlive, markOfName, nameOfMark, ownMark } from './process-mark.ts'
import { judgeMarker, MARKER_PLACE } from './seal-store.ts'
import { StoreError } from './store-error.ts'
import { readStoreKey, type StoreKey } from './store-key.ts'

export type BackupOptions = {
  readonly config: StoreConfig
  /** Must not be there yet. */
  readonly folder: string
  readonly clock: Clock
  readonly version: string
  readonly withTape: boolean
  readonly withReports: boolean
}

/** Copies the store of one mode while servers work on it. Each environment is one snapshot; `durable` is taken first
 *  and the tape last, so that whatever `durable` points at is in the copy of the tape. The folder appears whole, under
 *  its name, or not at all. Throws `StoreError`. */
export async function backUpStore(options: BackupOptions): Promise<BackupManifest> {
  const { config, folder, clock } = options
  const home = join(config.dataDir, config.mode)
  const key = readStoreKey(config, { makes: false })
  if (typeof key === 'string' && existsSync(join(home, 'durable', DATA_FILE)))
    throw new StoreError('locked', folder, `a backup is signed: ${key}`)
  if (existsSync(folder)) throw new StoreError('failed', folder, `${folder} exists: a backup never replaces a folder`)
  const parent = dirname(folder)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  removeDeadPartials(folder)
  const partial = `${folder}${PARTIAL}${nameOfMark(ownMark()).replaceAll(':', '_')}`
  mkdirSync(partial, { mode: 0o700 })
  try {
    const startedAtMs = clock.nowMs()
    const environments = await copyAll(options, home, partial)
    const identity = await readIdentity(join(partial, 'durable'), config.mapSizeBytes)
    const { mode, genesisHash, schema } = identity
    if (typeof key === 'string') throw new StoreError('locked', folder, `a backup is signed: ${key}`)
    await refuseForeignKey(join(partial, 'durable'), key, config.mapSizeBytes)
    const manifest = signManifest(key, {
      format: 2,
      version: options.version,
      mode,
      genesisHash,
      schema,
      startedAtMs,
      finishedAtMs: clock.nowMs(),
      environments,
      signature: null,
    })
    writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    chmodSync(join(partial, MANIFEST), 0o600)
    flush(join(partial, MANIFEST))
    flush(partial)
    renameSync(partial, folder)
    flush(parent)
    return manifest
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

const PARTIAL = '.partial-'

async function copyAll(
  { config, withTape, withReports }: BackupOptions,
  home: string,
  partial: string,
): Promise<BackupEnvironment[]> {
  const mapBytes = config.mapSizeBytes
  const copy = (name: string) => copyEnvironment({ name, from: join(home, name), to: join(partial, name), mapBytes })
  const environments = [await copy('durable')]
  if (withReports && existsSync(join(home, 'reports'))) environments.push(await copy('reports'))
  if (withTape && existsSync(join(home, 'tape', 'head')))
    environments.push(...(await copyTape({ from: join(home, 'tape'), to: join(partial, 'tape'), mapBytes })))
  return environments
}

/** A backup that is signed with one key and whose rows have codes of another could never be put to use. */
async function refuseForeignKey(path: string, key: StoreKey, mapBytes: number): Promise<void> {
  const problem = judgeMarker(await readCopyBytes(path, mapBytes, MARKER_PLACE), key)
  if (problem !== null) throw new StoreError('locked', path, `the store cannot be backed up: ${problem}`)
}

/** Throws `StoreError` when a copy of `durable` does not say what it is. */
export async function readIdentity(path: string, mapBytes: number): Promise<Identity> {
  const identity = await readCopyRow<Identity>(path, mapBytes, { table: 'meta.v1', key: 'identity' })
  if (identity === undefined) throw new StoreError('corrupt', path, `store ${path} has no identity`)
  return identity
}

/** Remains of killed backups to the same folder. */
function removeDeadPartials(folder: string): void {
  const prefix = `${basename(folder)}${PARTIAL}`
  for (const name of readdirSync(dirname(folder))) if (name.startsWith(prefix)) removeIfDead(dirname(folder), name)
}

function removeIfDead(parent: string, name: string): void {
  const mark = markOfName(name.slice(name.indexOf(PARTIAL) + PARTIAL.length).replaceAll('_', ':'))
  if (mark !== undefined && !isAlive(mark)) rmSync(join(parent, name), { recursive: true, force: true })
}

const DATED = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** `2026-11-22T03-15-00Z` */
export function datedName(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** Removes dated backups of a folder but the newest `keep`, and what killed ones have left; gives the names of those
 *  that went. Nothing else in the folder is touched. */
export function pruneBackups(parent: string, keep: number): string[] {
  const names = readdirSync(parent)
  for (const name of names) if (/^\d{4}-.*Z\.partial-/.test(name)) removeIfDead(parent, name)
  const whole = names.filter((name) => DATED.test(name) && existsSync(join(parent, name, MANIFEST))).sort()
  const gone = whole.slice(0, Math.max(0, whole.length - keep))
  for (const name of gone) {
    // Without its manifest it is none any more, should the rest be cut short.
    rmSync(join(parent, name, MANIFEST))
    rmSync(join(parent, name), { recursive: true, force: true })
  }
  return gone
}
