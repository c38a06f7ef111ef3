import type { ApiKeyRecord } from '../../contract/api-key.ts'

/** Records of keys that live in memory only, with negative ids: the sandbox's published ones. */
export type VolatileKeys = {
  findById(id: number): ApiKeyRecord | undefined
  findByDigest(digestHex: string): ApiKeyRecord | undefined
  list(): readonly ApiKeyRecord[]
  /** The id of a key that is there, or of the next. */
  idFor(digestHex: string): number
  put(record: ApiKeyRecord): void
  /** How often anything was put. */
  changes(): number
}

export function createVolatileKeys(): VolatileKeys {
  const byId = new Map<number, ApiKeyRecord>()
  const idByDigest = new Map<string, number>()
  let changes = 0

  const forgetDigests = (record: ApiKeyRecord | undefined): void => {
    if (record === undefined) return
    idByDigest.delete(record.digestHex)
    if (record.retiredKey !== null) idByDigest.delete(record.retiredKey.digestHex)
  }

  return {
    findById: (id) => byId.get(id),
    findByDigest: (digestHex) => byId.get(idByDigest.get(digestHex) ?? 0),
    list: () => [...byId.values()],
    idFor: (digestHex) => idByDigest.get(digestHex) ?? -(byId.size + 1),
    put(record) {
      forgetDigests(byId.get(record.id))
      byId.set(record.id, record)
      idByDigest.set(record.digestHex, record.id)
      if (record.retiredKey !== null) idByDigest.set(record.retiredKey.digestHex, record.id)
      changes++
    },
    changes: () => changes,
  }
}
