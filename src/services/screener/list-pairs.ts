import { SCREENER } from '../../config/screener.ts'
import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'
import type { ScreenerInput, ScreenerPage, ScreenerRow } from '../../contract/screener.ts'
import { type Condition, compileFilter } from '../../hot-paths/screener/row-filter.ts'
import { hashText } from '../../hot-paths/text-hash.ts'
import { checkChains } from './check-chains.ts'
import { fieldsIn, type Tree, toCondition } from './conditions.ts'
import { AGE_FIELD, columnOf, type ScreenerWindow, singleColumn } from './fields.ts'
import { findRows } from './find-rows.ts'
import type { FollowedTape } from './follow-tape.ts'
import { sayMissing, settled } from './say-missing.ts'
import { showRow } from './show-row.ts'
import { type Cursor, readCursor, type Walk, writeCursor } from './walks.ts'

export type PairsQuery = {
  readonly chains: readonly string[]
  readonly tree: Tree
  readonly window: ScreenerWindow
  /** A numeric field. */
  readonly sort: string
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly cursor: string
}

type Question = Pick<PairsQuery, 'tree' | 'window' | 'sort' | 'order'>
type Order = { readonly column: number; readonly isDescending: boolean }

/** Pairs that match a filter, page by page. A page continues the walk of its cursor: rows that moved meanwhile are
 *  neither repeated nor passed over. Fails `invalid_request` for a cursor that is none of this question's, and as
 *  `checkChains` does. */
export async function listPairs(ctx: Context, query: PairsQuery): Promise<Outcome<ScreenerPage>> {
  const chains = checkChains(ctx, query.chains)
  if (!chains.ok) return chains
  const digest = digestOf(query)
  const cursor = query.cursor === '' ? null : readCursor(query.cursor)
  if (query.cursor !== '' && cursor === null) return fail('invalid_request', 'invalid cursor')
  if (cursor !== null && cursor.digest !== digest) return fail('invalid_request', 'cursor: of another question')
  const index = await ctx.parts.screener.look()
  const order = orderOf(query)
  const walk = await walkOf(ctx, index, query, { order, digest, cursor })
  const start = (cursor?.offset ?? 0) - walk.base
  if (start < 0 || start > walk.rows.length) return fail('invalid_request', 'invalid cursor')
  await reach(ctx, index, query, { order, walk, end: Math.min(start + query.limit, SCREENER.walkRows) })
  await ctx.parts.screener.facts.now(index.store, walk.rows.slice(start, start + query.limit))
  return settled(ctx, index, showPage(ctx, index, query, { order, walk, start, said: chains.value.missing }))
}

/** Equal questions have equal digests, whatever the page. */
function digestOf({ chains, tree, window, sort, order }: PairsQuery): string {
  return hashText(JSON.stringify([chains, tree, window, sort, order])).toString(36)
}

/** Old pairs were created early: the order of ages is that of creation turned around. */
function orderOf({ sort, order, window }: Question): Order {
  if (sort === AGE_FIELD) return { column: singleColumn('createdAt'), isDescending: order === 'asc' }
  return { column: columnOf(sort, window)!, isDescending: order === 'desc' }
}

async function walkOf(
  ctx: Context,
  index: FollowedTape,
  { tree, window }: Question,
  { order, digest, cursor }: { readonly order: Order; readonly digest: string; readonly cursor: Cursor | null },
): Promise<Walk> {
  const { walks, turns } = ctx.parts.screener
  const known = cursor === null ? undefined : walks.find(cursor.walk)
  if (known?.digest === digest) return known
  const { store } = index
  const condition = toCondition(tree, { store, window, nowMs: ctx.clock.nowMs() })
  const { rows, total } = await findRows(store, turns, {
    filter: compileFilter(cursor === null ? condition : restOf(condition, order, cursor)),
    ...order,
    limit: SCREENER.rowsPerLook,
  })
  const walk = walks.begin(digest, { total, base: cursor?.offset ?? 0 })
  walk.rows.push(...rows)
  for (const row of rows) walk.seen.add(row)
  walk.isAtEnd = rows.length < SCREENER.rowsPerLook
  return walk
}

/** What follows a cursor whose walk is forgotten: rows of equal value may come again, none is left out. */
function restOf(condition: Condition, { column, isDescending }: Order, { value }: Cursor): Condition {
  const isUnknown: Condition = { kind: 'not', item: { kind: 'known', column } }
  if (value === null) return { kind: 'and', items: [condition, isUnknown] }
  const [min, max] = isDescending ? [Number.NEGATIVE_INFINITY, value] : [value, Number.POSITIVE_INFINITY]
  return {
    kind: 'and',
    items: [condition, { kind: 'or', items: [{ kind: 'range', column, min, max }, isUnknown] }],
  }
}

/** Looks for further rows until the walk reaches `end`, or has them all. */
async function reach(
  ctx: Context,
  { store }: FollowedTape,
  { tree, window }: Question,
  { order, walk, end }: { readonly order: Order; readonly walk: Walk; readonly end: number },
): Promise<void> {
  const grow = async (): Promise<void> => {
    while (walk.rows.length < end && !walk.isAtEnd) {
      const condition = toCondition(tree, { store, window, nowMs: ctx.clock.nowMs() })
      const { rows } = await findRows(
        store,
        ctx.parts.screener.turns,
        { filter: compileFilter(condition), ...order, limit: SCREENER.rowsPerLook, without: walk.seen },
        { needsTotal: false },
      )
      for (const row of rows) walk.seen.add(row)
      walk.rows.push(...rows)
      walk.isAtEnd = rows.length < SCREENER.rowsPerLook
    }
  }
  walk.growing = walk.growing.then(grow)
  await walk.growing
}

function showPage(
  ctx: Context,
  index: FollowedTape,
  query: PairsQuery,
  {
    order,
    walk,
    start,
    said,
  }: {
    readonly order: Order
    readonly walk: Walk
    readonly start: number
    readonly said: readonly string[]
  },
): ScreenerPage {
  const { store } = index
  const nowMs = ctx.clock.nowMs()
  const end = Math.min(start + query.limit, walk.rows.length)
  const rows: ScreenerRow[] = []
  for (let at = start; at < end; at++) {
    const row = walk.rows[at]!
    if (store.columns.isAlive(row)) rows.push(showRow(store, row, { rank: walk.base + at + 1, nowMs }))
  }
  const isLast = walk.isAtEnd && end === walk.rows.length
  const last = walk.rows[end - 1]
  const next = {
    // A walk that is full goes on by value, as one that is forgotten does.
    walk: end >= SCREENER.walkRows ? '' : walk.id,
    digest: walk.digest,
    offset: walk.base + end,
    value: last === undefined ? null : store.columns.number(order.column, last),
  }
  return {
    rows,
    count: rows.length,
    total: walk.total,
    generatedAt: nowMs,
    maxAgeMs: SCREENER.maxAgeMs,
    input: inputOf(query),
    nextCursor: isLast ? null : writeCursor(next),
    ...missingOf([
      ...said,
      ...sayMissing(ctx, index, { fields: [...fieldsIn(query.tree), query.sort], window: query.window }),
    ]),
  }
}

function inputOf({ chains, tree, window, sort, order, limit }: PairsQuery): ScreenerInput {
  const chain = chains.length === 0 ? ['solana'] : [...chains]
  return { chain, filter: JSON.stringify(tree), window, sort, order, limit }
}
