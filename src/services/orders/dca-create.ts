import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { DcaCreated } from '../../contract/swap-order.ts'
import type { DcaOrders } from '../../upstreams/swap-capabilities.ts'
import { holdOrder, isOwner, notAnAddress } from './hold-order.ts'
import { OPENS_DCA, openedAccount } from './order-account.ts'
import { newDca } from './order-calls.ts'
import { unfitTransaction } from './unfit-transaction.ts'

export type NewDca = Parameters<DcaOrders['create']>[0]

/** The transaction that opens a position, and the account it will be: the aggregator does not say that one, its
 *  transaction does. It is held against the request. Fails as the adapter and `holdOrder` do. */
export async function createDca(ctx: Context, params: NewDca, signal: AbortSignal): Promise<Outcome<DcaCreated>> {
  const { dca: orders } = ctx.upstreams
  if (orders === null) return fail('unconfigured', 'provider not configured: dca')
  const built = await orders.create(params, { signal })
  if (!built.ok) return built
  const { transaction: base64, requestId } = built.value
  const dca = openedAccount(base64, OPENS_DCA)
  if (dca === null) return unfitTransaction(orders.provider)
  if (!isOwner(params.user)) return notAnAddress('user')
  const tx = await holdOrder(ctx, { provider: orders.provider, base64, asked: newDca(params) }, signal)
  return tx.ok ? ok({ dca, tx: tx.value, requestId }) : tx
}
