import type { RefundFailure, RefundKind } from '../../contract/refund.ts'
import type { RefundRow } from '../../store/refund-rows.ts'

/** What the answer is made of, known before anything is sent. JSON, for it outlives a crash. */
export type RefundNote = {
  readonly wallet: string
  /** Whose row of the ledger each of them is. */
  readonly keyId: number
  readonly userRef: string
  readonly createdAtMs: number
  readonly batches: readonly RefundNoteBatch[]
  readonly failed: readonly RefundFailure[]
  readonly unavailable: readonly { readonly kind: string; readonly reason: string }[]
  readonly left: number
  /** Until tables that are switched off have cooled; null for none, or not known. */
  readonly readyInMs: number | null
}
export type RefundNoteBatch = {
  readonly signature: string
  readonly wireBase64: string
  readonly kind: RefundKind
  readonly accounts: readonly { readonly account: string; readonly closes: boolean }[]
  /** Decimal text. */
  readonly lamports: string
}

const TIME_CHARS = 9
const SIGNATURE_CHARS = 16

/** The row of the ledger for a transaction that goes out; the same one whenever it is asked for. */
export function toRow(
  { wallet, keyId, userRef, createdAtMs }: Omit<RefundNote, 'batches'>,
  { signature, kind, accounts, lamports }: RefundNoteBatch,
): RefundRow {
  return {
    wallet,
    keyId,
    userRef,
    createdAtMs,
    id: `rf_${Math.trunc(createdAtMs).toString(36).padStart(TIME_CHARS, '0')}${signature.slice(0, SIGNATURE_CHARS)}`,
    signature,
    kind,
    accounts: accounts.map(({ account }) => account),
    lamports,
    feeLamports: null,
    status: 'pending',
    slot: null,
    settledAtMs: null,
    error: null,
  }
}
