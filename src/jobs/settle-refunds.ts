import type { Context } from '../context.ts'
import type { Outcome } from '../contract/outcome.ts'
import { settleRefunds as settle } from '../services/refund/settle-refunds.ts'

/** Settles refunds whose caller has left, those of an earlier process first. */
export function settleRefunds(ctx: Context): Promise<Outcome<unknown>> {
  return settle(ctx)
}
