import type { SentTransaction } from './trade-rows.ts'

/** `expired`: signed, and certain never to land. */
export type RefundStatus = 'pending' | 'landed' | 'failed' | 'expired'

/** One transaction by which a custodial wallet got lamports back. Amounts are lamports as decimal text. */
export type RefundRow = {
  /** Sorts by time. */
  readonly id: string
  readonly keyId: number
  readonly userRef: string
  /** Address. */
  readonly wallet: string
  readonly signature: string
  /** What was taken back: a kind of `/v1/refund/close`, `excess`, or `deactivate` for tables that were switched off. */
  readonly kind: string
  readonly accounts: readonly string[]
  /** What was foreseen while it is pending, what came when it has landed, 0 otherwise. */
  readonly lamports: string
  /** What the chain took; null while not known. */
  readonly feeLamports: string | null
  readonly status: RefundStatus
  readonly slot: number | null
  readonly createdAtMs: number
  readonly settledAtMs: number | null
  /** JSON text of what went wrong; null when nothing did. */
  readonly error: string | null
}

/** What is needed to follow one whose end is not known. */
export type RefundSent = Pick<SentTransaction, 'wire' | 'lastValidBlockHeight' | 'signedAtMs'>
export type PendingRefund = { readonly row: RefundRow; readonly sent: RefundSent }

export type RefundEnd = Pick<RefundRow, 'feeLamports' | 'slot' | 'error' | 'lamports'> & {
  readonly status: Exclude<RefundStatus, 'pending'>
  readonly settledAtMs: number
}

/** The ledger of refunds. Every write is on disk when it resolves. */
export type RefundsTable = {
  /** All at once, before anything is sent. A row whose signature is there already is left as it is. */
  record(pending: readonly PendingRefund[]): Promise<void>
  /** Once: a settled one stays as it is. */
  settle(signature: string, end: RefundEnd): Promise<void>
  /** Oldest first. */
  pending(limit: number): readonly PendingRefund[]
  /** Newest first; `beforeId` is exclusive. */
  list(
    keyId: number,
    userRef: string,
    page: { readonly beforeId: string | null; readonly limit: number },
  ): readonly RefundRow[]
  clear(): Promise<void>
}
