import type { Context } from '../context.ts'
import type { Outcome } from '../contract/outcome.ts'
import { settleAdvances as settle } from '../services/recovery/settle-advances.ts'

/** Gives back what the fee payer of recoveries risked and did not lose, what earlier processes signed first of all. */
export function settleAdvances(ctx: Context): Promise<Outcome<unknown>> {
  return settle(ctx)
}
