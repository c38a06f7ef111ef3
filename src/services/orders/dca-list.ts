import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { DcaList } from '../../contract/swap-order.ts'
import { toDcaRow } from './order-rows.ts'
import { readOpen } from './read-open.ts'

/** Running positions of a wallet. Fails as the adapter does. */
export async function listDca(ctx: Context, wallet: string, signal: AbortSignal): Promise<Outcome<DcaList>> {
  const { dca: orders } = ctx.upstreams
  if (orders === null) return fail('unconfigured', 'provider not configured: dca')
  const open = await readOpen(orders.list, wallet, { signal })
  return open.ok ? ok({ positions: open.value.rows.map(toDcaRow), hasMoreData: open.value.isCut }) : open
}
