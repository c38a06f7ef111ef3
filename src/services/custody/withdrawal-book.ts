import type { Context } from '../../context.ts'
import { type AuditEntry, withoutKey } from '../../store/audit-rows.ts'
import type { CustodyWalletRecord } from '../../store/custody-rows.ts'
import type { OpenWithdrawal, WithdrawalEnd, WithdrawalSent } from '../../store/withdrawal-rows.ts'
import { SameTransaction } from '../idempotency/once.ts'
import type { Landing } from '../landing/landing.ts'
import { askedBy } from './asked-by.ts'

/** Withdrawals under way, by wallet and recipient. */
export type Payout = {
  readonly to: string
  /** `SOL`, or a mint. */
  readonly mint: string
  readonly amount: string
}

/** The record of one withdrawal, which outlives a crash: what is written here is on disk before anything happens that
 *  it speaks of. */
export type WithdrawalBook = {
  /** Before it is signed. A second attempt at the same payout is the same row. */
  begin(payout: Payout): Promise<void>
  /** Before it is sent, together with what else has to be written by then: one commit as a rule. Throws what that
   *  throws, and then nothing is sent. */
  signed(sent: Omit<WithdrawalSent, 'signedAtMs'>, keepElsewhere: () => Promise<void>): Promise<void>
  /** It ends here, and nothing was sent. */
  notSent(reason: string): Promise<void>
  /** `pending` leaves it open: `settleWithdrawals` goes on. Never rejects. */
  landed(landing: Landing): Promise<void>
}

export function openBook(ctx: Context, wallet: CustodyWalletRecord): WithdrawalBook {
  const { store, clock } = ctx
  let open: OpenWithdrawal | null = null
  let written: Payout | null = null
  const entry = (payout: Payout): AuditEntry => withdrawalEntry(ctx, wallet, payout)

  async function notSent(reason: string): Promise<void> {
    if (open !== null) await endWithdrawal(ctx, open, endOf(null, reason, clock.nowMs()))
    open = null
  }

  return {
    async begin(payout) {
      if (open !== null && isSame(payout, written)) return
      await notSent('made again with another amount')
      open = await store.withdrawals.begin(entry(payout), { keyId: wallet.keyId, walletId: wallet.id })
      written = payout
    },
    async signed({ signature, lastValidBlockHeight }, keepElsewhere) {
      // First of the two: a repeated request may send again whatever is kept elsewhere.
      const own = store.withdrawals.signed(open!, { signature, lastValidBlockHeight, signedAtMs: clock.nowMs() })
      try {
        await Promise.all([own, keepElsewhere()])
      } catch (error) {
        await own
        await store.withdrawals.signed(open!, null)
        // Made again, it goes on in the same row.
        if (!(error instanceof SameTransaction)) await notSent('sending has ended')
        throw error
      }
      const { auditId: row, keyId, walletId } = open!
      const { to, mint, amount } = written!
      ctx.log.info({ row, keyId, walletId, from: wallet.address, to, mint, amount, signature }, 'a withdrawal is sent')
    },
    notSent,
    async landed(landing) {
      const end = endOfLanding(landing, clock.nowMs())
      if (end === null) return
      await endWithdrawal(ctx, open!, end).catch((error: unknown) =>
        // The answer is known and the money has moved: the job writes it down when the disk takes it.
        ctx.log.error({ err: error, row: open!.auditId }, 'the end of a withdrawal could not be written'),
      )
    },
  }
}

function isSame(one: Payout, other: Payout | null): boolean {
  return one.to === other?.to && one.mint === other.mint && one.amount === other.amount
}

function withdrawalEntry(
  ctx: Context,
  { id, keyId, userRef, address }: CustodyWalletRecord,
  payout: Payout,
): AuditEntry {
  const { requestId, ...asked } = askedBy(ctx)
  const { to, mint, amount: amountRaw } = payout
  return {
    ...asked,
    action: 'wallet.withdraw',
    subject: `wallet:${address}`,
    before: null,
    after: { id, keyId, userRef: withoutKey(userRef), to, mint, amountRaw, requestId },
  }
}

/** Writes the end down, and a line about it. */
export async function endWithdrawal(ctx: Context, open: OpenWithdrawal, end: WithdrawalEnd): Promise<void> {
  if (!(await ctx.store.withdrawals.end(open, end))) return
  const { auditId: row, keyId, walletId } = open
  const { atMs: _, ...shown } = end
  ctx.log.info({ row, keyId, walletId, ...shown }, 'a withdrawal ended')
}

/** The end of what was never sent. */
export function endOf(signature: string | null, reason: string, atMs: number): WithdrawalEnd {
  return { outcome: 'not_sent', atMs, signature, slot: null, feeLamports: '0', error: JSON.stringify(reason) }
}

/** Null while it is not known. */
export function endOfLanding(landing: Landing, atMs: number): WithdrawalEnd | null {
  if (landing.status === 'pending') return null
  const { signature } = landing
  if (landing.status === 'not_landed') {
    const error = JSON.stringify(landing.reason)
    return { outcome: 'not_landed', atMs, signature, slot: null, feeLamports: '0', error }
  }
  const { slot, err } = landing
  const feeLamports = landing.feeLamports === null ? null : String(landing.feeLamports)
  const error = err === null ? null : JSON.stringify(err)
  return { outcome: err === null ? 'landed' : 'failed', atMs, signature, slot, feeLamports, error }
}
