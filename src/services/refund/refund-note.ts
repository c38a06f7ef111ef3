import type { RefundFailure, RefundKind } from '../../contract/refund.ts'
import type { RefundRow } from '../../store/refund-rows.ts'

/** What the answer is made of, known before anything is sent. JSON, for it outlives a crash. */
export type RefundNote = {
  readonly wallet: string
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

/** The row of the ledger for a transaction that goes out. `random` tells rows of one moment apart. */
export function toRow(
  owner: Pick<RefundRow, 'keyId' | 'userRef' | 'wallet' | 'createdAtMs'>,
  { signature, kind, accounts, lamports }: RefundNoteBatch,
  random: string,
): RefundRow {
  return {
    ...owner,
    id: `rf_${Math.trunc(owner.createdAtMs).toString(36).padStart(TIME_CHARS, '0')}${random}`,
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
