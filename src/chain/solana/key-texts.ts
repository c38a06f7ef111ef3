import { encodeBase58 } from '../../hot-paths/base58.ts'

/** Texts of keys that were seen lately. Programs, mints and a wallet's own accounts are in transaction after transaction:
 *  to find one costs a twentieth of spelling it, and a text that is used again compares by its identity. */
const SLOTS = 4_096
const KEY_BYTES = 32

const texts: (string | undefined)[] = new Array(SLOTS).fill(undefined)
const keys = new Uint8Array(SLOTS * KEY_BYTES)

/** Base58 text of a key of 32 bytes. */
export function textOfKey(key: Uint8Array): string {
  return key.length === KEY_BYTES ? textOfKeyAt(key, 0) : encodeBase58(key)
}

/** Of the key that begins at an offset, which the caller knows to be inside. */
export function textOfKeyAt(bytes: Uint8Array, offset: number): string {
  // Keys are as good as random, but for those that someone ground: they begin alike and end at random.
  const slot = (bytes[offset + 28]! ^ (bytes[offset + 30]! << 4) ^ (bytes[offset + 5]! << 2)) & (SLOTS - 1)
  const at = slot * KEY_BYTES
  const known = texts[slot]
  if (known !== undefined && isAt(bytes, offset, at)) return known
  const key = bytes.subarray(offset, offset + KEY_BYTES)
  const text = encodeBase58(key)
  texts[slot] = text
  keys.set(key, at)
  return text
}

function isAt(bytes: Uint8Array, offset: number, at: number): boolean {
  for (let i = KEY_BYTES - 1; i >= 0; i--) if (bytes[offset + i] !== keys[at + i]) return false
  return true
}
