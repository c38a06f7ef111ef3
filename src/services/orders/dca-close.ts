import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { DcaClosed } from '../../contract/swap-order.ts'
import { holdOrder, isOwner, notAnAddress } from './hold-order.ts'
import { isTransaction } from './order-account.ts'
import { closedDca } from './order-calls.ts'
import { unfitTransaction } from './unfit-transaction.ts'

/** The transaction that ends a position and gives back what is left in it, held against the request. Fails as the
 *  adapter and `holdOrder` do. */
export async function closeDca(
  ctx: Context,
  params: { readonly position: string; readonly user: unknown },
  signal: AbortSignal,
): Promise<Outcome<DcaClosed>> {
  const { dca: orders } = ctx.upstreams
  if (orders === null) return fail('unconfigured', 'provider not configured: dca')
  const built = await orders.close(params, { signal })
  if (!built.ok) return built
  const { transaction: base64, requestId } = built.value
  if (!isTransaction(base64)) return unfitTransaction(orders.provider)
  if (!isOwner(params.user)) return notAnAddress('user')
  const asked = closedDca(params.position, params.user)
  const tx = await holdOrder(ctx, { provider: orders.provider, base64, asked }, signal)
  return tx.ok ? ok({ tx: tx.value, requestId }) : tx
}
