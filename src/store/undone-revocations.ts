import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiKeyRecord } from '../contract/api-key.ts'
import { readCopy } from './backup-environment.ts'
import { DATA_FILE } from './backup-manifest.ts'
import { decodeDurable } from './codec.ts'
import { KEYS_TABLE } from './seal-rows.ts'
import { splitRow } from './sealed-row.ts'

type KeyFacts = Pick<ApiKeyRecord, 'id' | 'label' | 'keyPrefix' | 'revokedAtMs' | 'digestHex'>

/** A key that a restored store takes although the store before it did not any more. */
export type UndoneRevocation = {
  readonly id: number
  readonly label: string
  readonly keyPrefix: string
  /** It was revoked, or its owner has had another one made in its place. */
  readonly was: 'revoked' | 'replaced'
}

/** The keys that `before` (a durable environment that was moved aside) had revoked or replaced and `now` takes; null
 *  where one of the two is not there. For the operator's eyes: the rows are not held against their codes. Throws
 *  `StoreError` for an environment that cannot be read. */
export async function undoneRevocations(
  { before, now }: { readonly before: string; readonly now: string },
  mapBytes: number,
): Promise<readonly UndoneRevocation[] | null> {
  const [old, restored] = [await readKeys(before, mapBytes), await readKeys(now, mapBytes)]
  if (old === null || restored === null) return null
  const undone: UndoneRevocation[] = []
  for (const { id, label, keyPrefix, revokedAtMs, digestHex } of restored.values()) {
    const was = old.get(id)
    if (was === undefined || revokedAtMs !== null) continue
    if (was.revokedAtMs !== null) undone.push({ id, label, keyPrefix, was: 'revoked' })
    else if (was.digestHex !== digestHex) undone.push({ id, label, keyPrefix, was: 'replaced' })
  }
  return undone
}

async function readKeys(durable: string, mapBytes: number): Promise<ReadonlyMap<number, KeyFacts> | null> {
  if (!existsSync(join(durable, DATA_FILE))) return null
  return readCopy(durable, mapBytes, async (root) => {
    const keys = new Map<number, KeyFacts>()
    if (!Array.from(root.getKeys(), String).includes(KEYS_TABLE)) return keys
    for (const { value } of root.openDB<Buffer, number>({ name: KEYS_TABLE, encoding: 'binary' }).getRange()) {
      // Rows of stores before schema 2 have no code around them.
      const record = decodeDurable<KeyFacts>(splitRow(value)?.row ?? value)
      keys.set(record.id, record)
    }
    return keys
  })
}
