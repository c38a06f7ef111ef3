import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { DcaClosed } from '../../contract/swap-order.ts'
import { isTransaction } from './order-account.ts'
import { unfitTransaction } from './unfit-transaction.ts'

/** The transaction that ends a position and gives back what is left in it. Fails as the adapter does. */
export async function closeDca(
  ctx: Context,
  wish: { readonly position: string; readonly user: unknown },
  signal: AbortSignal,
): Promise<Outcome<DcaClosed>> {
  const { dca: orders } = ctx.upstreams
  if (orders === null) return fail('unconfigured', 'provider not configured: dca')
  const built = await orders.close(wish, { signal })
  if (!built.ok) return built
  const { transaction: tx, requestId } = built.value
  return isTransaction(tx) ? ok({ tx, requestId }) : unfitTransaction(orders.provider)
}
