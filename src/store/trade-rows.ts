/** What trading keeps on disk. */

/** A signed transaction, kept before it is sent, so that whoever comes after a crash can ask the chain about it. */
export type SentTransaction = {
  /** Base58. */
  readonly signature: string
  readonly wire: Uint8Array
  /** Null when not known, or with a nonce. */
  readonly lastValidBlockHeight: number | null
  readonly nonce: { readonly account: string; readonly value: string } | null
  readonly signedAtMs: number
  /** What the one who signed needs to make the answer from the chain; JSON text. */
  readonly note: string
}

/** An `Idempotency-Key` of one API key, one user and one route, as a digest. */
export type IdempotencyKey = { readonly keyId: number; readonly digestHex: string }

export type IdempotencyRow = {
  /** Digest of the request's body. */
  readonly bodyHex: string
  readonly route: string
  /** The process that works on it; empty when nobody does. */
  readonly owner: string
  readonly startedAtMs: number
  readonly sent: SentTransaction | null
  /** JSON text of the outcome; null while there is none. */
  readonly answer: string | null
}

export type IdempotencyClaim =
  /** Nothing was sent for it: the caller works on it now. */
  | { readonly kind: 'start' }
  /** Something was sent and nobody follows it: the caller works on it now. */
  | { readonly kind: 'resume'; readonly sent: SentTransaction }
  | { readonly kind: 'done'; readonly answer: string }
  /** A living process works on it. */
  | { readonly kind: 'running'; readonly sent: SentTransaction | null }
  /** The key came with another body. */
  | { readonly kind: 'mismatch' }

/** Every write is on disk when it resolves. */
export type IdempotencyTable = {
  claim(
    key: IdempotencyKey,
    request: { readonly bodyHex: string; readonly route: string; readonly nowMs: number },
  ): Promise<IdempotencyClaim>
  /** False when the key is no longer this process's: then nothing may be sent. */
  keepSent(key: IdempotencyKey, sent: SentTransaction): Promise<boolean>
  finish(key: IdempotencyKey, answer: string): Promise<void>
  /** The work ended without an answer: a key with nothing sent is free again, one with something sent waits for whoever
   *  asks next. */
  release(key: IdempotencyKey): Promise<void>
  /** Removes some rows that began before these times; how many. Call again while it is more than none. */
  prune(beforeMs: { readonly settled: number; readonly unsettled: number }): Promise<number>
  clear(): Promise<void>
}
