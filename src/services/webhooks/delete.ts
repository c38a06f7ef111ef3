import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { ownWebhook } from './owner.ts'

/** Ends a webhook: what waits is dropped, its secret is erased, its deliveries are kept for seven days. */
export async function deleteWebhook(
  ctx: Pick<Context, 'store' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<Outcome<{ id: string; deleted: true }>> {
  const found = ownWebhook(ctx, caller, id)
  if (!found.ok) return found
  const deletedAtMs = ctx.clock.nowMs()
  await ctx.store.webhooks.change(
    id,
    ({ record, state }) => ({
      record: { ...record, enabled: false, disabledReason: 'deleted', sealedSecret: '', oldSecret: null, deletedAtMs },
      state,
    }),
    { dropQueued: true },
  )
  return ok({ id, deleted: true })
}
