import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { LimitOrderCancelled } from '../../contract/swap-order.ts'
import { holdOrder, isOwner, notAnAddress } from './hold-order.ts'
import { isTransaction } from './order-account.ts'
import { cancelledLimitOrder } from './order-calls.ts'
import { unfitTransaction } from './unfit-transaction.ts'

/** The transaction that ends a limit order, held against the request. Fails as the adapter and `holdOrder` do. */
export async function cancelLimitOrder(
  ctx: Context,
  params: { readonly order: string; readonly maker: unknown },
  signal: AbortSignal,
): Promise<Outcome<LimitOrderCancelled>> {
  const { limitOrders } = ctx.upstreams
  if (limitOrders === null) return fail('unconfigured', 'provider not configured: limitOrders')
  const built = await limitOrders.cancel(params, { signal })
  if (!built.ok) return built
  const { transaction: base64, requestId } = built.value
  if (!isTransaction(base64)) return unfitTransaction(limitOrders.provider)
  if (!isOwner(params.maker)) return notAnAddress('maker')
  const asked = cancelledLimitOrder(params.order, params.maker)
  const tx = await holdOrder(ctx, { provider: limitOrders.provider, base64, asked }, signal)
  return tx.ok ? ok({ tx: tx.value, requestId }) : tx
}
