import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { LimitOrderCancelled } from '../../contract/swap-order.ts'
import { isTransaction } from './order-account.ts'
import { unfitTransaction } from './unfit-transaction.ts'

/** The transaction that ends a limit order. Fails as the adapter does. */
export async function cancelLimitOrder(
  ctx: Context,
  wish: { readonly order: string; readonly maker: unknown },
  signal: AbortSignal,
): Promise<Outcome<LimitOrderCancelled>> {
  const { limitOrders } = ctx.upstreams
  if (limitOrders === null) return fail('unconfigured', 'provider not configured: limitOrders')
  const built = await limitOrders.cancel(wish, { signal })
  if (!built.ok) return built
  const { transaction: tx, requestId } = built.value
  return isTransaction(tx) ? ok({ tx, requestId }) : unfitTransaction(limitOrders.provider)
}
