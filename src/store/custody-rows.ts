import type { AuditEntry } from './audit-rows.ts'

/** `derived` ones are signed for by the server; `watch` ones are only looked at. */
export type CustodyWalletKind = 'derived' | 'watch'

/** A wallet of one user of one key. Nothing of it is secret: what signs for it follows from the sealed seed and this
 *  row. */
export type CustodyWalletRecord = {
  readonly id: string
  readonly keyId: number
  readonly userRef: string
  readonly address: string
  readonly kind: CustodyWalletKind
  readonly label: string
  /** The one that acts for requests without a user. */
  readonly isDefault: boolean
  /** Where withdrawals may go; anywhere when it is empty. */
  readonly withdrawTo: readonly string[]
  /** What its seed follows from: 1 is key id and user, of wallets made before schema 2; 2 is namespace, user and
   *  `withdrawTo`. */
  readonly derivation: 1 | 2
  /** Of the key that it was made for; empty with derivation 1. */
  readonly namespace: string
  readonly createdAtMs: number
}

/** Wallets and the sealed seed, in the durable environment. Writes are flushed when they resolve and reject with
 *  `StoreError` when the disk refuses. A change of the sandbox's world leaves them alone. */
export type CustodyTable = {
  /** The wallet of the key's user: the given one unless there is one already, by whichever process; null when the key
   *  has `maxOfKey` already, `rejected` when the row of the one that is there is not authentic. `replaces`, for an
   *  operator: the user's wallet is the given one from now on; another that was there stays and is found by its id.
   *  `entry` gets into the audit log together with a row that is made. */
  create(
    record: CustodyWalletRecord,
    maxOfKey: number,
    options?: { readonly replaces?: boolean; readonly entry?: AuditEntry },
  ): Promise<{ readonly record: CustodyWalletRecord; readonly made: boolean } | 'rejected' | null>
  find(id: string): CustodyWalletRecord | undefined
  findOf(keyId: number, userRef: string): CustodyWalletRecord | undefined
  /** Those of a key, oldest first, after an id. */
  listOf(keyId: number, options: { readonly afterId: string; readonly limit: number }): readonly CustodyWalletRecord[]
  /** A copy of the sealed seed, or undefined while there is none. */
  sealedSeed(): Buffer | undefined
  /** What the sealed seed is bound to; null when the rows of the store cannot be authenticated. */
  seedOwner(): string | null
}
