import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { readIdentity } from './backup.ts'
import { countRows } from './backup-environment.ts'
import { flush, holdersOf, sha256Of } from './backup-files.ts'
import { type BackupManifest, DATA_FILE, readManifest } from './backup-manifest.ts'
import { judgeSignature } from './backup-signature.ts'
import { SCHEMA_VERSION } from './identity.ts'
import type { StoreConfig } from './open.ts'
import { RESTORING } from './restoring.ts'
import { StoreError } from './store-error.ts'

/** What a store is made of and a backup holds. */
const PARTS = ['durable', 'reports', 'tape'] as const
/** What a restored store begins without. */
const EXPENDABLE = ['cache', 'run'] as const

/** Reads a backup whole: sizes, checksums, every row of every table, and that it is what its manifest says. Throws
 *  `StoreError`. */
export async function verifyBackup(
  folder: string,
  { config, trustsUnsigned }: Pick<RestoreOptions, 'config' | 'trustsUnsigned'>,
): Promise<BackupManifest> {
  const mapBytes = config.mapSizeBytes
  const manifest = readManifest(folder)
  // First: files of another author are not even opened.
  if (!trustsUnsigned) refuseUnsigned(manifest, folder, config)
  const refuse = (name: string, why: string): never => {
    throw new StoreError('corrupt', folder, `backup ${folder}: ${name} ${why}`)
  }
  for (const { name, bytes, sha256, rows } of manifest.environments) {
    const file = join(folder, name, DATA_FILE)
    if (!existsSync(file)) refuse(name, 'is missing')
    const { size } = statSync(file)
    if (size !== bytes) refuse(name, `has ${size} bytes, not ${bytes}`)
    if ((await sha256Of(file)) !== sha256) refuse(name, 'is not what was written: its checksum differs')
    const counted = await countRows(join(folder, name), mapBytes)
    const isSame =
      Object.keys(counted).length === Object.keys(rows).length &&
      Object.entries(counted).every(([table, count]) => rows[table] === count)
    if (!isSame) refuse(name, 'has rows that differ from its manifest')
  }
  const { mode, genesisHash, schema } = await readIdentity(join(folder, 'durable'), mapBytes)
  if (mode !== manifest.mode || genesisHash !== manifest.genesisHash || schema !== manifest.schema)
    refuse('durable', 'differs from its manifest in mode, chain or schema')
  return manifest
}

function refuseUnsigned(manifest: BackupManifest, folder: string, config: StoreConfig): void {
  const why = judgeSignature(manifest, config)
  if (why === null) return
  throw new StoreError(
    'locked',
    folder,
    `backup ${folder} is not verified as yours: ${why}. Its author could have put other keys into it and would then own every wallet of the store. Provide the right key file; use --unsigned only for a backup that no one else could write to`,
  )
}

export type RestoreOptions = {
  readonly config: StoreConfig
  readonly folder: string
  /** Of the chain that the configured node shows; null when none answers. */
  readonly genesisHash: string | null
  /** Takes a backup without a signature, or with one of another key, for the operator's own. */
  readonly trustsUnsigned: boolean
  /** Moves a store that is there aside, instead of refusing. */
  readonly replaces: boolean
  readonly nowMs: number
}
export type Restored = { readonly manifest: BackupManifest; readonly movedTo: string | null }

/** Puts a verified backup where the store of its mode belongs. Refuses a backup of another mode or chain or of a newer
 *  version, a store that is there (`replaces` moves it aside), and any store that a process has open. A restore that
 *  was cut short leaves a mark that keeps servers from starting, and is run again. Throws `StoreError`. */
export async function restoreStore(options: RestoreOptions): Promise<Restored> {
  const { config, folder, genesisHash } = options
  const home = join(config.dataDir, config.mode)
  const manifest = await verifyBackup(folder, options)
  refuseForeign(manifest, { folder, mode: config.mode, genesisHash })
  refuseHeld(home)
  const left = readMark(home)
  // What an earlier restore put there is ours to replace.
  if (left !== 'placing') refuseExisting(home, options.replaces)
  const staged = join(home, STAGE)
  rmSync(staged, { recursive: true, force: true })
  await stage(manifest, folder, staged)
  const movedTo = freeFolder(
    `${home}.before-${new Date(options.nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`,
  )
  const hasMoved = place({ home, staged, movedTo: left === 'placing' ? null : movedTo })
  return { manifest, movedTo: hasMoved ? movedTo : null }
}

const STAGE = '.restore'

function refuseForeign(
  manifest: BackupManifest,
  to: { readonly folder: string; readonly mode: string; readonly genesisHash: string | null },
): void {
  const { folder, mode, genesisHash } = to
  if (manifest.mode !== mode)
    throw new StoreError(
      'wrong_mode',
      folder,
      `backup ${folder} is of ${manifest.mode} mode; MINTGLASS_MODE is ${mode}`,
    )
  const isForeign = genesisHash !== null && manifest.genesisHash !== null && genesisHash !== manifest.genesisHash
  // A sandbox makes a new world at each start, and the store follows it.
  if (isForeign && mode === 'live')
    throw new StoreError(
      'wrong_chain',
      folder,
      `backup ${folder} is of the chain with genesis hash ${manifest.genesisHash}, the node shows ${genesisHash}: check SOLANA_RPC_URL`,
    )
  if (manifest.schema > SCHEMA_VERSION)
    throw new StoreError(
      'newer_schema',
      folder,
      `backup ${folder} has schema ${manifest.schema}, this version knows ${SCHEMA_VERSION}: update Mintglass`,
    )
}

function refuseHeld(home: string): void {
  const held = [join(home, 'durable'), join(home, 'tape', 'head')].flatMap(holdersOf)
  if (held.length === 0) return
  const pids = [...new Set(held)].join(', ')
  throw new StoreError('failed', home, `process ${pids} uses ${home}: stop the server first`)
}

function refuseExisting(home: string, replaces: boolean): void {
  if (replaces) return
  const there = PARTS.filter((part) => existsSync(join(home, part)))
  if (there.length === 0) return
  throw new StoreError(
    'failed',
    home,
    `${home} holds a store already (${there.join(', ')}): --replace moves it aside, and nothing is deleted`,
  )
}

async function stage(manifest: BackupManifest, folder: string, staged: string): Promise<void> {
  for (const { name, sha256 } of manifest.environments) {
    mkdirSync(join(staged, name), { recursive: true, mode: 0o700 })
    const file = join(staged, name, DATA_FILE)
    copyFileSync(join(folder, name, DATA_FILE), file, constants.COPYFILE_FICLONE)
    chmodSync(file, 0o600)
    if ((await sha256Of(file)) !== sha256)
      throw new StoreError('disk_full', file, `${file} could not be written as it is in the backup: check the disk`)
    flush(file)
    flush(dirname(file))
  }
}

/** From the first mark to the last step every server refuses to start. Gives whether there was anything to move
 *  aside. */
function place({ home, staged, movedTo }: { home: string; staged: string; movedTo: string | null }): boolean {
  let hasMoved = false
  if (movedTo !== null) {
    writeMark(home, 'moving')
    // A server that started between the first look and the mark.
    try {
      refuseHeld(home)
    } catch (error) {
      rmSync(join(home, RESTORING))
      throw error
    }
    for (const part of PARTS) hasMoved = moveAside(home, part, movedTo) || hasMoved
  }
  writeMark(home, 'placing')
  for (const part of [...PARTS, ...EXPENDABLE]) rmSync(join(home, part), { recursive: true, force: true })
  for (const part of PARTS) if (existsSync(join(staged, part))) renameSync(join(staged, part), join(home, part))
  rmSync(staged, { recursive: true, force: true })
  flush(home)
  rmSync(join(home, RESTORING))
  flush(home)
  return hasMoved
}

/** Two restores may begin in one second. */
function freeFolder(name: string): string {
  let free = name
  for (let copy = 2; existsSync(free); copy++) free = `${name}-${copy}`
  return free
}

function moveAside(home: string, part: string, to: string): boolean {
  if (!existsSync(join(home, part))) return false
  mkdirSync(to, { recursive: true, mode: 0o700 })
  renameSync(join(home, part), join(to, part))
  return true
}

/** `moving`: the store that was there is being moved aside; `placing`: what is there came from a backup. */
type Phase = 'moving' | 'placing'

function writeMark(home: string, phase: Phase): void {
  const draft = join(home, `${RESTORING}.new`)
  writeFileSync(draft, phase, { mode: 0o600 })
  flush(draft)
  renameSync(draft, join(home, RESTORING))
  flush(home)
}

function readMark(home: string): Phase | null {
  const file = join(home, RESTORING)
  if (!existsSync(file)) return null
  return readFileSync(file, 'utf8') === 'placing' ? 'placing' : 'moving'
}
