/** What trading keeps on disk. */

/** A signed transaction, kept before it is sent, so that its outcome can be looked up after a crash. */
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
  /** The process that works on it; empty when none does. */
  readonly owner: string
  readonly startedAtMs: number
  readonly sent: SentTransaction | null
  /** JSON text of the outcome; null while there is none. */
  readonly answer: string | null
}

export type IdempotencyClaim =
  /** Nothing was sent for it: the caller works on it now. */
  | { readonly kind: 'start' }
  /** Something was sent and no process follows it: the caller works on it now. */
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
  /** What was signed for it last, by whomever; null when nothing was. */
  sentOf(key: IdempotencyKey): SentTransaction | null
  /** Nothing may be sent unless it was `kept`: the key is no longer this process's (`lost`), or the very same
   *  transaction belongs to another request (`taken`; not asked of what is not `isExclusive`). */
  keepSent(
    key: IdempotencyKey,
    sent: SentTransaction,
    options: { readonly isExclusive: boolean },
  ): Promise<'kept' | 'lost' | 'taken'>
  /** For a request without a key: false when the transaction belongs to another one. */
  takeSignature(signature: string, nowMs: number): Promise<boolean>
  finish(key: IdempotencyKey, answer: string): Promise<void>
  /** The work ended without an answer: a key with nothing sent is free again, one with something sent waits for the
   *  next request. */
  release(key: IdempotencyKey): Promise<void>
  /** Removes some rows that began before these times; how many. Call again while it is more than none. */
  prune(beforeMs: { readonly settled: number; readonly unsettled: number }): Promise<number>
  clear(): Promise<void>
}

/** `expired`: signed, and certain never to land. */
export type TradeStatus = 'pending' | 'landed' | 'failed' | 'expired'

/** One trade of the ledger. Amounts are base units as decimal text. */
export type LedgerRow = {
  /** Sorts by time. */
  readonly id: string
  readonly keyId: number
  readonly userRef: string
  readonly walletId: string
  /** Address. */
  readonly wallet: string
  readonly side: 'buy' | 'sell'
  readonly mint: string
  readonly pool: string
  readonly dex: string
  readonly signature: string
  readonly inMint: string
  readonly outMint: string
  /** What was meant while it is pending, what came of it once it has landed. */
  readonly amountInRaw: string
  readonly amountOutRaw: string
  /** What the chain took; null while not known. */
  readonly feeLamports: string | null
  readonly platformFee: { readonly mint: string; readonly wallet: string; readonly raw: string } | null
  readonly tipLamports: string
  readonly slot: number | null
  readonly status: TradeStatus
  /** A sale of everything that the wallet held. */
  readonly isFullSale: boolean
  readonly requestedAtMs: number
  readonly settledAtMs: number | null
  /** JSON text of what went wrong; null when nothing did. */
  readonly error: string | null
  /** Milliseconds by stage. */
  readonly timing: Readonly<Record<string, number>>
}

/** A trade whose end is not known, with what is needed to find it out. */
export type PendingTrade = {
  readonly row: LedgerRow
  /** Null when the one who recorded it gave none. */
  readonly sent: Omit<SentTransaction, 'note' | 'signature'> | null
}

/** A token that a user got through trades, from the first purchase to the sale of everything. Amounts are base units as
 *  decimal text, those of money by mint. */
export type PositionRow = {
  readonly keyId: number
  readonly userRef: string
  readonly walletId: string
  readonly mint: string
  /** What the trades left; what came or went otherwise is not counted. */
  readonly amountRaw: string
  /** What was paid for what is left, and for what was sold. */
  readonly cost: Readonly<Record<string, string>>
  readonly costOfSold: Readonly<Record<string, string>>
  readonly proceeds: Readonly<Record<string, string>>
  readonly trades: number
  readonly openedAtMs: number
  readonly lastTradeAtMs: number
  readonly closedAtMs: number | null
}

export type FeeRow = {
  readonly tradeId: string
  readonly keyId: number
  readonly wallet: string
  readonly mint: string
  readonly raw: string
  readonly atMs: number
}

/** What a settled trade came to. */
export type TradeEnd = Partial<Pick<LedgerRow, 'amountInRaw' | 'amountOutRaw' | 'feeLamports' | 'slot' | 'error'>> & {
  readonly status: Exclude<TradeStatus, 'pending'>
  readonly settledAtMs: number
}

/** The ledger. Every write is on disk when it resolves; a trade moves its position and its fee in the same transaction,
 *  once, when it has landed. */
export type TradesTable = {
  /** Writes a trade down, or brings a pending one of the same signature to its end; a settled one stays as it is.
   *  Returns the row of the ledger. */
  record(row: LedgerRow, sent: PendingTrade['sent']): Promise<LedgerRow>
  /** Undefined when no pending trade has this signature. */
  settle(signature: string, end: TradeEnd): Promise<LedgerRow | undefined>
  /** Oldest first: those that a dead process left, which become this one's; and its own that were recorded as pending
   *  twice (the caller that waited for the end has given up) or before that time. */
  adoptPending(which: { readonly limit: number; readonly ownBeforeMs: number }): Promise<readonly PendingTrade[]>
  find(id: string): LedgerRow | undefined
  findBySignature(signature: string): LedgerRow | undefined
  /** Newest first; `beforeId` is exclusive. */
  list(
    keyId: number,
    userRef: string,
    page: { readonly beforeId: string | null; readonly limit: number },
  ): readonly LedgerRow[]
  /** Open ones, or closed ones, newest first. */
  positions(
    keyId: number,
    userRef: string,
    page: { readonly isOpen: boolean; readonly limit: number },
  ): readonly PositionRow[]
  position(keyId: number, userRef: string, mint: string): PositionRow | undefined
  /** Ascending, the start included, the end not. */
  fees(wallet: string, fromMs: number, toMs: number): readonly FeeRow[]
  clear(): Promise<void>
}
