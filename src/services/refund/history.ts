import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { RefundHistory, RefundKind } from '../../contract/refund.ts'
import { exactInteger } from '../../contract/trading.ts'
import type { RefundRow } from '../../store/refund-rows.ts'
import { walletOf } from '../custody/signer.ts'
import { atStage } from '../trade-plan/trade-stage.ts'

/** What the user's wallet got back, newest first. A cursor is the id of the last one of the page before. Fails as
 *  `walletOf` does. */
export async function refundHistory(
  ctx: Context,
  { caller, userRef }: { readonly caller: Caller; readonly userRef: string },
  { limit, cursor }: { readonly limit: number; readonly cursor: string },
): Promise<Outcome<RefundHistory>> {
  if (caller.kind !== 'key') return atStage(fail('unauthorized', 'no key context'), 'validate')
  const wallet = await walletOf(ctx, caller, userRef)
  if (!wallet.ok) return atStage(wallet, 'validate')
  const page = { beforeId: cursor === '' ? null : cursor, limit: limit + 1 }
  const found = ctx.store.refunds.list(caller.key.id, wallet.value.userRef, page)
  const rows = found.slice(0, limit)
  return ok({
    refunds: rows.map(show),
    count: rows.length,
    next_cursor: found.length > limit ? rows.at(-1)!.id : null,
  })
}

function show(row: RefundRow): RefundHistory['refunds'][number] {
  return {
    signature: row.signature,
    kind: row.kind as RefundKind,
    wallet: row.wallet,
    accounts: [...row.accounts],
    lamports: exactInteger(BigInt(row.lamports)),
    fee_lamports: row.feeLamports === null ? null : exactInteger(BigInt(row.feeLamports)),
    status: row.status,
    slot: row.slot,
    created_at: row.createdAtMs,
  }
}
