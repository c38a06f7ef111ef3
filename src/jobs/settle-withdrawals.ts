import type { Context } from '../context.ts'
import type { Outcome } from '../contract/outcome.ts'
import { settleWithdrawals as settle } from '../services/custody/settle-withdrawals.ts'

/** Writes down the end of withdrawals that nobody waits for any more, those of an earlier process first of all. */
export function settleWithdrawals(ctx: Context): Promise<Outcome<unknown>> {
  return settle(ctx)
}
