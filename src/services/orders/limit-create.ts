import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { LimitOrderCreated } from '../../contract/swap-order.ts'
import type { LimitOrders } from '../../upstreams/swap-capabilities.ts'
import { isTransaction, OPENS_LIMIT_ORDER, openedAccount } from './order-account.ts'
import { unfitTransaction } from './unfit-transaction.ts'

export type NewLimitOrder = Parameters<LimitOrders['create']>[0]

/** The transaction that opens a limit order, and the account it will be. Fails as the adapter does. */
export async function createLimitOrder(
  ctx: Context,
  wish: NewLimitOrder,
  signal: AbortSignal,
): Promise<Outcome<LimitOrderCreated>> {
  const { limitOrders } = ctx.upstreams
  if (limitOrders === null) return fail('unconfigured', 'provider not configured: limitOrders')
  const built = await limitOrders.create(wish, { signal })
  if (!built.ok) return built
  const { transaction: tx, requestId } = built.value
  const order = built.value.order ?? openedAccount(tx, OPENS_LIMIT_ORDER)
  if (order === null || !isTransaction(tx)) return unfitTransaction(limitOrders.provider)
  return ok({ order, tx, requestId })
}
