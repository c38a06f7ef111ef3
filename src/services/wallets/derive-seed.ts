import { createHmac } from 'node:crypto'

const VERSION = 'mintglass wallet 1'

/** The 32-byte Ed25519 seed of one user of one key, for the caller to overwrite: HKDF-Expand of RFC 5869 with SHA-256, the
 *  master seed as its pseudorandom key and version, key id and user as its info, one block long:
 *
 *    HMAC-SHA256(master, "mintglass wallet 1" LF key id LF user_ref 0x01)
 *
 *  The first half of HKDF is for keys that are not uniform, and this one is random bytes. A line end is in no key id and in
 *  no user, so different pairs are different texts. Nobody who has some of these seeds learns another or the master. */
export function deriveSeed(master: Uint8Array, { keyId, userRef }: { keyId: number; userRef: string }): Buffer {
  return createHmac('sha256', master).update(`${VERSION}\n${keyId}\n${userRef}\u0001`).digest()
}
