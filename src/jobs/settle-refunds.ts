import type { Context } from '../context.ts'
import type { Outcome } from '../contract/outcome.ts'
import { settleRefunds as settle } from '../services/refund/settle-refunds.ts'

/** Brings refunds to their end that nobody waits for any more, those of an earlier process first of all. */
export function settleRefunds(ctx: Context): Promise<Outcome<unknown>> {
  return settle(ctx)
}
