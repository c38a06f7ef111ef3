import { GATEWAY } from '../../config/gateway.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { TapeReader } from '../../store/tape/types.ts'
import { toStreamEvent } from './to-wire.ts'

/** JSON text of events. One that is published and then read by those who catch up is encoded once. */
export type EncodedEvents = {
  textOf(event: TapeEvent): string
  /** Another tape numbers its events anew. */
  forget(): void
}

export function createEncodedEvents(tape: TapeReader): EncodedEvents {
  const kept = createBoundedMap<number, string>(GATEWAY.encodedEvents)
  return {
    textOf(event) {
      const known = kept.peek(event.seq)
      if (known !== undefined) return known
      const text = JSON.stringify(toStreamEvent(tape, event))
      kept.set(event.seq, text)
      return text
    },
    forget: () => kept.clear(),
  }
}
