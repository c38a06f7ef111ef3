import type { ApiKeyRecord } from '../../contract/api-key.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import { type Environment, rowsIn, type Table } from '../environment.ts'

const VERSION_KEY = 'version'
const OWNERS_KEY = 'owners'
const LAST_ID = Number.MAX_SAFE_INTEGER

/** Rows of keys in the durable environment. What writes is called inside a write transaction only. */
export type KeyRows = {
  read(id: number): ApiKeyRecord | undefined
  idOfDigest(digestHex: string): number | undefined
  list(): readonly ApiKeyRecord[]
  count(): number
  /** Ids of a wallet's keys, ascending. */
  idsOfOwner(ownerWallet: string): readonly number[]
  isOwned(id: number, ownerWallet: string): boolean
  nextId(): number
  /** Writes the record and moves what leads to it: digests, owner, ends of retired keys. */
  put(after: ApiKeyRecord): void
  /** Whether a retired key ended after the one time and not after the other. */
  anyEnded(afterMs: number, untilMs: number): boolean
  version(): number
  bumpVersion(): number
}

export function openKeyRows(env: Environment): KeyRows {
  const records: Table<number> = env.table('apiKeys.v1')
  const digests: Table<string> = env.table('apiKeyDigests.v1')
  const owners: Table<[string, number]> = env.table('apiKeysOfOwner.v1')
  const ends: Table<[number, number]> = env.table('apiKeyGraceEnds.v1')
  const counters: Table<string> = env.table('apiKeyCounters.v1')

  const readCounter = (name: string): number => {
    const bytes = counters.get(name)
    return bytes === undefined ? 0 : decodeDurable<number>(bytes)
  }
  const read = (id: number): ApiKeyRecord | undefined => {
    const bytes = records.get(id)
    return bytes === undefined ? undefined : decodeRecord(bytes)
  }
  const list = () => Array.from(records.getRange(), ({ value }) => decodeRecord(value))

  // Stores from before owners were indexed have records without rows.
  if (readCounter(OWNERS_KEY) === 0) {
    env.writeNow(() => {
      for (const { id, ownerWallet } of list()) if (ownerWallet !== null) owners.put([ownerWallet, id], PRESENT)
      counters.put(OWNERS_KEY, encodeDurable(1))
    })
  }

  function forgetPointers({ id, digestHex, ownerWallet, retiredKey }: ApiKeyRecord): void {
    digests.remove(digestHex)
    if (ownerWallet !== null) owners.remove([ownerWallet, id])
    if (retiredKey === null) return
    digests.remove(retiredKey.digestHex)
    ends.remove([retiredKey.validUntilMs, id])
  }

  return {
    read,
    list,
    count: () => rowsIn(records),
    idOfDigest(digestHex) {
      const id = digests.get(digestHex)
      return id === undefined ? undefined : decodeDurable<number>(id)
    },
    idsOfOwner: (ownerWallet) =>
      Array.from(owners.getKeys({ start: [ownerWallet, 0], end: [ownerWallet, LAST_ID] }), ([, id]) => id),
    isOwned: (id, ownerWallet) => owners.doesExist([ownerWallet, id]),
    // Ids are never used again: records are revoked, not removed.
    nextId() {
      for (const id of records.getKeys({ reverse: true, limit: 1 })) return id + 1
      return 1
    },
    put(after) {
      const { id, digestHex, ownerWallet, retiredKey } = after
      const before = read(id)
      if (before !== undefined) forgetPointers(before)
      records.put(id, encodeDurable(after))
      digests.put(digestHex, encodeDurable(id))
      if (ownerWallet !== null) owners.put([ownerWallet, id], PRESENT)
      if (retiredKey === null) return
      digests.put(retiredKey.digestHex, encodeDurable(id))
      ends.put([retiredKey.validUntilMs, id], PRESENT)
    },
    anyEnded(afterMs, untilMs) {
      for (const _ of ends.getKeys({ start: [afterMs, LAST_ID], end: [untilMs, LAST_ID], limit: 1 })) return true
      return false
    },
    version: () => readCounter(VERSION_KEY),
    bumpVersion() {
      const version = readCounter(VERSION_KEY) + 1
      counters.put(VERSION_KEY, encodeDurable(version))
      return version
    },
  }
}

const PRESENT = Buffer.alloc(1)

const ABSENT = { feeWallet: null, pendingFeeWallet: null, feeWalletLocked: false, retiredKey: null }
type StoredKey = Omit<ApiKeyRecord, keyof typeof ABSENT> & Partial<Pick<ApiKeyRecord, keyof typeof ABSENT>>

/** Records from before a field existed read as if it had been empty. */
function decodeRecord(bytes: Buffer): ApiKeyRecord {
  return { ...ABSENT, ...decodeDurable<StoredKey>(bytes) }
}
