import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { DcaCreated } from '../../contract/swap-order.ts'
import type { DcaOrders } from '../../upstreams/swap-capabilities.ts'
import { isTransaction, OPENS_DCA, openedAccount } from './order-account.ts'
import { unfitTransaction } from './unfit-transaction.ts'

export type NewDca = Parameters<DcaOrders['create']>[0]

/** The transaction that opens a position, and the account it will be: the aggregator does not say that one, its
 *  transaction does. Fails as the adapter does. */
export async function createDca(ctx: Context, wish: NewDca, signal: AbortSignal): Promise<Outcome<DcaCreated>> {
  const { dca: orders } = ctx.upstreams
  if (orders === null) return fail('unconfigured', 'provider not configured: dca')
  const built = await orders.create(wish, { signal })
  if (!built.ok) return built
  const { transaction: tx, requestId } = built.value
  const dca = openedAccount(tx, OPENS_DCA)
  return dca === null || !isTransaction(tx) ? unfitTransaction(orders.provider) : ok({ dca, tx, requestId })
}
