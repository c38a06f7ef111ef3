import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readBytes } from './backup-environment.ts'
import { DATA_FILE } from './backup-manifest.ts'
import { SEED_KEY, SEED_TABLE } from './tables/wallets.ts'

/** The sealed master seed of a durable environment, beside a server or without one; null where no store or no seed is.
 *  Nothing is made or changed. Throws `StoreError` for a store that cannot be read. */
export async function readSealedSeed(durable: string, mapBytes: number): Promise<Buffer | null> {
  if (!existsSync(join(durable, DATA_FILE))) return null
  return (await readBytes(durable, mapBytes, { table: SEED_TABLE, key: SEED_KEY })) ?? null
}
