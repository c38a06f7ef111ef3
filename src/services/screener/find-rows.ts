import { SCREENER } from '../../config/screener.ts'
import type { RankedList } from '../../hot-paths/screener/ranked-list.ts'
import { sampleFilter } from '../../hot-paths/screener/row-filter.ts'
import { createTopScan, createTopWalk, type TopQuery } from '../../hot-paths/screener/top-rows.ts'
import type { SharedTurns } from '../../runtime/shared-turns.ts'
import type { PairStore } from './pair-store.ts'

/** The first rows of an order and how many there are in all. Looks through the columns a stretch a turn; where the order
 *  of the column is kept, it walks that and only counts the rest. */
export async function findRows(
  store: PairStore,
  turns: SharedTurns,
  query: TopQuery,
  { needsTotal = true }: { readonly needsTotal?: boolean } = {},
): Promise<{ readonly rows: readonly number[]; readonly total: number }> {
  const { columns } = store
  if (columns.rows <= SCREENER.orderFromRows) return scan(store, turns, query)
  const { filter, share } = sampleFilter(columns, query.filter)
  const asked = { ...query, filter }
  const order = store.order(query.column)
  // Where few rows match, the walk would look at more of them than the scan.
  const isNear = share * SCREENER.walkVisits >= query.limit
  const walked = order === null || !isNear ? null : await walk(store, turns, { ...asked, order })
  if (walked === null) return scan(store, turns, asked)
  if (!needsTotal) return { rows: walked, total: walked.length }
  const { total } = await scan(store, turns, { ...asked, limit: 0 })
  return { rows: walked, total }
}

/** Null where too many rows were looked at in vain. */
async function walk(
  { columns }: PairStore,
  turns: SharedTurns,
  { order, ...query }: TopQuery & { readonly order: RankedList },
): Promise<readonly number[] | null> {
  const top = createTopWalk(columns, order, query, SCREENER.walkVisits)
  for (;;) {
    const state = top.step(SCREENER.visitsPerTurn)
    if (state === 'done') return top.result()
    if (state === 'lost') return null
    await turns.next()
  }
}

async function scan(
  { columns }: PairStore,
  turns: SharedTurns,
  query: TopQuery,
): Promise<{ readonly rows: readonly number[]; readonly total: number }> {
  const top = createTopScan(columns, query)
  while (!top.step(SCREENER.blocksPerTurn)) await turns.next()
  return { rows: top.result(), total: top.total }
}
