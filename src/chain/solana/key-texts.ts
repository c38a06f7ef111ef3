import { encodeBase58 } from '../../hot-paths/base58.ts'

/** Texts of keys that were seen lately. Programs, mints and a wallet's own accounts are in transaction after transaction:
 *  to find one costs a twentieth of spelling it, and a text that is used again compares by its identity. */
const SLOTS = 1_024
const KEY_BYTES = 32

const texts: (string | undefined)[] = new Array(SLOTS).fill(undefined)
const keys = new Uint8Array(SLOTS * KEY_BYTES)

/** Base58 text of a key of 32 bytes. */
export function textOfKey(key: Uint8Array): string {
  if (key.length !== KEY_BYTES) return encodeBase58(key)
  // Keys are as good as random, but for those that someone ground: they begin alike and end at random.
  const slot = (key[28]! | (key[30]! << 8) | (key[5]! << 4)) & (SLOTS - 1)
  const at = slot * KEY_BYTES
  const known = texts[slot]
  if (known !== undefined && isAt(key, at)) return known
  const text = encodeBase58(key)
  texts[slot] = text
  keys.set(key, at)
  return text
}

function isAt(key: Uint8Array, at: number): boolean {
  for (let i = KEY_BYTES - 1; i >= 0; i--) if (key[i] !== keys[at + i]) return false
  return true
}
