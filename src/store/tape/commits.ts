import type { Clock } from '../../runtime/clock.ts'
import { dayName, type TapeDay } from './day.ts'
import { createDraft, type Draft } from './draft.ts'
import { encodeRows, putDraft } from './put-draft.ts'
import type { RecentCandles } from './recent-candles.ts'
import type { RetractedIds } from './retracted-ids.ts'
import type { TapeState } from './tape.ts'
import { TapeEmptied } from './tape-emptied.ts'
import type { Appended, StoredTapeReader } from './types.ts'

/** What the steps of a writer work with. */
export type WriterParts = {
  readonly state: TapeState
  readonly reader: StoredTapeReader
  readonly recent: RecentCandles
  readonly retractedIds: RetractedIds
}

/** Makes drafts and writes them, one transaction each. */
export type Commits = {
  /** What is written from here on belongs to this epoch. */
  writeTo(epoch: string): void
  /** A draft in the day of a block; without a time in the newest day. */
  start(blockTimeSec: number | null): Draft
  commit(draft: Draft): Promise<Appended>
  /** The events are decoded on demand, from the blocks that all readers share. */
  appended(afterSeq: number, headSeq: number): Appended
}

export function createCommits(parts: WriterParts & { readonly clock: Clock }): Commits {
  const { state, reader, recent, retractedIds, clock } = parts
  let recentEpoch = ''
  let epoch: string | null = null
  /** Commits so far, for the index. */
  let turn = 0

  /** A sibling may have emptied the tape: another world. */
  function assertEpoch(): void {
    if (epoch !== null && state.epoch() !== epoch) throw new TapeEmptied()
  }

  function forgetRecent(): void {
    recent.clear()
    retractedIds.forget()
  }

  const commits: Commits = {
    writeTo(given) {
      epoch = given
    },
    start(blockTimeSec) {
      state.refresh()
      assertEpoch()
      if (recentEpoch !== state.epoch()) forgetRecent()
      recentEpoch = state.epoch()
      return createDraft(dayFor(state, clock, blockTimeSec), reader.headSeq() + 1)
    },
    async commit(draft) {
      const encoded = encodeRows(draft)
      try {
        await draft.day.env.write(() => putDraft(draft, encoded, turn))
        // What was written to files of the old world went with them.
        assertEpoch()
      } catch (error) {
        forgetRecent()
        throw error
      }
      turn++
      recent.keep(draft.candles)
      for (const { seq, bytes } of encoded.blocks) state.blocks.add(seq, bytes)
      const headSeq = draft.firstSeq + draft.rows.length - 1
      state.announce(headSeq)
      return commits.appended(draft.firstSeq - 1, headSeq)
    },
    appended: (afterSeq, headSeq) => appendedOf(reader, afterSeq, headSeq),
  }
  return commits
}

function appendedOf(reader: StoredTapeReader, afterSeq: number, headSeq: number): Appended {
  let events: Appended['events'] | undefined
  return {
    get events() {
      events ??= headSeq > afterSeq ? reader.read(afterSeq, headSeq - afterSeq) : []
      return events
    },
    headSeq,
  }
}

/** Days never go back: a block whose clock lags the one before is stored in that one's day. */
function dayFor(state: TapeState, clock: Clock, blockTimeSec: number | null): TapeDay {
  const newest = state.days().at(-1)
  if (newest !== undefined && blockTimeSec === null) return newest
  const name = dayName(blockTimeSec === null ? clock.nowMs() : blockTimeSec * 1000)
  return newest !== undefined && newest.name >= name ? newest : state.addDay(name)
}
