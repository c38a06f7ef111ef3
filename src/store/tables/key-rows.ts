import { randomBytes } from 'node:crypto'
import type { ApiKeyRecord } from '../../contract/api-key.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import { type Environment, rowsIn, type Table } from '../environment.ts'
import type { Integrity } from '../integrity.ts'
import { KEYS_TABLE } from '../seal-rows.ts'

const VERSION_KEY = 'version'
const OWNERS_KEY = 'owners'
const CREATED_KEY = 'created'
/** A clock that was set back further is believed. */
const TIE_MS = 1_000
const LAST_ID = Number.MAX_SAFE_INTEGER
/** Smaller ones were counted up, by stores of schema 1. */
const LEAST_ID = 2 ** 32

/** Rows of keys in the durable environment. What writes is called inside a write transaction only. */
export type KeyRows = {
  read(id: number): ApiKeyRecord | undefined
  idOfDigest(digestHex: string): number | undefined
  /** Oldest first. */
  list(): readonly ApiKeyRecord[]
  count(): number
  /** Ids of what may be a wallet's keys, ascending: the records say whose they are. */
  idsOfOwner(ownerWallet: string): readonly number[]
  isOwned(id: number, ownerWallet: string): boolean
  /** Random, so that no store that was put back gives an id out again that a lost row had. */
  newId(): number
  /** The time of a new record: one that is made within the same millisecond as the last is a millisecond younger, so
   *  that their order is known. */
  newTime(nowMs: number): number
  /** Writes the record and moves what leads to it: digests, owner, ends of retired keys. */
  put(after: ApiKeyRecord): void
  /** Whether a retired key ended after the one time and not after the other. */
  anyEnded(afterMs: number, untilMs: number): boolean
  /** Another text after each change; that it differs is all it says. */
  version(): string
  moveVersion(): string
}

export function openKeyRows(env: Environment, integrity: Integrity): KeyRows {
  const records: Table<number> = env.table(KEYS_TABLE)
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
    const stored = bytes === undefined ? undefined : integrity.open<StoredKey>({ table: KEYS_TABLE, key: id }, bytes)
    return stored === undefined ? undefined : { ...ABSENT, ...stored }
  }
  const list = () =>
    Array.from(records.getKeys())
      .flatMap((id) => read(id) ?? [])
      .sort((one, other) => one.createdAtMs - other.createdAtMs || one.id - other.id)

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
    isOwned: (id, ownerWallet) => owners.doesExist([ownerWallet, id]) && read(id)?.ownerWallet === ownerWallet,
    newId() {
      for (;;) {
        const id = randomId()
        if (id >= LEAST_ID && id < LAST_ID && !records.doesExist(id)) return id
      }
    },
    newTime(nowMs) {
      const lastMs = readCounter(CREATED_KEY)
      const isSoon = nowMs <= lastMs && lastMs - nowMs < TIE_MS
      const createdAtMs = isSoon ? lastMs + 1 : nowMs
      counters.put(CREATED_KEY, encodeDurable(createdAtMs))
      return createdAtMs
    },
    put(after) {
      const { id, digestHex, ownerWallet, retiredKey } = after
      const before = read(id)
      if (before !== undefined) forgetPointers(before)
      records.put(id, integrity.seal({ table: KEYS_TABLE, key: id }, after))
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
    version: () => counters.get(VERSION_KEY)?.toString('base64') ?? '',
    moveVersion() {
      // No count: it has no code, and one already at its maximum would never move again.
      const bytes = encodeDurable(randomId())
      counters.put(VERSION_KEY, bytes)
      return bytes.toString('base64')
    },
  }
}

const PRESENT = Buffer.alloc(1)

/** Records from before a field existed read as if it had been empty. */
const ABSENT = { feeWallet: null, pendingFeeWallet: null, feeWalletLocked: false, retiredKey: null }
type StoredKey = Omit<ApiKeyRecord, keyof typeof ABSENT> & Partial<Pick<ApiKeyRecord, keyof typeof ABSENT>>

/** 53 bits: what a JavaScript number and a JSON reader hold exactly. */
function randomId(): number {
  const bytes = randomBytes(7)
  return bytes.readUIntBE(0, 6) + (bytes[6]! & 31) * 2 ** 48
}
