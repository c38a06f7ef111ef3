import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { secretBytes, withSecret } from './secret-bytes.ts'

/** DER before a raw Ed25519 seed (PKCS #8), RFC 8410. */
const PKCS8_PREFIX = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20)
const SEED_BYTES = 32
const PUBLIC_KEY_BYTES = 32

/** A key that signs, of a 32-byte seed that stays the caller's to overwrite; the secret lies in OpenSSL's memory
 *  alone. */
export function importEd25519Seed(seed: Uint8Array): KeyObject {
  assert(seed.length === SEED_BYTES, `a seed has ${SEED_BYTES} bytes, got ${seed.length}`)
  return importRaw(seed) ?? importDer(seed)
}

/** The 32 bytes of the public key. */
export function ed25519PublicKey(privateKey: KeyObject): Uint8Array {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return new Uint8Array(spki.subarray(-PUBLIC_KEY_BYTES))
}

/** The documented way in. OpenSSL's decoder (3.5) frees its copy of the DER as it is: the key was still found in memory
 *  long after its KeyObject was gone (measured by `bench/trade/memory-dump.ts`). */
function importDer(seed: Uint8Array): KeyObject {
  return withSecret(secretBytes(PKCS8_PREFIX.length + SEED_BYTES), (der) => {
    der.set(PKCS8_PREFIX)
    der.set(seed, PKCS8_PREFIX.length)
    return createPrivateKey({ key: Buffer.from(der.buffer), format: 'der', type: 'pkcs8' })
  })
}

type Handle = { initEDRaw(curve: string, seed: Uint8Array, type: number): boolean }
type Internals = {
  readonly newHandle: () => Handle
  readonly newPrivateKey: (handle: Handle) => KeyObject
}
/** Node's number of a private key. */
const PRIVATE_TYPE = 2

/** What Node itself calls for a JWK: OpenSSL takes the 32 bytes straight into memory that it overwrites later. Node 22
 *  has no public function for that, so its classes are taken from a key of its making; null where they are not as
 *  expected. */
const INTERNALS = findInternals()

function importRaw(seed: Uint8Array): KeyObject | null {
  if (INTERNALS === null) return null
  const handle = INTERNALS.newHandle()
  return handle.initEDRaw('Ed25519', seed, PRIVATE_TYPE) ? INTERNALS.newPrivateKey(handle) : null
}

function findInternals(): Internals | null {
  const sample = importDer(new Uint8Array(SEED_BYTES))
  const name = Object.getOwnPropertySymbols(sample).find(({ description }) => description === 'kHandle')
  const handle = name === undefined ? undefined : (sample as unknown as Record<symbol, object>)[name]
  const HandleClass = handle?.constructor as (new () => Handle) | undefined
  const KeyClass = sample.constructor as new (handle: Handle) => KeyObject
  return typeof HandleClass?.prototype.initEDRaw === 'function'
    ? { newHandle: () => new HandleClass(), newPrivateKey: (own) => new KeyClass(own) }
    : null
}
