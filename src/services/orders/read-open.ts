import { ORDER_LIMITS } from '../../config/swap-limits.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { CallLimits } from '../../upstreams/landing-capabilities.ts'
import type { OrderPage, OrderPageQuestion } from '../../upstreams/swap-capabilities.ts'

type ReadPage<T> = (question: OrderPageQuestion, limits: CallLimits) => Promise<Outcome<OrderPage<T>>>

/** What a wallet has open, page after page up to a bound; `isCut` where there is more. Each once: an order that is
 *  opened meanwhile pushes others onto the next page. Fails when one page does. */
export async function readOpen<T extends { readonly key: string }>(
  read: ReadPage<T>,
  wallet: string,
  limits: CallLimits,
): Promise<Outcome<{ readonly rows: readonly T[]; readonly isCut: boolean }>> {
  const rows = new Map<string, T>()
  for (let page = 1; ; page++) {
    const found = await read({ wallet, status: 'active', page }, limits)
    if (!found.ok) return found
    for (const row of found.value.rows) rows.set(row.key, row)
    const isLast = found.value.totalPages <= page || found.value.rows.length === 0
    if (isLast || page === ORDER_LIMITS.openPages) return ok({ rows: [...rows.values()], isCut: !isLast })
  }
}
