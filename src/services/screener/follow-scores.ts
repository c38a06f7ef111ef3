import { SCREENER } from '../../config/screener.ts'
import type { Context } from '../../context.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { SharedTurns } from '../../runtime/shared-turns.ts'
import type { ScoreEntry } from '../../store/score-rows.ts'
import { singleColumn } from './fields.ts'
import type { PairStore } from './pair-store.ts'

/** What this server last said of tokens, read from the ledger of scores: it is there after a restart, and the same in
 *  every process of the store. */
export type ScoreFeed = {
  /** Reads on to the newest row of the ledger. */
  readOn(store: PairStore, turns: SharedTurns, isClosed: () => boolean): Promise<void>
  /** Shows what is known of the token of a row. */
  show(store: PairStore, row: number): void
}

type Said = { score: number | null; grade: string | null; holders: number | null }

export function createScoreFeed({ store: { scores } }: Pick<Context, 'store'>): ScoreFeed {
  const said = createBoundedMap<string, Said>(SCREENER.scoredTokens)
  let seenId = 0

  /** A chip says less than the scan before it, but is newer: the newest counts. Intel alone has no score on the scale
   *  of scans. */
  function take({ kind, mint, score, grade, holders }: ScoreEntry): void {
    const known = said.get(mint) ?? { score: null, grade: null, holders: null }
    if (kind !== 'intel') Object.assign(known, { score, grade })
    if (holders !== null) known.holders = holders
    said.set(mint, known)
  }

  function show(store: PairStore, row: number): void {
    const known = said.peek(store.ref(row).mint)
    if (known === undefined) return
    store.columns.setNumber(singleColumn('safetyScore'), row, known.score)
    store.columns.setNumber(singleColumn('holders'), row, known.holders)
    store.words(row).safetyGrade = known.grade
  }

  return {
    async readOn(store, turns, isClosed) {
      for (;;) {
        const rows = scores.read(seenId, SCREENER.eventsPerTurn)
        for (const row of rows) {
          if (row.type !== 'score') continue
          take(row.score)
          for (const pair of store.rowsOf(row.score.mint)) show(store, pair)
        }
        seenId = rows.at(-1)?.id ?? seenId
        if (rows.length < SCREENER.eventsPerTurn || isClosed()) return
        await turns.next()
      }
    },
    show,
  }
}
