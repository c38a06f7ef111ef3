import { createHmac } from 'node:crypto'
import type { CustodyWalletRecord } from './custody-rows.ts'

/** What the seed of a wallet follows from. */
export type WalletOwner = Pick<CustodyWalletRecord, 'derivation' | 'keyId' | 'namespace' | 'userRef' | 'withdrawTo'>

/** The 32-byte Ed25519 seed of one user of one key, for the caller to overwrite: HKDF-Expand of RFC 5869 with SHA-256, the
 *  master seed as its pseudorandom key and what the wallet is as its info, one block long:
 *
 *    HMAC-SHA256(master, "mintglass wallet 2" LF namespace of the key LF user_ref LF withdraw_to 0x01)
 *    HMAC-SHA256(master, "mintglass wallet 1" LF key id LF user_ref 0x01)
 *
 *  `withdraw_to` is sorted, without repetitions, joined by commas: creating the wallet again with another list gives
 *  another address. The second form is that of wallets from before schema 2 and of the server's own.
 *
 *  The first half of HKDF is for keys that are not uniform, and this one is random bytes. A line end is in no part of it,
 *  so different wallets are different texts. No one who has some of these seeds learns another or the master. */
export function deriveSeed(master: Uint8Array, owner: WalletOwner): Buffer {
  return createHmac('sha256', master)
    .update(`${infoOf(owner)}\u0001`)
    .digest()
}

function infoOf({ derivation, keyId, namespace, userRef, withdrawTo }: WalletOwner): string {
  if (derivation === 1) return `mintglass wallet 1\n${keyId}\n${userRef}`
  return `mintglass wallet 2\n${namespace}\n${userRef}\n${[...new Set(withdrawTo)].sort().join(',')}`
}

/** A wallet of the server itself, of no key and no list. */
export function serverOwner(userRef: string): WalletOwner {
  return { derivation: 1, keyId: 0, namespace: '', userRef, withdrawTo: [] }
}
