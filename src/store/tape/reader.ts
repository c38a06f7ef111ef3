import { createCandleReads } from './candle-reads.ts'
import { type ClosedDay, readClosedDay } from './closed-day.ts'
import { decodeTakenBack, type TakenBack, type TapeDay } from './day.ts'
import { createEventReads } from './event-reads.ts'
import { createFollowerReads } from './follower-reads.ts'
import { createLaunchReads } from './launch-reads.ts'
import type { ReadParts } from './read-parts.ts'
import { createScreenReads } from './screen-reads.ts'
import { createSlotReads } from './slot-reads.ts'
import type { TapeState } from './tape.ts'
import { createTradeReads } from './trade-reads.ts'
import type { StoredTapeReader } from './types.ts'
import { createWindowReads } from './window-reads.ts'

/** Reads over the open days of a tape. Every look-up goes from the newest day to the oldest. */
export function createTapeReader(state: TapeState): StoredTapeReader {
  const closedDays = new WeakMap<TapeDay, ClosedDay>()

  function closed(day: TapeDay): ClosedDay | undefined {
    if (day === state.days().at(-1)) return undefined
    let known = closedDays.get(day)
    if (known === undefined) {
      known = readClosedDay(day)
      closedDays.set(day, known)
    }
    return known
  }

  function takenBack(seq: number): TakenBack | undefined {
    for (const day of state.days()) {
      const known = closed(day)
      if (known !== undefined) {
        const run = known.takenBack(seq)
        if (run !== undefined) return run
        continue
      }
      for (const { key, value } of day.retracted.getRange({ start: seq, reverse: true, limit: 1 })) {
        const run = decodeTakenBack(value)
        if (seq < key + run.count) return run
      }
    }
    return undefined
  }
  const survivesSeq = (seq: number): boolean => takenBack(seq) === undefined

  const parts: ReadParts = { state, newestFirst: () => state.days().toReversed(), closed, survivesSeq }
  const { tailSeq, ...window } = createWindowReads(parts)
  const events = createEventReads(state, { headSeq: window.headSeq, tailSeq })
  const slots = createSlotReads({ ...parts, days: () => state.days() })

  return {
    get epoch() {
      return state.epoch()
    },
    ...window,
    ...events,
    ...createTradeReads(parts),
    ...createLaunchReads(parts, events.eventAt),
    ...createScreenReads(parts),
    ...createCandleReads(parts),
    ...slots,
    ...createFollowerReads(parts, slots),
    survivesSeq,
    depthTakenBack: (seq) => takenBack(seq)?.depth ?? null,
    survives: (event) => survivesSeq(event.seq),
    subscribe: () => () => {},
    refresh: () => state.refresh(),
  }
}
