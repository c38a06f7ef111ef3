import type { KeyObject } from 'node:crypto'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { ed25519PublicKey, importEd25519Seed } from '../../runtime/ed25519-key.ts'

/** A key that can sign and whose secret lies in OpenSSL's memory alone, which overwrites it when the key is freed. */
export type SigningKey = { readonly address: string; readonly privateKey: KeyObject }

/** Takes a 32-byte seed, which stays the caller's to overwrite. About 100 µs. */
export function createSigningKey(seed: Uint8Array): SigningKey {
  const privateKey = importEd25519Seed(seed)
  return { address: encodeBase58(ed25519PublicKey(privateKey)), privateKey }
}
