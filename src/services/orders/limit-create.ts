import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { LimitOrderCreated } from '../../contract/swap-order.ts'
import type { LimitOrders } from '../../upstreams/swap-capabilities.ts'
import { holdOrder, isOwner, notAnAddress } from './hold-order.ts'
import { OPENS_LIMIT_ORDER, openedAccount } from './order-account.ts'
import { newLimitOrder } from './order-calls.ts'
import { unfitTransaction } from './unfit-transaction.ts'

export type NewLimitOrder = Parameters<LimitOrders['create']>[0]

/** The transaction that opens a limit order, held against the request, and the account it will be. Fails as the adapter
 *  and `holdOrder` do. */
export async function createLimitOrder(
  ctx: Context,
  params: NewLimitOrder,
  signal: AbortSignal,
): Promise<Outcome<LimitOrderCreated>> {
  const { limitOrders } = ctx.upstreams
  if (limitOrders === null) return fail('unconfigured', 'provider not configured: limitOrders')
  const built = await limitOrders.create(params, { signal })
  if (!built.ok) return built
  const { transaction, requestId } = built.value
  const { provider } = limitOrders
  const order = openedAccount(transaction, OPENS_LIMIT_ORDER)
  if (order === null || (built.value.order ?? order) !== order) return unfitTransaction(provider)
  if (!isOwner(params.maker)) return notAnAddress('maker')
  // Handed on whatever it is; an aggregator that builds something all the same has the maker pay.
  const payer = isOwner(params.payer) ? params.payer : params.maker
  const asked = newLimitOrder({ ...params, payer })
  const tx = await holdOrder(ctx, { provider, base64: transaction, asked }, signal)
  return tx.ok ? ok({ order, tx: tx.value, requestId }) : tx
}
