import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createSolanaChain } from '../chain/solana/chain.ts'
import { type Config, readConfig } from '../config/env.ts'
import { counted } from '../contract/counted.ts'
import { systemClock } from '../runtime/clock.ts'
import { createLogger } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { createOrigins } from '../runtime/origins.ts'
import type { BackupManifest } from '../store/backup-manifest.ts'
import { restoreStore, verifyBackup } from '../store/backup-restore.ts'
import { judgeSignature } from '../store/backup-signature.ts'
import { StoreError } from '../store/store-error.ts'
import { type UndoneRevocation, undoneRevocations } from '../store/undone-revocations.ts'
import { webhookKeyFile } from '../store/webhook-key-file.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { noteInAudit } from './note-in-audit.ts'
import { refuseForeignOwner } from './refuse-foreign-owner.ts'

const USAGE = `usage: restore <folder> [--check] [--replace] [--unsigned] [--json]

  Restores a backup as the store of MINTGLASS_MODE under MINTGLASS_DATA_DIR. Checks it first: its signature under the
  key of WALLET_KEY_FILE (sandbox: wallet.key beside the store; live without wallets: store.key), checksums, every row of
  every table, mode and chain. Refuses while a server uses the store, and where a store exists.
  --check     only reads the backup and reports whether it is complete
  --replace   moves the existing store aside (<data>/<mode>.before-<time>) instead of refusing
  --unsigned  accepts a backup without a valid signature, whose author could own every wallet of the store. Backups of
              versions before schema 2 have none
  --json      machine-readable output`

const OPTIONS = {
  check: { type: 'boolean' },
  replace: { type: 'boolean' },
  unsigned: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** `restore`: the way back from `backup`. */
export const restore: Command = async (args) => {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const [given, ...rest] = positionals
  if (given === undefined || rest.length > 0) throw new UsageProblem(USAGE)
  const folder = resolve(given)
  const config = readConfig()
  process.umask(0o077)
  const trustsUnsigned = values.unsigned === true
  if (values.check) {
    const manifest = await verifyBackup(folder, { config, trustsUnsigned })
    const unknown = trustsUnsigned ? warningOf(config, manifest) : []
    say(values.json, { folder, ...manifest }, [`${folder} is whole: ${describe(manifest)}`, ...unknown].join('\n'))
    return 0
  }
  refuseForeignOwner(config.dataDir)
  const clock = systemClock()
  const genesisHash = await shownGenesis(config)
  const { manifest, movedTo } = await restoreStore({
    config,
    folder,
    genesisHash,
    trustsUnsigned,
    replaces: values.replace === true,
    nowMs: clock.nowMs(),
  })
  const missing = missingKeys(config, manifest)
  const undone = movedTo === null ? null : await findUndone(config, movedTo)
  const lines = [
    `restored into ${join(config.dataDir, config.mode)}: ${describe(manifest)}`,
    ...(movedTo === null ? [] : [`the previous store is in ${movedTo}`]),
    ...(config.mode === 'live' && genesisHash === null
      ? ['no node answered: the server compares the chain when it starts']
      : []),
    ...missing.map((line) => `missing: ${line}`),
    ...undoneLines(undone, manifest),
    ...(trustsUnsigned ? warningOf(config, manifest) : []),
  ]
  say(values.json, { folder, movedTo, missing, undoneRevocations: undone, ...manifest }, lines.join('\n'))
  const madeAt = new Date(manifest.startedAtMs).toISOString()
  const isSigned = judgeSignature(manifest, config) === null
  try {
    await noteInAudit({ config, clock }, 'store.restore', { folder, madeAt, movedTo, isSigned })
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'locked')) throw error
    console.error(`the server will not start on it: ${error.message}`)
  }
  return 0
}

/** Null where the store that was there cannot be read: a damaged one is why many restore. */
async function findUndone(config: Config, movedTo: string): Promise<readonly UndoneRevocation[] | null> {
  const [before, now] = [join(movedTo, 'durable'), join(config.dataDir, config.mode, 'durable')]
  try {
    return await undoneRevocations({ before, now }, config.mapSizeBytes)
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}

function undoneLines(undone: readonly UndoneRevocation[] | null, { startedAtMs }: BackupManifest): string[] {
  const since = new Date(startedAtMs).toISOString()
  if (undone === null)
    return [
      `keys that were revoked or replaced after ${since} are good again: revoke them again (\`keys revoke <id>\`)`,
    ]
  return undone.map(
    ({ id, label, keyPrefix, was }) =>
      `good again: key ${id} (${keyPrefix}, ${JSON.stringify(label)}), which was ${was} after ${since}: \`keys revoke ${id}\``,
  )
}

function warningOf(config: Config, manifest: BackupManifest): string[] {
  const why = judgeSignature(manifest, config)
  return why === null ? [] : [`unsigned: ${why}. Who wrote this backup can own every wallet of the store`]
}

function say(asJson: boolean | undefined, value: unknown, text: string): void {
  console.log(asJson ? JSON.stringify(value, null, 2) : text)
}

function describe({ mode, genesisHash, environments, startedAtMs }: BackupManifest): string {
  const rows = environments.flatMap(({ rows: tables }) => Object.values(tables)).reduce((sum, count) => sum + count, 0)
  const world = genesisHash === null ? 'no chain yet' : `chain ${genesisHash}`
  return `${mode} mode, ${world}, ${counted(environments.length, 'environment')}, ${counted(rows, 'row')}, of ${new Date(startedAtMs).toISOString()}`
}

/** Null in sandbox mode, without a node, and when it does not answer. */
async function shownGenesis(config: Config): Promise<string | null> {
  if (config.mode !== 'live') return null
  const clock = systemClock()
  const origins = createOrigins({ clock })
  const log = createLogger({ level: 'silent', process: 'restore' })
  const { rpc } = createSolanaChain({ config, clock, log, metrics: createMetrics(), origins })
  try {
    const shown = rpc === null ? null : await rpc.call<unknown>('getGenesisHash', [])
    return shown?.ok && typeof shown.value === 'string' ? shown.value : null
  } finally {
    await origins.close()
  }
}

/** Key files without which sealed secrets of the backup cannot be opened. */
function missingKeys(config: Config, { environments }: BackupManifest): string[] {
  const rows = environments.find(({ name }) => name === 'durable')?.rows ?? {}
  const has = (table: string): boolean => (rows[table] ?? 0) > 0
  const webhookKey = webhookKeyFile(config)
  const walletKey = config.custody.keyFile
  const missing: string[] = []
  if (has('webhooks.v1') && !existsSync(webhookKey))
    missing.push(`${webhookKey}, which opens the secrets of the webhooks`)
  if (config.mode === 'live' && has('walletSeed.v1') && (walletKey === null || !existsSync(walletKey)))
    missing.push(`${walletKey ?? 'WALLET_KEY_FILE'}, which opens the seed of the wallets`)
  return missing
}
