import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { Screen } from '../../contract/screens.ts'
import { screenOwner } from './owner.ts'
import { showScreen } from './show-screen.ts'

/** The screens of the caller's key, oldest first: all, for a plan has no more than fit into an answer. Fails
 *  `scope_required`. */
export function listScreens(
  ctx: Pick<Context, 'store' | 'clock' | 'config'>,
  caller: Caller,
): Outcome<{ screens: Screen[]; count: number }> {
  const owner = screenOwner(caller)
  if (!owner.ok) return owner
  const screens = ctx.store.screens.listOf(owner.value.id).map((record) => showScreen(ctx, record))
  return ok({ screens, count: screens.length })
}
