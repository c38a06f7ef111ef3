import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { RECOVERY } from '../../config/recovery.ts'
import { REFUND } from '../../config/refund.ts'
import type { Context } from '../../context.ts'
import { type Failure, type Outcome, ok } from '../../contract/outcome.ts'
import { REFUND_KINDS, type RefundFailure, type RefundKind } from '../../contract/refund.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import { type PackFrame, packTransactions } from '../recovery/pack-transactions.ts'
import { nothingToTake, planRefund, type RefundPlan } from './plan-refund.ts'
import { prepareBatch, type RefundBatch, refundFrame } from './prepare-batch.ts'
import type { RefundItem } from './refund-item.ts'
import type { RefundParams } from './refund-params.ts'

/** Transactions that were executed and do what they say, without a blockhash yet. */
export type PreparedRefund = {
  readonly wallet: string
  readonly batches: readonly RefundBatch[]
  readonly failed: readonly RefundFailure[]
  readonly unavailable: RefundPlan['unavailable']
  /** Accounts beyond the transactions that were asked for. */
  readonly left: number
}

/** Plans, packs and executes. A transaction holds accounts of one kind, so that one kind that fails leaves the others
 *  as they are. Fails `conflict` when there is nothing to take, `upstream_refused` when that is because the node does
 *  not say, `insufficient_balance` when the wallet cannot pay for any of it, and as the node fails. */
export async function prepareRefund(
  ctx: Context,
  rpc: SolanaRpc,
  { wallet, params }: { readonly wallet: string; readonly params: RefundParams },
  signal: AbortSignal,
): Promise<Outcome<PreparedRefund>> {
  const planned = await planRefund(ctx, rpc, { wallet, params }, signal)
  if (!planned.ok) return planned
  const { items, failed, unavailable } = planned.value
  if (items.length === 0 && failed.length === 0) return nothingToTake(params, planned.value)
  const packs = packByKind(ctx, items, { wallet, maxTransactions: params.maxTransactions })
  const tried = await inParallel(packs, RECOVERY.simulationsAtOnce, (pack) =>
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
    left: packs.reduce((rest, pack) => rest - pack.length, items.length),
  })
}

/** Failures without a fault of the accounts: no balance for the fees, or no answer. */
function isOfAll({ code }: Failure): boolean {
  return code !== 'simulation_failed' && code !== 'policy_blocked' && code !== 'price_moved'
}

/** Kind by kind, as many of one as fit into a transaction, and so many transactions at most: a wallet may have
 *  thousands of accounts, and packing takes a quarter of a millisecond for each transaction. */
function packByKind(
  ctx: Context,
  items: readonly RefundItem[],
  { wallet, maxTransactions }: { readonly wallet: string; readonly maxTransactions: number },
): readonly (readonly RefundItem[])[] {
  const packs: (readonly RefundItem[])[] = []
  for (const kind of REFUND_KINDS) {
    const own = items.filter((item) => item.kind === kind)
    const most = capacityFor(ctx, own, wallet) * (maxTransactions - packs.length)
    for (const pack of packTransactions(own.slice(0, most), frameFor(ctx, kind, wallet)).packs)
      if (packs.length < maxTransactions) packs.push(pack.items)
  }
  return packs
}

/** How many of these, all of one kind, go into a transaction, by the first of them. */
export function capacityFor(ctx: Pick<Context, 'config'>, items: readonly RefundItem[], wallet: string): number {
  const first = items.slice(0, RECOVERY.itemsPerTransaction)
  return first.length === 0
    ? 0
    : (packTransactions(first, frameFor(ctx, first[0]!.kind, wallet)).packs[0]?.items.length ?? 0)
}

function frameFor(ctx: Pick<Context, 'config'>, kind: RefundKind, wallet: string): PackFrame<RefundItem> {
  return { ...refundFrame(ctx, wallet), ...(kind === 'buffers' ? { maxItems: REFUND.buffersPerTransaction } : {}) }
}
