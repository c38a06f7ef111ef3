import type { Context } from '../context.ts'
import type { Outcome } from '../contract/outcome.ts'
import { settlePendingTrades } from '../services/trade-ledger/settle.ts'

/** Settles trades whose caller has left, those of an earlier process first. */
export function settleTrades(ctx: Context): Promise<Outcome<unknown>> {
  return settlePendingTrades(ctx)
}
