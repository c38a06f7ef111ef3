import { RECOVERY } from '../../config/recovery.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { RecoveryRow, RecoveryTotals } from '../../store/recovery-rows.ts'
import { checkOnChain } from './chain-check.ts'

export type FoundStats = { readonly totals: RecoveryTotals; readonly recent: readonly RecoveryRow[] }

/** Lifetime figures of the calling key and its newest recoveries (spec 2.7 key stats). Fails `unauthorized` for a
 *  caller without a record. */
export function getKeyStats(ctx: Context, caller: Caller): Outcome<FoundStats> {
  if (caller.kind !== 'key') return fail('unauthorized', 'no key context')
  const { recoveries } = ctx.store
  const recent = recoveries.newest(caller.key.id, RECOVERY.recentRows)
  // Left over from a process that was stopped before it had an answer.
  for (const row of recent) if (row.chain === 'unchecked') checkOnChain(ctx, row)
  return ok({ totals: recoveries.totals(caller.key.id), recent })
}
