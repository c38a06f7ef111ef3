import { GATEWAY } from '../../config/gateway.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { TapeReader } from '../../store/tape/types.ts'
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
  const kept = createBoundedMap<number, string>(GATEWAY.encodedEvents)
  const cursors = rememberFinalized(tape)
  return {
    textOf(event, cursor) {
      // A trade has one topic, and encoding it again for a slow reader costs less than keeping it.
      if (event.type === 'trade') return streamTradeText(cursors, event, cursor)
      const known = kept.peek(event.seq)
      if (known !== undefined) return known
      const text = JSON.stringify(toStreamEvent(tape, event))
      kept.set(event.seq, text)
      return text
    },
    forget() {
      kept.clear()
      cursors.forget()
    },
  }
}

/** What is final stays final, and what is not yet is not asked for again in the same turn of the loop: an event would
 *  otherwise cost a read of the store. */
function rememberFinalized(tape: TapeReader): Pick<TapeReader, 'formatCursor' | 'isFinalized'> & { forget(): void } {
  const finalTo = new Map<string, number>()
  const openFrom = new Map<string, number>()
  return {
    formatCursor: (seq) => tape.formatCursor(seq),
    isFinalized(chain, slot) {
      if (slot <= (finalTo.get(chain) ?? -1)) return true
      if (slot >= (openFrom.get(chain) ?? Number.POSITIVE_INFINITY)) return false
      const isFinal = tape.isFinalized(chain, slot)
      if (isFinal) finalTo.set(chain, slot)
      else {
        if (openFrom.size === 0) setImmediate(() => openFrom.clear())
        openFrom.set(chain, slot)
      }
      return isFinal
    },
    forget() {
      finalTo.clear()
      openFrom.clear()
    },
  }
}
