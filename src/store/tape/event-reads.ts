import { TAPE } from '../../config/tape.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import type { TapeState } from './tape.ts'
import type { StoredTapeReader } from './types.ts'

type Ends = { headSeq(): number; tailSeq(): number }

/** Reads events by their numbers. */
export function createEventReads(
  state: TapeState,
  { headSeq, tailSeq }: Ends,
): Pick<StoredTapeReader, 'read' | 'eventAt'> {
  const { blocks } = state
  return {
    read(afterSeq, limit) {
      const events: TapeEvent[] = []
      let next = Math.max(afterSeq, tailSeq()) + 1
      // Before this a reader is most likely alone, and what is kept lives through every collection of garbage.
      const sharedFrom = headSeq() - TAPE.eventsInMemory
      const days = state.days()
      const found = blocks.place(days, next)
      if (found === undefined) return events
      let at = days.indexOf(found.day)
      let start = found.firstSeq
      while (at < days.length) {
        const day = days[at]!
        for (const firstSeq of day.blocks.getKeys({ start })) {
          if (events.length >= limit) return events
          if (firstSeq <= sharedFrom) {
            const passing = blocks.pass(day, firstSeq)
            if (passing === undefined) return events
            const end = Math.min(passing.length, next - firstSeq + limit - events.length)
            for (let index = next - firstSeq; index < end; index++) events.push(passing[index]!)
            next = Math.max(next, firstSeq + end)
            continue
          }
          const opened = blocks.get(day, firstSeq)
          if (opened === undefined) return events
          for (let index = next - firstSeq; index < opened.block.count && events.length < limit; index++) {
            events.push(opened.eventAt(index))
            next++
          }
        }
        at++
        start = next
      }
      return events
    },
    eventAt(seq) {
      const found = blocks.holding(state.days(), seq)
      return found?.opened.eventAt(seq - found.opened.block.firstSeq)
    },
  }
}
