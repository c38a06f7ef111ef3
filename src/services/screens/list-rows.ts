import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { missingOf } from '../../contract/missing.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { ScreenRows } from '../../contract/screens.ts'
import { sayMissing } from '../screener/say-missing.ts'
import { showRow } from '../screener/show-row.ts'
import { ownScreen } from './owner.ts'

/** The rows that are in a screen, with a cursor from which its events continue them. Fails `scope_required` and
 *  `not_found`. */
export async function listScreenRows(
  ctx: Context,
  caller: Caller,
  { id, limit, cursor: afterPool }: { readonly id: string; readonly limit: number; readonly cursor: string },
): Promise<Outcome<ScreenRows>> {
  const found = ownScreen(ctx, caller, id)
  if (!found.ok) return found
  const { tape, screens } = ctx.store
  const { store, ...index } = await lookAt(ctx)
  // The cursor is read a turn before the rows: these may be newer than it, never older.
  const cursor = tape.formatCursor(tape.window().head.seq)
  await new Promise((resolve) => setImmediate(resolve))
  const members = screens.members(id, { afterPool, limit: limit + 1 })
  const page = members.slice(0, limit)
  const nowMs = ctx.clock.nowMs()
  const rows = page.map(({ pool, mint, quoteMint, dex, enteredAtMs }) => {
    const row = store.rowOf(pool)
    return {
      ...{ pair: pool, token: mint, quote: quoteMint, dex, enteredAt: enteredAtMs },
      row: row === undefined ? null : showRow(store, row, { rank: null, nowMs }),
    }
  })
  ctx.parts.screener.facts.want(page.map(({ mint }) => mint))
  return ok({
    rows,
    count: rows.length,
    total: screens.state(id)?.rows ?? 0,
    cursor,
    nextCursor: members.length > limit ? page.at(-1)!.pool : null,
    ...missingOf(index.missing),
  })
}

async function lookAt(ctx: Context) {
  const index = await ctx.parts.screener.look()
  return { store: index.store, missing: sayMissing(ctx, index, { fields: [], window: 'h24' }) }
}
