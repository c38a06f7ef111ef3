import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { RECOVERY } from '../../config/recovery.ts'
import { REFUND } from '../../config/refund.ts'
import type { Context } from '../../context.ts'
import { type Failure, type Outcome, ok } from '../../contract/outcome.ts'
import { REFUND_KINDS, type RefundFailure } from '../../contract/refund.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import { packTransactions } from '../recovery/pack-transactions.ts'
import { nothingToTake, planRefund, type RefundPlan } from './plan-refund.ts'
import { prepareBatch, type RefundBatch, refundFrame } from './prepare-batch.ts'
import type { RefundItem } from './refund-item.ts'
import type { RefundWish } from './refund-wish.ts'

/** Transactions that were executed and do what they say, without a blockhash yet. */
export type PreparedRefund = {
  readonly wallet: string
  readonly batches: readonly RefundBatch[]
  readonly failed: readonly RefundFailure[]
  readonly unavailable: RefundPlan['unavailable']
  /** Accounts beyond the transactions that were asked for. */
  readonly left: number
}

/** Plans, packs and executes. A transaction holds accounts of one kind, so that one kind that fails leaves the others as
 *  they are. Fails `conflict` when there is nothing to take, `upstream_refused` when that is because the node does not say,
 *  `insufficient_balance` when the wallet cannot pay for any of it, and as the node fails. */
export async function prepareRefund(
  ctx: Context,
  rpc: SolanaRpc,
  { wallet, wish }: { readonly wallet: string; readonly wish: RefundWish },
  signal: AbortSignal,
): Promise<Outcome<PreparedRefund>> {
  const planned = await planRefund(ctx, rpc, { wallet, wish }, signal)
  if (!planned.ok) return planned
  const { items, failed, unavailable } = planned.value
  if (items.length === 0 && failed.length === 0) return nothingToTake(wish, planned.value)
  const packs = packByKind(items, wallet)
  const tried = await inParallel(packs.slice(0, wish.maxTransactions), RECOVERY.simulationsAtOnce, (pack) =>
    prepareBatch(ctx, { wallet, items: pack }, signal),
  )
  const batches = tried.flatMap(({ batch }) => batch ?? [])
  const failures = tried.flatMap(({ failure }) => failure ?? [])
  if (batches.length === 0 && failures.length > 0) {
    const hard = failures.find(isOfAll)
    if (hard !== undefined) return hard
  }
  return ok({
    wallet,
    batches,
    failed: [...failed, ...tried.flatMap((one) => one.failed)],
    unavailable,
    left: packs.slice(wish.maxTransactions).reduce((sum, pack) => sum + pack.length, 0),
  })
}

/** What is no fault of the accounts: nobody can pay, or nobody can tell. */
function isOfAll({ code }: Failure): boolean {
  return code !== 'simulation_failed' && code !== 'policy_blocked' && code !== 'price_moved'
}

/** Kind by kind, as many of one as fit into a transaction. */
export function packByKind(items: readonly RefundItem[], wallet: string): readonly (readonly RefundItem[])[] {
  return REFUND_KINDS.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind)
    const bound = kind === 'buffers' ? { maxItems: REFUND.buffersPerTransaction } : {}
    return packTransactions(own, { ...refundFrame(wallet), ...bound }).packs.map((pack) => pack.items)
  })
}
