import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readBytes } from './backup-environment.ts'
import { DATA_FILE } from './backup-manifest.ts'
import { OLD_SEED_OWNER, seedOwnerOf } from './master-seed-row.ts'
import { MARKER_PLACE, markerOf, SEED_KEY, SEED_TABLE } from './seal-store.ts'

/** A sealed master seed, and what it is bound to. */
export type SealedSeed = { readonly sealed: Buffer; readonly owner: string }

/** Of a durable environment, beside a server or without one; null where no store or no seed is. Nothing is made or
 *  changed. Throws `StoreError` for a store that cannot be read. */
export async function readSealedSeed(durable: string, mapBytes: number): Promise<SealedSeed | null> {
  if (!existsSync(join(durable, DATA_FILE))) return null
  const sealed = await readBytes(durable, mapBytes, { table: SEED_TABLE, key: SEED_KEY })
  if (sealed === undefined) return null
  const marker = await readBytes(durable, mapBytes, MARKER_PLACE)
  const said = marker === undefined ? null : markerOf(marker)
  return { sealed, owner: said === null ? OLD_SEED_OWNER : seedOwnerOf(said.storeId) }
}
