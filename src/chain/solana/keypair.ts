import assert from 'node:assert/strict'
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { encodeBase58 } from '../../hot-paths/base58.ts'

/** DER around a raw Ed25519 seed (PKCS #8) and public key (SPKI), RFC 8410. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
/** Public keys kept ready for verifying, about 2 KB of native memory each; the oldest are forgotten first. */
const MAX_CACHED_KEYS = 4_000

const verifyKeys = new Map<string, KeyObject>()

export type Keypair = {
  readonly address: string
  readonly publicKey: Uint8Array
  /** Signs without the seed ever becoming text. */
  readonly privateKey: KeyObject
  /** The 64-byte form of wallets and key files: seed, then public key. */
  readonly secretKey: Uint8Array
}

/** The Ed25519 key pair of a 32-byte seed. About 100 µs. */
export function keypairFromSeed(seed: Uint8Array): Keypair {
  const privateKey = privateKeyOf(seed)
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const publicKey = new Uint8Array(spki.subarray(SPKI_PREFIX.length))
  return { address: encodeBase58(publicKey), publicKey, privateKey, secretKey: Buffer.concat([seed, publicKey]) }
}

/** The same in half the time, for seeds that are no secret: the seed becomes text in memory on the way. */
export function keypairFromOpenSeed(seed: Uint8Array): Keypair {
  const privateKey = privateKeyOf(seed)
  const { x } = privateKey.export({ format: 'jwk' })
  assert(x !== undefined, 'an Ed25519 key has a public half')
  const publicKey = new Uint8Array(Buffer.from(x, 'base64url'))
  return { address: encodeBase58(publicKey), publicKey, privateKey, secretKey: Buffer.concat([seed, publicKey]) }
}

function privateKeyOf(seed: Uint8Array): KeyObject {
  assert(seed.length === 32, `a seed has 32 bytes, got ${seed.length}`)
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
}

/** The key pair of a name: its seed is the SHA-256 of the text. For worlds and tests whose keys are no secret. */
export function keypairFromText(text: string): Keypair {
  return keypairFromSeed(createHash('sha256').update(text).digest())
}

/** The key pair of a 64-byte secret key, or null when its public half does not belong to its seed. */
export function keypairFromSecretKey(secretKey: Uint8Array): Keypair | null {
  if (secretKey.length !== 64) return null
  const keypair = keypairFromSeed(secretKey.subarray(0, 32))
  return Buffer.compare(keypair.publicKey, secretKey.subarray(32)) === 0 ? keypair : null
}

/** 64-byte Ed25519 signature. About 20 µs. */
export function signBytes(keypair: Keypair, message: Uint8Array): Uint8Array {
  return sign(null, message, keypair.privateKey)
}

/** Whether `signature` is `publicKey`'s over `message`; false for bytes that are no key. About 60 µs. */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  return verify(null, message, verifyKey(publicKey), signature)
}

function verifyKey(publicKey: Uint8Array): KeyObject {
  const name = Buffer.from(publicKey.buffer, publicKey.byteOffset, 32).toString('latin1')
  let key = verifyKeys.get(name)
  if (key === undefined) {
    if (verifyKeys.size >= MAX_CACHED_KEYS)
      for (const oldest of verifyKeys.keys()) {
        verifyKeys.delete(oldest)
        break
      }
    key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' })
    verifyKeys.set(name, key)
  }
  return key
}
