import { randomFillSync } from 'node:crypto'
import { openBytes, sealBytes } from '../runtime/seal-bytes.ts'
import { readKeyBytes, secretBytes, withSecret } from '../runtime/secret-bytes.ts'

const SEED_BYTES = 32
/** What the seed of a store of schema 1 is bound to. */
export const OLD_SEED_OWNER = 'mintglass master seed 1'

/** What the sealed seed of a store is bound to: it opens in that store only, and not in one that pretends to be
 *  older. */
export function seedOwnerOf(storeId: string): string {
  return `mintglass master seed 2 ${storeId}`
}

/** A new master seed, sealed with the bytes of a key file. Throws when the file cannot be read. */
export function makeSealedSeed(keyFile: string, storeId: string): Buffer {
  return withSecret(readKeyBytes(keyFile), (key) =>
    withSecret(secretBytes(SEED_BYTES), (seed) => sealBytes(key, randomFillSync(seed), seedOwnerOf(storeId))),
  )
}

/** The seed of a store of schema 1, sealed for its new one, and lent to `use` meanwhile; null when the key is not the
 *  one that sealed it. Throws when the file cannot be read. */
export function sealSeedAgain(
  sealed: Buffer,
  { keyFile, storeId }: { readonly keyFile: string; readonly storeId: string },
  use: (seed: Uint8Array) => void,
): Buffer | null {
  return withSecret(readKeyBytes(keyFile), (key) => {
    const seed = openBytes(key, sealed, OLD_SEED_OWNER)
    if (seed === null) return null
    return withSecret(seed, (bytes) => {
      use(bytes)
      return sealBytes(key, bytes, seedOwnerOf(storeId))
    })
  })
}
