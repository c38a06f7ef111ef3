import { CUSTODY } from '../../config/custody.ts'
import { LANDING } from '../../config/landing.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { OpenWithdrawal } from '../../store/withdrawal-rows.ts'
import { land } from '../landing/land.ts'
import { endOf, endOfLanding, endWithdrawal } from './withdrawal-book.ts'

/** Finds out what became of withdrawals whose end is not written down: those of a process that died, and those that
 *  were answered `pending`. They are looked for as long as they can land, and never sent again: whether that may be is
 *  between the request and its `Idempotency-Key`, since who asks again without one has had another transaction made. */
export async function settleWithdrawals(ctx: Context): Promise<Outcome<{ readonly taken: number }>> {
  const { settlingWithdrawals } = ctx.parts
  let taken = 0
  for (const open of ctx.store.withdrawals.open(CUSTODY.settledAtOnce)) {
    if (settlingWithdrawals.has(open.auditId) || settlingWithdrawals.size >= CUSTODY.settledAtOnce) continue
    taken++
    settlingWithdrawals.begin(
      open.auditId,
      (signal) => settleOne(ctx, open, signal),
      (error) => ctx.log.error({ err: error, row: open.auditId }, 'the end of a withdrawal could not be found out'),
    )
  }
  return ok({ taken })
}

async function settleOne(ctx: Context, open: OpenWithdrawal, signal: AbortSignal): Promise<void> {
  const { sent } = open
  const nowMs = ctx.clock.nowMs()
  if (sent === null) {
    // Another process of this store may be about to sign it.
    if (nowMs - open.startedAtMs < CUSTODY.unsignedMs) return
    return endWithdrawal(ctx, open, endOf(null, 'it was never signed', nowMs))
  }
  const landing = await land(
    ctx,
    {
      wire: null,
      signature: sent.signature,
      lastValidBlockHeight: sent.lastValidBlockHeight,
      bundle: false,
      deadlineMs: LANDING.followMs,
      sentBeforeMs: sent.signedAtMs,
    },
    signal,
  )
  const end = endOfLanding(landing, ctx.clock.nowMs())
  if (end !== null) await endWithdrawal(ctx, open, end)
}
