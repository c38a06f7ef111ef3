import type { Context } from '../context.ts'
import type { Outcome } from '../contract/outcome.ts'
import { settlePendingTrades } from '../services/trade-ledger/settle.ts'

/** Brings trades to their end that nobody waits for any more, those of an earlier process first of all. */
export function settleTrades(ctx: Context): Promise<Outcome<unknown>> {
  return settlePendingTrades(ctx)
}
