import type { TapeEvent } from '../../contract/tape-event.ts'
import { repeatedIdOf } from './slot-digest.ts'

/** Ids that were sent and retracted. */
export type RetractedIds = {
  /** The id under which an event is sent: its own, or an unused one where its block was retracted before. */
  freshIdOf(eventId: string): string
  add(eventIds: readonly string[]): void
  /** Nothing is known any more: the ids are read from the tape when they are needed next. */
  forget(): void
}

/** `read` yields what the tape holds of the events that were taken back. They are few: a fork takes back some
 *  blocks. */
export function createRetractedIds(read: () => Iterable<TapeEvent>): RetractedIds {
  let known: Set<string> | null = null
  const ids = (): Set<string> => {
    if (known !== null) return known
    known = new Set()
    for (const { eventId } of read()) known.add(eventId)
    return known
  }
  return {
    freshIdOf(eventId) {
      const taken = ids()
      let id = eventId
      for (let times = 1; taken.has(id); times++) id = repeatedIdOf(eventId, times)
      return id
    },
    add(eventIds) {
      const taken = ids()
      for (const eventId of eventIds) taken.add(eventId)
    },
    forget() {
      known = null
    },
  }
}
