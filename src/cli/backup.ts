import { join, resolve } from 'node:path'
import { readConfig } from '../config/env.ts'
import { systemClock } from '../runtime/clock.ts'
import { backUpStore, datedName, pruneBackups } from '../store/backup.ts'
import type { BackupManifest } from '../store/backup-manifest.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { noteInAudit } from './note-in-audit.ts'
import { refuseForeignOwner } from './refuse-foreign-owner.ts'
import { formatTable } from './table.ts'

const USAGE = `usage:
  backup <folder>                     copies the store into a new folder
  backup --into <folder> [--keep <n>] the same into a folder named after the time; keeps the newest n of them

  --no-tape      without the event tape: consumers with older cursors get \`truncated\` after a restore
  --no-reports   without the stored reports
  --json         machine-readable output
Works while a server runs. The store is that of MINTGLASS_MODE under MINTGLASS_DATA_DIR. Key files
(webhook.key, WALLET_KEY_FILE) are not part of the backup: sealed secrets stay sealed. Keep those files elsewhere.`

const OPTIONS = {
  into: { type: 'string' },
  keep: { type: 'string' },
  'no-tape': { type: 'boolean' },
  'no-reports': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** `backup`: a consistent copy of the store while servers work on it. */
export const backup: Command = async (args) => {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const [folder, ...rest] = positionals
  if (rest.length > 0 || (folder === undefined) === (values.into === undefined)) throw new UsageProblem(USAGE)
  const keep = readKeep(values.keep, values.into)
  const config = readConfig()
  refuseForeignOwner(config.dataDir)
  // Files of LMDB come with the mode of the process.
  process.umask(0o077)
  const clock = systemClock()
  const parent = values.into === undefined ? null : resolve(values.into)
  const target = parent === null ? resolve(folder!) : join(parent, datedName(clock.nowMs()))
  const manifest = await backUpStore({
    config,
    folder: target,
    clock,
    version: config.version,
    withTape: values['no-tape'] !== true,
    withReports: values['no-reports'] !== true,
  })
  const removed = parent === null || keep === null ? [] : pruneBackups(parent, keep)
  if (values.json) console.log(JSON.stringify({ folder: target, removed, ...manifest }, null, 2))
  else print(target, manifest, removed)
  // Last: the backup is there whether or not this can be written.
  const parts = manifest.environments.map(({ name }) => name)
  await noteInAudit({ config, clock }, 'store.backup', { folder: target, parts, removed })
  return 0
}

function readKeep(text: string | undefined, into: string | undefined): number | null {
  if (text === undefined) return null
  const keep = Number(text)
  if (into === undefined || !Number.isSafeInteger(keep) || keep < 1)
    throw new UsageProblem(`--keep takes a number from 1 on and needs --into\n\n${USAGE}`)
  return keep
}

function print(folder: string, manifest: BackupManifest, removed: readonly string[]): void {
  const { environments, startedAtMs, finishedAtMs } = manifest
  const rows = environments.map(({ name, bytes, rows: tables }) => [
    name,
    String(Object.values(tables).reduce((sum, count) => sum + count, 0)),
    String(bytes),
  ])
  console.log(formatTable(['environment', 'rows', 'bytes'], rows))
  console.log(`\n${folder} (${manifest.mode}, ${((finishedAtMs - startedAtMs) / 1_000).toFixed(1)} s)`)
  if (removed.length > 0) console.log(`removed: ${removed.join(', ')}`)
}
