import type { RowFilter } from '../../hot-paths/screener/row-filter.ts'
import { compileFilter } from '../../hot-paths/screener/row-filter.ts'
import type { SharedTurns } from '../../runtime/shared-turns.ts'
import { type ScreenerWindow, singleColumn, windowColumn } from './fields.ts'
import { findRows } from './find-rows.ts'
import type { PairStore } from './pair-store.ts'

/** The most boosted first, the volume of the window as the tiebreak, then the volume alone. */
export async function rankTrending(
  store: PairStore,
  turns: SharedTurns,
  { window, filter, limit }: { readonly window: ScreenerWindow; readonly filter: RowFilter; readonly limit: number },
): Promise<{ readonly rows: readonly number[]; readonly total: number }> {
  const { columns } = store
  const boosts = singleColumn('boosts')
  const volume = windowColumn('volume', window)
  const byVolume = await findRows(store, turns, { filter, column: volume, isDescending: true, limit })
  const isBoosted = compileFilter({ kind: 'range', column: boosts, min: 1, max: Number.POSITIVE_INFINITY })
  const both = { kind: 'and', items: [filter, isBoosted] } as const
  const boosted = await findRows(store, turns, { filter: both, column: boosts, isDescending: true, limit: BOOSTED })
  const number = (column: number, row: number): number => columns.number(column, row) ?? 0
  const first = boosted.rows.toSorted(
    (a, b) => number(boosts, b) - number(boosts, a) || number(volume, b) - number(volume, a),
  )
  return { rows: [...new Set([...first, ...byVolume.rows])].slice(0, limit), total: byVolume.total }
}

/** Promotion feeds name fewer. */
const BOOSTED = 500
