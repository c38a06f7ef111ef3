import { EVENT_STREAM } from '../../config/event-stream.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { TapeReader } from '../../store/tape/types.ts'
import { rememberFinalized } from '../feeds/remember-finalized.ts'
import { toStreamEvent } from '../feeds/to-wire.ts'

export type EventFrame = {
  /** JSON of the `StreamEvent`. */
  readonly json: string
  /** The event as it goes over a stream. */
  readonly frame: string
}

/** Frames of tape events, shared by all streams: each is made once, and once more when its slot has become final. */
export type EventFrames = { of(event: TapeEvent): EventFrame; clear(): void }

export function createEventFrames(tape: TapeReader): EventFrames {
  const kept = createBoundedMap<number, EventFrame & { readonly isSettled: boolean }>(EVENT_STREAM.framesKept)
  const finality = rememberFinalized(tape)
  return {
    of(event) {
      const known = kept.peek(event.seq)
      const isSettled = known?.isSettled || finality.isSettled(event)
      if (known !== undefined && known.isSettled === isSettled) return known
      const json = JSON.stringify(toStreamEvent(finality, event))
      // Lost slots are a gap, like events that are no longer kept.
      const name = event.type === 'lost' ? 'truncated' : event.type
      const made = { json, frame: frameOf(name, json, tape.formatCursor(event.seq)), isSettled }
      kept.set(event.seq, made)
      return made
    },
    clear() {
      kept.clear()
      finality.forget()
    },
  }
}

/** One event of a stream. `json` is one line, as JSON text is. */
export function frameOf(event: string, json: string, id: string | null): string {
  return id === null ? `event: ${event}\ndata: ${json}\n\n` : `event: ${event}\nid: ${id}\ndata: ${json}\n\n`
}

/** A comment that keeps the connection; with an id it also moves the reader's `Last-Event-ID`, without an event. */
export function heartbeatFrame(id: string | null): string {
  return id === null ? ': heartbeat\n\n' : `: heartbeat\nid: ${id}\n\n`
}

/** A comment that is too long to be buffered unseen: its write shows whether the reader is slow. */
export const PROBE_FRAME = `:${' '.repeat(EVENT_STREAM.probeBytes)}\n\n`
