import type { AuditEntry } from './audit-rows.ts'

/** A withdrawal whose end is not written down yet. */
export type OpenWithdrawal = {
  /** Of the audit row that was written before it was signed: names the withdrawal. */
  readonly auditId: number
  readonly startedAtMs: number
  readonly keyId: number
  readonly walletId: string
  /** Of its audit rows. */
  readonly subject: string
  /** Null while it is not signed: then nothing of it can be on the chain. The signed bytes are not here: only the
   *  request and its `Idempotency-Key` may send them again. */
  readonly sent: WithdrawalSent | null
}

export type WithdrawalSent = {
  readonly signature: string
  readonly lastValidBlockHeight: number
  readonly signedAtMs: number
}

/** `landed` and `failed` are on the chain, executed or not; `not_landed` was signed and certainly never will be;
 *  `not_sent` was never signed; `unknown` belongs to a world of the sandbox that has ended. */
export type WithdrawalEnd = {
  readonly outcome: 'landed' | 'failed' | 'not_landed' | 'not_sent' | 'unknown'
  readonly atMs: number
  readonly signature: string | null
  readonly slot: number | null
  /** Lamports as decimal text; null when not known. */
  readonly feeLamports: string | null
  /** JSON text of what went wrong; null when nothing did. */
  readonly error: string | null
}

/** The withdrawals of custodial wallets that are under way, beside the audit log. Every write is on disk when it
 *  resolves. */
export type WithdrawalsTable = {
  /** Writes the audit row, and keeps the withdrawal until its end. */
  begin(entry: AuditEntry, of: Pick<OpenWithdrawal, 'keyId' | 'walletId'>): Promise<OpenWithdrawal>
  /** Before it is sent; null takes it back. A row that was taken for dead meanwhile comes back with it. */
  signed(open: OpenWithdrawal, sent: WithdrawalSent | null): Promise<void>
  /** Writes the audit row of its end, once: false when it had one. */
  end(open: OpenWithdrawal, end: WithdrawalEnd): Promise<boolean>
  find(auditId: number): OpenWithdrawal | undefined
  /** Oldest first. */
  open(limit: number): readonly OpenWithdrawal[]
  /** Ends all of them as `unknown`. */
  forgetWorld(atMs: number): Promise<void>
}
