import type { TapeEvent } from '../../contract/tape-event.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { Tape } from '../../store/tape/types.ts'
import type { ConsumerLimits } from './types.ts'

/** Reads of the tape that subscriptions at the same place share: at the head those are nearly all. */
export type SharedReads = {
  read(afterSeq: number): readonly TapeEvent[]
  /** The tape has grown. */
  moved(): void
}

export function createSharedReads(
  tape: Tape,
  { sharedReads, eventsPerRead }: Pick<ConsumerLimits, 'sharedReads' | 'eventsPerRead'>,
): SharedReads {
  const kept = createBoundedMap<number, readonly TapeEvent[]>(sharedReads)
  let epoch = tape.epoch
  return {
    read(afterSeq) {
      if (tape.epoch !== epoch) this.moved()
      const known = kept.peek(afterSeq)
      if (known !== undefined) return known
      const events = tape.read(afterSeq, eventsPerRead)
      kept.set(afterSeq, events)
      return events
    },
    moved() {
      kept.clear()
      epoch = tape.epoch
    },
  }
}
