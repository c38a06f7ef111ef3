import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { ownScreen } from './owner.ts'

/** Ends a screen: its rows are forgotten, its streams and webhooks send nothing more. Fails `scope_required` and
 *  `not_found`. */
export async function deleteScreen(
  ctx: Pick<Context, 'store'>,
  caller: Caller,
  id: string,
): Promise<Outcome<{ id: string; deleted: true }>> {
  const found = ownScreen(ctx, caller, id)
  if (!found.ok) return found
  const isThere = await ctx.store.screens.remove(id)
  return isThere ? ok({ id, deleted: true }) : fail('not_found', 'unknown screen')
}
