import type { Context } from '../context.ts'
import type { Outcome } from '../contract/outcome.ts'
import { settleWithdrawals as settle } from '../services/custody/settle-withdrawals.ts'

/** Records the outcome of withdrawals whose caller has left, those of an earlier process first. */
export function settleWithdrawals(ctx: Context): Promise<Outcome<unknown>> {
  return settle(ctx)
}
