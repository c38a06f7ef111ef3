import type { TapeEvent } from '../../contract/tape-event.ts'
import { retoldIdOf } from './slot-digest.ts'

/** Ids that were told and taken back. */
export type RetractedIds = {
  /** The id under which an event is told: its own, or one that nobody has seen yet where its block was taken back. */
  freshIdOf(eventId: string): string
  add(eventIds: readonly string[]): void
  /** Nothing is known any more: the ids are read from the tape when they are needed next. */
  forget(): void
}

/** `read` yields what the tape holds of the events that were taken back. They are few: a fork takes back some blocks. */
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
      for (let times = 1; taken.has(id); times++) id = retoldIdOf(eventId, times)
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
