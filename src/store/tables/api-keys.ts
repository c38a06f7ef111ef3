import { randomBytes, timingSafeEqual } from 'node:crypto'
import { PLANS } from '../../config/plans.ts'
import { STORAGE } from '../../config/storage.ts'
import type { ApiKeyRecord } from '../../contract/api-key.ts'
import type { Clock } from '../../runtime/clock.ts'
import { digestKey } from '../../runtime/digest-key.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { ApiKeyPatch, ApiKeysTable, NewApiKey } from '../store.ts'

const VERSION_KEY = 'version'
const KEY_BYTES = 32
/** `mg_` and four characters: enough to recognise a key in a list, useless for guessing it. */
const SHOWN_CHARS = 7

type Tables = {
  /** id -> record */
  readonly records: Table<number>
  /** digest in hex -> id */
  readonly digests: Table<string>
  /** `version` -> how often any key changed */
  readonly counters: Table<string>
}

/** `stop` ends the watch for changes made by other processes. */
export type OpenApiKeys = { readonly table: ApiKeysTable; stop(): void }

export function openApiKeys(env: Environment, clock: Clock): OpenApiKeys {
  const tables: Tables = {
    records: env.table<number>('apiKeys.v1'),
    digests: env.table<string>('apiKeyDigests.v1'),
    counters: env.table<string>('apiKeyCounters.v1'),
  }
  const volatile = createVolatileKeys(clock)
  // The version is asked on every request, so it is a number in memory; a timer follows what other processes change.
  let storedVersion = readVersion(tables)
  const timer = setInterval(() => {
    // Never back: a snapshot from before our own change would make what was remembered under that version valid again.
    storedVersion = Math.max(storedVersion, readVersion(tables))
  }, STORAGE.keyVersionEveryMs)
  timer.unref()

  /** The version moves in the same transaction as the keys, and in memory only once that is committed: whoever met the
   *  new version earlier could remember the old record under it. */
  async function change<T>(work: () => T): Promise<T> {
    const done = await env.write(() => ({ result: work(), version: bumpVersion(tables) }))
    storedVersion = Math.max(storedVersion, done.version)
    return done.result
  }

  const table: ApiKeysTable = {
    async create(input) {
      const key = PLANS[input.tier].keyPrefix + randomBytes(KEY_BYTES).toString('base64url')
      const record = await change(() => {
        const id = nextId(tables)
        const made = recordOf({ id, key, input, nowMs: clock.nowMs() })
        tables.records.put(id, encodeDurable(made))
        tables.digests.put(made.digestHex, encodeDurable(id))
        return made
      })
      return { key, record }
    },
    findByDigest(digestHex) {
      const known = volatile.findByDigest(digestHex)
      if (known !== undefined) return known
      const id = tables.digests.get(digestHex)
      const record = id === undefined ? undefined : readRecord(tables, decodeDurable<number>(id))
      return record !== undefined && sameDigest(record.digestHex, digestHex) ? record : undefined
    },
    findById: (id) => (id < 0 ? volatile.findById(id) : readRecord(tables, id)),
    list: () => [
      ...Array.from(tables.records.getRange(), ({ value }) => decodeDurable<ApiKeyRecord>(value)),
      ...volatile.list(),
    ],
    async update(id, patch) {
      if (id < 0) return volatile.update(id, patch)
      return change(() => {
        const before = readRecord(tables, id)
        if (before === undefined) return undefined
        const after = { ...before, ...definedOnly(patch) }
        tables.records.put(id, encodeDurable(after))
        return after
      })
    },
    addVolatile: volatile.add,
    version: () => storedVersion + volatile.changes(),
  }
  return { table, stop: () => clearInterval(timer) }
}

function recordOf({ id, key, input, nowMs }: { id: number; key: string; input: NewApiKey; nowMs: number }) {
  const record: ApiKeyRecord = {
    id,
    digestHex: digestKey(key),
    keyPrefix: key.slice(0, SHOWN_CHARS),
    label: input.label,
    tier: input.tier,
    scopes: input.scopes ?? PLANS[input.tier].scopes,
    ownerWallet: input.ownerWallet ?? null,
    limitPer10s: input.limitPer10s ?? null,
    allowedDomains: input.allowedDomains ?? [],
    hasBrandingLicense: input.hasBrandingLicense ?? false,
    brandingLicenseTx: null,
    createdAtMs: nowMs,
    revokedAtMs: null,
  }
  return record
}

/** Ids ascend and are never used again: records are revoked, not removed. */
function nextId({ records }: Tables): number {
  for (const id of records.getKeys({ reverse: true, limit: 1 })) return id + 1
  return 1
}

function readRecord({ records }: Tables, id: number): ApiKeyRecord | undefined {
  const bytes = records.get(id)
  return bytes === undefined ? undefined : decodeDurable<ApiKeyRecord>(bytes)
}

function readVersion({ counters }: Tables): number {
  const bytes = counters.get(VERSION_KEY)
  return bytes === undefined ? 0 : decodeDurable<number>(bytes)
}

function bumpVersion(tables: Tables): number {
  const version = readVersion(tables) + 1
  tables.counters.put(VERSION_KEY, encodeDurable(version))
  return version
}

function sameDigest(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1'))
}

function definedOnly(patch: ApiKeyPatch): ApiKeyPatch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

/** The sandbox's published keys: in memory, with negative ids. */
function createVolatileKeys(clock: Clock) {
  const byId = new Map<number, ApiKeyRecord>()
  const idByDigest = new Map<string, number>()
  let changes = 0
  const findById = (id: number) => byId.get(id)
  return {
    findById,
    findByDigest: (digestHex: string) => findById(idByDigest.get(digestHex) ?? 0),
    list: () => [...byId.values()],
    changes: () => changes,
    add(key: string, input: NewApiKey): ApiKeyRecord {
      const id = idByDigest.get(digestKey(key)) ?? -(byId.size + 1)
      const record = recordOf({ id, key, input, nowMs: clock.nowMs() })
      byId.set(id, record)
      idByDigest.set(record.digestHex, id)
      changes++
      return record
    },
    update(id: number, patch: ApiKeyPatch): ApiKeyRecord | undefined {
      const before = byId.get(id)
      if (before === undefined) return undefined
      const after = { ...before, ...definedOnly(patch) }
      byId.set(id, after)
      changes++
      return after
    },
  }
}
