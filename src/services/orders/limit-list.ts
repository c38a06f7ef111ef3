import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { LimitOrderList } from '../../contract/swap-order.ts'
import { toLimitOrderRow } from './order-rows.ts'
import { readOpen } from './read-open.ts'

/** Open limit orders of a wallet. Fails as the adapter does. */
export async function listLimitOrders(
  ctx: Context,
  wallet: string,
  signal: AbortSignal,
): Promise<Outcome<LimitOrderList>> {
  const { limitOrders } = ctx.upstreams
  if (limitOrders === null) return fail('unconfigured', 'provider not configured: limitOrders')
  const open = await readOpen(limitOrders.list, wallet, { signal })
  return open.ok ? ok({ orders: open.value.rows.map(toLimitOrderRow), hasMoreData: open.value.isCut }) : open
}
