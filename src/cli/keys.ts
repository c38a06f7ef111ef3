import { readConfig } from '../config/env.ts'
import { type ApiKeyRecord, SCOPES, type Scope, TIERS, type Tier } from '../contract/api-key.ts'
import { systemClock } from '../runtime/clock.ts'
import { isWallet } from '../services/account/is-wallet.ts'
import { parseDomains } from '../services/account/parse-domains.ts'
import type { AuditAction, AuditNote } from '../store/audit-rows.ts'
import { openKeyStore } from '../store/open.ts'
import type { ApiKeyPatch, ApiKeysTable } from '../store/store.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { refuseForeignOwner } from './refuse-foreign-owner.ts'
import { formatTable } from './table.ts'

const USAGE = `usage:
  keys create --tier <${TIERS.join('|')}> [--label <text>] [--limit <n>] [--domains <a.com,*.b.com>]
              [--owner <wallet>] [--fee-wallet <wallet>] [--scopes <${SCOPES.join(',')}>] [--branding]
  keys list
  keys recover <id> --tier <tier> [...]  makes a key again whose row is lost, with its wallets and the options of create
  keys revoke <id>
  keys grant <id> [--tier <tier>] [--label <text>] [--limit <n|none>] [--domains <list|any>]
              [--owner <wallet|none>] [--fee-wallet <wallet|none>] [--scopes <list>] [--branding | --no-branding]

  --limit     requests per 10 seconds of this key, instead of the server's setting
  --domains   a browser may use the key only from these hosts
  --owner     the wallet that signs in for the key; --fee-wallet where its fees go (none: to the owner)
  --json      machine-readable output
Every change is in the log (npm run mintglass -- audit). The store is that of MINTGLASS_MODE under MINTGLASS_DATA_DIR; a running server sees a change within a quarter of a second.`

const OPTIONS = {
  tier: { type: 'string' },
  label: { type: 'string' },
  limit: { type: 'string' },
  domains: { type: 'string' },
  owner: { type: 'string' },
  'fee-wallet': { type: 'string' },
  scopes: { type: 'string' },
  branding: { type: 'boolean' },
  'no-branding': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values']
type Action = (apiKeys: ApiKeysTable, id: string | undefined, values: Values) => Promise<void>

const ACTIONS: Readonly<Record<string, Action>> = { create, list, recover, revoke, grant }

/** `keys create|list|recover|revoke|grant`: works on the store itself, beside a running server or without one. */
export const keys: Command = async (args) => {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  const [word = '', id, ...rest] = positionals
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined
  if (action === undefined || rest.length > 0) throw new UsageProblem(USAGE)
  const settings = readConfig()
  refuseForeignOwner(settings.dataDir)
  const store = await openKeyStore({ config: settings, clock: systemClock() })
  try {
    await action(store.apiKeys, id, values)
    for (const { table, key } of store.integrity.rejected())
      console.error(`row ${key} of ${table} is not authentic and is refused: see docs/integrity.md`)
  } finally {
    await store.close()
  }
  return 0
}

async function create(apiKeys: ApiKeysTable, extra: string | undefined, values: Values): Promise<void> {
  if (extra !== undefined) throw new UsageProblem(`unexpected argument: ${extra}\n\n${USAGE}`)
  const { tier, label, ...rest } = readPatch(values)
  if (tier === undefined) throw new UsageProblem(`--tier is required: one of ${TIERS.join(', ')}`)
  const { key, record } = await apiKeys.create({ tier, label: label ?? '', ...rest }, noteOf('key.create'))
  if (values.json) return print({ key, ...publicRecord(record) })
  console.log(`${formatRecords([record])}\n\nThe key, shown this once and stored only as a digest:\n\n  ${key}`)
}

/** After a restore of a backup from before the key: wallets follow from its id, so no one else's key reaches them. */
async function recover(apiKeys: ApiKeysTable, given: string | undefined, values: Values): Promise<void> {
  const id = readId(given)
  const { tier, label, ...rest } = readPatch(values)
  if (tier === undefined) throw new UsageProblem(`--tier is required: one of ${TIERS.join(', ')}`)
  const made = await apiKeys.recover(id, { tier, label: label ?? '', ...rest }, noteOf('key.recover'))
  if (made === undefined) throw new UsageProblem(`there is a key ${id}: nothing to recover`)
  const { key, record } = made
  if (values.json) return print({ key, ...publicRecord(record) })
  console.log(`${formatRecords([record])}\n\nThe new key, shown this once and stored only as a digest:\n\n  ${key}`)
}

async function list(apiKeys: ApiKeysTable, extra: string | undefined, values: Values): Promise<void> {
  if (extra !== undefined) throw new UsageProblem(`unexpected argument: ${extra}\n\n${USAGE}`)
  const records = apiKeys.list()
  if (values.json) return print(records.map(publicRecord))
  console.log(records.length === 0 ? 'no keys yet: keys create --tier data --label <text>' : formatRecords(records))
}

async function revoke(apiKeys: ApiKeysTable, id: string | undefined, values: Values): Promise<void> {
  const record = recordOf(apiKeys, id)
  await change(apiKeys, record.id, { revokedAtMs: record.revokedAtMs ?? systemClock().nowMs() }, 'key.revoke', values)
}

async function grant(apiKeys: ApiKeysTable, id: string | undefined, values: Values): Promise<void> {
  const record = recordOf(apiKeys, id)
  const patch = readPatch(values)
  if (Object.keys(patch).length === 0) throw new UsageProblem(`nothing to grant\n\n${USAGE}`)
  await change(apiKeys, record.id, patch, 'key.grant', values)
}

function noteOf(action: AuditAction): AuditNote {
  return { actor: 'operator', action, addressBucket: null }
}

async function change(
  apiKeys: ApiKeysTable,
  id: number,
  patch: ApiKeyPatch,
  action: AuditAction,
  values: Values,
): Promise<void> {
  const record = await apiKeys.update(id, patch, noteOf(action))
  if (record === undefined) throw new UsageProblem(`there is no key ${id}`)
  if (values.json) return print(publicRecord(record))
  console.log(formatRecords([record]))
}

function recordOf(apiKeys: ApiKeysTable, id: string | undefined): ApiKeyRecord {
  const record = apiKeys.findById(readId(id))
  if (record === undefined) throw new UsageProblem(`there is no key ${id}`)
  return record
}

function readId(id: string | undefined): number {
  if (id === undefined || !/^[1-9]\d{0,15}$/.test(id) || !Number.isSafeInteger(Number(id)))
    throw new UsageProblem(`the id of a key is a number\n\n${USAGE}`)
  return Number(id)
}

/** Only what was given; each value checked. */
function readPatch(values: Values) {
  if (values.branding && values['no-branding'])
    throw new UsageProblem('--branding and --no-branding exclude each other')
  return {
    ...(values.tier !== undefined && { tier: readTier(values.tier) }),
    ...(values.label !== undefined && { label: values.label.trim() }),
    ...(values.limit !== undefined && { limitPer10s: readLimit(values.limit) }),
    ...(values.domains !== undefined && { allowedDomains: readDomains(values.domains) }),
    ...(values.owner !== undefined && { ownerWallet: readWallet('--owner', values.owner) }),
    ...(values['fee-wallet'] !== undefined && {
      feeWallet: readWallet('--fee-wallet', values['fee-wallet']),
      pendingFeeWallet: null,
    }),
    ...(values.scopes !== undefined && { scopes: readScopes(values.scopes) }),
    ...(values.branding && { hasBrandingLicense: true }),
    ...(values['no-branding'] && { hasBrandingLicense: false }),
  }
}

function readTier(text: string): Tier {
  const tier = TIERS.find((known) => known === text)
  if (tier === undefined) throw new UsageProblem(`--tier must be one of ${TIERS.join(', ')}, got ${text}`)
  return tier
}

function readLimit(text: string): number | null {
  if (text === 'none') return null
  const limit = Number(text)
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1_000_000) {
    throw new UsageProblem(`--limit must be a whole number from 1 to 1000000 or none, got ${text}`)
  }
  return limit
}

function readDomains(text: string): readonly string[] {
  if (text === 'any') return []
  const { domains, refused } = parseDomains(text.split(','))
  if (refused.length > 0) throw new UsageProblem(`--domains: not a host name: ${refused.join(', ')}`)
  return domains
}

function readWallet(option: string, text: string): string | null {
  if (text === 'none') return null
  if (!isWallet(text)) throw new UsageProblem(`${option} must be a wallet address or none, got ${text}`)
  return text
}

function readScopes(text: string): readonly Scope[] {
  const words = text.split(',').map((word) => word.trim())
  const unknown = words.filter((word) => !SCOPES.some((scope) => scope === word))
  if (unknown.length > 0)
    throw new UsageProblem(`--scopes must be among ${SCOPES.join(', ')}, got ${unknown.join(', ')}`)
  return SCOPES.filter((scope) => words.includes(scope))
}

/** A digest is no secret, but no one needs it either. */
function publicRecord({ digestHex: _, retiredKey, ...record }: ApiKeyRecord) {
  return { ...record, oldKeyValidUntilMs: retiredKey?.validUntilMs ?? null }
}

function print(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}

function formatRecords(records: readonly ApiKeyRecord[]): string {
  const day = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString().slice(0, 16).replace('T', ' '))
  return formatTable(
    ['id', 'key', 'tier', 'label', 'scopes', 'per 10 s', 'domains', 'owner', 'branding', 'created', 'revoked'],
    records.map((record) => [
      String(record.id),
      `${record.keyPrefix}...`,
      record.tier,
      record.label,
      record.scopes.join(','),
      record.limitPer10s === null ? 'default' : String(record.limitPer10s),
      record.allowedDomains.join(',') || 'any',
      record.ownerWallet ?? '',
      record.hasBrandingLicense ? 'yes' : 'no',
      day(record.createdAtMs),
      day(record.revokedAtMs),
    ]),
  )
}
