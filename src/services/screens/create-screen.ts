import { SCREEN_PLANS, SCREENS } from '../../config/screens.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Screen } from '../../contract/screens.ts'
import { compileFilter } from '../../hot-paths/screener/row-filter.ts'
import { checkChains } from '../screener/check-chains.ts'
import { readTree, type Tree, toCondition } from '../screener/conditions.ts'
import { type ScreenerWindow, singleColumn } from '../screener/fields.ts'
import { findRows } from '../screener/find-rows.ts'
import { screenId } from './ids.ts'
import { screenOwner } from './owner.ts'
import { showScreen } from './show-screen.ts'

export type ScreenInput = {
  readonly name: string
  readonly chain: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly window: ScreenerWindow
  readonly holdSecs: number
}

/** Saves a screen. Its rows are found within a second or so; what enters and leaves from then on is an event. Fails
 *  `scope_required`, `invalid_request` for a filter that the screener would refuse or that matches too many pairs,
 *  `unsupported_on_chain`, and `conflict` for an identical screen of the key (the text names it) and when the key has as
 *  many as it may. */
export async function createScreen(
  ctx: Context,
  caller: Caller,
  { name, chain, filter, window, holdSecs }: ScreenInput,
): Promise<Outcome<{ screen: Screen }>> {
  const owner = screenOwner(caller)
  if (!owner.ok) return owner
  const tree = readTree(filter)
  if (!tree.ok) return tree
  const filterJson = JSON.stringify(filter)
  if (filterJson.length > SCREENS.filterChars)
    return fail('invalid_request', `filter: at most ${SCREENS.filterChars} characters of JSON`)
  const chains = checkChains(ctx, [chain])
  if (!chains.ok) return chains
  const broad = await refuseBroad(ctx, tree.value, window)
  if (broad !== null) return broad
  const { screens, tape } = ctx.store
  const nowMs = ctx.clock.nowMs()
  tape.refresh()
  const record = {
    id: screenId(nowMs),
    keyId: owner.value.id,
    name: name.toWellFormed(),
    filterJson,
    window,
    holdSecs,
    createdAtMs: nowMs,
    startCursor: tape.formatCursor(tape.window().head.seq),
  }
  const max = SCREEN_PLANS[owner.value.tier]
  const { made, identicalTo } = await screens.create(record, max)
  if (identicalTo !== null) return fail('conflict', `an identical screen exists: ${identicalTo}`)
  if (!made) return fail('conflict', `at most ${max} saved screens per key on this plan: delete one first`)
  return ok({ screen: showScreen(ctx, record) })
}

/** While the index is still reading the tape their number is not known. */
async function refuseBroad(ctx: Context, tree: Tree, window: ScreenerWindow): Promise<Failure | null> {
  const { screener } = ctx.parts
  const index = await screener.look()
  if (!index.isBuilt()) return null
  const condition = toCondition(tree, { store: index.store, window, nowMs: ctx.clock.nowMs() })
  const { total } = await findRows(index.store, screener.turns, {
    filter: compileFilter(condition),
    column: singleColumn('lastTradeAt'),
    isDescending: true,
    limit: 0,
  })
  if (total <= SCREENS.members) return null
  return fail('invalid_request', `filter: matches ${total} pairs, a screen holds at most ${SCREENS.members}: narrow it`)
}
