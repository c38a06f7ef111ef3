import type { TapeEvent } from '../../contract/tape-event.ts'
import type { TapeReader } from '../../store/tape/types.ts'

export type Finality = Pick<TapeReader, 'formatCursor' | 'isFinalized'> & {
  /** Whether the text of an event says the same for good: its `commitment` changes once, when its slot is final. */
  isSettled(event: TapeEvent): boolean
  /** Another tape has other final slots. */
  forget(): void
}

/** What is final stays final, and what is not yet is not asked for again in the same turn of the loop: an event would
 *  otherwise cost a read of the store. */
export function rememberFinalized(tape: TapeReader): Finality {
  const finalTo = new Map<string, number>()
  const openFrom = new Map<string, number>()
  const isFinalized: Finality['isFinalized'] = (chain, slot) => {
    if (slot <= (finalTo.get(chain) ?? -1)) return true
    if (slot >= (openFrom.get(chain) ?? Number.POSITIVE_INFINITY)) return false
    const isFinal = tape.isFinalized(chain, slot)
    if (isFinal) finalTo.set(chain, slot)
    else {
      if (openFrom.size === 0) setImmediate(() => openFrom.clear())
      openFrom.set(chain, slot)
    }
    return isFinal
  }
  return {
    formatCursor: (seq) => tape.formatCursor(seq),
    isFinalized,
    isSettled: (event) =>
      event.type === 'lost' ||
      event.type === 'screen' ||
      isFinalized(event.chain, event.type === 'retracted' ? event.retracts.slot : event.slot),
    forget() {
      finalTo.clear()
      openFrom.clear()
    },
  }
}
