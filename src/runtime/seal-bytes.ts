import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { secretBytes } from './secret-bytes.ts'

/* AES-256-GCM over bytes, laid out as nonce (12) | ciphertext | tag (16). `owner` is bound to what is sealed: it cannot
 * be taken for another secret. */

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function sealBytes(key: Uint8Array, secret: Uint8Array, owner: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** The secret, for the caller to overwrite. Null when it was sealed with another key or for another owner, or is
 *  damaged. */
export function openBytes(key: Uint8Array, sealed: Uint8Array, owner: string): Uint8Array<ArrayBuffer> | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-TAG_BYTES))
  const secret = secretBytes(sealed.length - NONCE_BYTES - TAG_BYTES)
  // Byte by byte: Node shortens what it decrypted by copying it, and frees the longer copy as it is.
  for (let i = 0; i < secret.length; i++) {
    const byte = decipher.update(sealed.subarray(NONCE_BYTES + i, NONCE_BYTES + i + 1))
    secret[i] = byte[0]!
    byte[0] = 0
  }
  try {
    decipher.final()
    return secret
  } catch (error) {
    secret.fill(0)
    if (error instanceof Error) return null
    throw error
  }
}
