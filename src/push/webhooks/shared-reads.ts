import { WEBHOOKS } from '../../config/webhooks.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { Tape } from '../../store/tape/types.ts'

/** Reads of the tape that those at the same place share: at the head that is nearly everybody. */
export type SharedReads = {
  read(afterSeq: number): readonly TapeEvent[]
  /** The tape has more than it had. */
  moved(): void
}

export function createSharedReads(tape: Tape): SharedReads {
  const kept = createBoundedMap<number, readonly TapeEvent[]>(WEBHOOKS.sharedReads)
  let epoch = tape.epoch
  return {
    read(afterSeq) {
      if (tape.epoch !== epoch) this.moved()
      const known = kept.peek(afterSeq)
      if (known !== undefined) return known
      const events = tape.read(afterSeq, WEBHOOKS.eventsPerRead)
      kept.set(afterSeq, events)
      return events
    },
    moved() {
      kept.clear()
      epoch = tape.epoch
    },
  }
}
