import { HOUR_MS } from '../../config/durations.ts'
import { SCREENER } from '../../config/screener.ts'
import { compileFilter } from '../../hot-paths/screener/row-filter.ts'
import type { SharedTurns } from '../../runtime/shared-turns.ts'
import { SCREENER_WINDOWS, type ScreenerWindow } from './fields.ts'
import type { PairStore } from './pair-store.ts'
import { rankTrending } from './rank-trending.ts'

/** Ranks of the trending pairs, noted every minute, so that an answer can say who climbed within the hour. */
export type RankNotes = {
  note(store: PairStore, turns: SharedTurns): Promise<void>
  /** Ranks an hour ago by pool; null until the notes reach back so far. */
  hourAgo(window: ScreenerWindow): ReadonlyMap<string, number> | null
  clear(): void
}

type Note = { readonly atMs: number; readonly ranks: ReadonlyMap<ScreenerWindow, ReadonlyMap<string, number>> }

export function createRankNotes(nowMs: () => number): RankNotes {
  let notes: Note[] = []
  return {
    async note(store, turns) {
      const atMs = nowMs()
      if (atMs - (notes.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) < SCREENER.ranksEveryMs) return
      const ranks = new Map<ScreenerWindow, ReadonlyMap<string, number>>()
      const everyPair = compileFilter({ kind: 'and', items: [] })
      for (const window of SCREENER_WINDOWS) {
        const { rows } = await rankTrending(store, turns, { window, filter: everyPair, limit: SCREENER.rankedRows })
        ranks.set(window, new Map(rows.map((row, at) => [store.ref(row).pool, at + 1])))
      }
      notes = [...notes.filter((note) => note.atMs > atMs - SCREENER.ranksKeptMs), { atMs, ranks }]
    },
    hourAgo(window) {
      const limitMs = nowMs() - HOUR_MS
      return notes.findLast(({ atMs }) => atMs <= limitMs)?.ranks.get(window) ?? null
    },
    clear() {
      notes = []
    },
  }
}
