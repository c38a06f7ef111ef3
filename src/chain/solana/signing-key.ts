import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { secretBytes, withSecret } from '../../runtime/secret-bytes.ts'

/** DER before a raw Ed25519 seed (PKCS #8), RFC 8410. */
const PKCS8_PREFIX = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20)
const SEED_BYTES = 32
const PUBLIC_KEY_BYTES = 32

/** A key that can sign and whose secret lies in OpenSSL's memory alone. */
export type SigningKey = { readonly address: string; readonly privateKey: KeyObject }

/** Takes a 32-byte seed, which stays the caller's to overwrite; every copy made here is overwritten. About 100 µs. */
export function createSigningKey(seed: Uint8Array): SigningKey {
  assert(seed.length === SEED_BYTES, `a seed has ${SEED_BYTES} bytes, got ${seed.length}`)
  return withSecret(secretBytes(PKCS8_PREFIX.length + SEED_BYTES), (der) => {
    der.set(PKCS8_PREFIX)
    der.set(seed, PKCS8_PREFIX.length)
    const key = Buffer.from(der.buffer)
    const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
    const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
    return { address: encodeBase58(new Uint8Array(spki.subarray(-PUBLIC_KEY_BYTES))), privateKey }
  })
}
