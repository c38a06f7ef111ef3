import { GATEWAY } from '../../config/gateway.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { TapeReader } from '../../store/tape/types.ts'
import { rememberFinalized } from './remember-finalized.ts'
import { toStreamEvent } from './to-wire.ts'
import { streamTradeText } from './trade-text.ts'

/** JSON text of events. */
export type EncodedEvents = {
  /** `cursor` is that of the event, where it is known already. */
  textOf(event: TapeEvent, cursor?: string): string
  /** Another tape numbers its events again. */
  forget(): void
}

export function createEncodedEvents(tape: TapeReader): EncodedEvents {
  const kept = createBoundedMap<number, { readonly text: string; readonly isSettled: boolean }>(GATEWAY.encodedEvents)
  const cursors = rememberFinalized(tape)
  return {
    textOf(event, cursor) {
      // A trade has one topic, and encoding it again for a slow reader costs less than keeping it.
      if (event.type === 'trade') return streamTradeText(cursors, event, cursor)
      const known = kept.peek(event.seq)
      const isSettled = known?.isSettled || cursors.isSettled(event)
      if (known !== undefined && known.isSettled === isSettled) return known.text
      const text = JSON.stringify(toStreamEvent(cursors, event))
      kept.set(event.seq, { text, isSettled })
      return text
    },
    forget() {
      kept.clear()
      cursors.forget()
    },
  }
}
