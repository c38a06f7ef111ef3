import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { LimitOrderHistory } from '../../contract/swap-order.ts'
import { toLimitOrderRow } from './order-rows.ts'

/** One page of a wallet's limit orders that have ended, in the aggregator's order. Fails as the adapter does. */
export async function limitOrderHistory(
  ctx: Context,
  question: { readonly wallet: string; readonly page: number },
  signal: AbortSignal,
): Promise<Outcome<LimitOrderHistory>> {
  const { limitOrders } = ctx.upstreams
  if (limitOrders === null) return fail('unconfigured', 'provider not configured: limitOrders')
  const found = await limitOrders.list({ ...question, status: 'history' }, { signal })
  if (!found.ok) return found
  const { rows, page, totalPages } = found.value
  return ok({ orders: rows.map(toLimitOrderRow), page, totalPages, hasMoreData: totalPages > page })
}
