/** `derived` ones are signed for by the server; `watch` ones are only looked at. */
export type WalletKind = 'derived' | 'watch'

/** A wallet of one user of one key. Nothing of it is secret: what signs for it follows from the sealed seed, the key's id
 *  and the user. */
export type WalletRecord = {
  readonly id: string
  readonly keyId: number
  readonly userRef: string
  readonly address: string
  readonly kind: WalletKind
  readonly label: string
  /** The one that acts for requests without a user. */
  readonly isDefault: boolean
  /** Where withdrawals may go; anywhere when it is empty. */
  readonly withdrawTo: readonly string[]
  readonly createdAtMs: number
}

/** Wallets and the sealed seed, in the durable environment. Writes are flushed when they resolve and reject with
 *  `StoreError` when the disk refuses. A change of the sandbox's world leaves them alone. */
export type WalletsTable = {
  /** The wallet of the key's user: the given one unless there is one already, by whichever process; null when the key has
   *  `maxOfKey` already. */
  create(
    record: WalletRecord,
    maxOfKey: number,
  ): Promise<{ readonly record: WalletRecord; readonly made: boolean } | null>
  find(id: string): WalletRecord | undefined
  findOf(keyId: number, userRef: string): WalletRecord | undefined
  /** Those of a key, oldest first, behind an id. */
  listOf(keyId: number, options: { readonly afterId: string; readonly limit: number }): readonly WalletRecord[]
  /** A copy of the sealed seed, or undefined while there is none. */
  sealedSeed(): Buffer | undefined
  /** Keeps it unless there is one already; answers what is kept. Durable before it resolves. */
  keepSealedSeed(sealed: Buffer): Buffer
}
