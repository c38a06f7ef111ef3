import { EVENT_STREAM } from '../../config/event-stream.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { TapeReader } from '../../store/tape/types.ts'

/** Events after a position. */
export type Slice = {
  readonly events: readonly TapeEvent[]
  /** Everything up to here was looked at: the position to read on from. */
  readonly position: number
  /** Events between the position that was asked for and the first that is still kept. */
  readonly missing: number
}

export type CatchUp = {
  /** At most `limit` events after `afterSeq`, those that `matches` when it is given. Looks at no more than `limit`
   *  events, so one call is bounded whatever it finds. */
  slice(afterSeq: number, limit: number, matches?: (event: TapeEvent) => boolean): Slice
  /** Slices up to the head as it is when each is read; stop when you like. */
  slices(afterSeq: number, limit: number, matches?: (event: TapeEvent) => boolean): Generator<Slice>
}

/** The one reader for all slow subscribers: each one's state is a position, and nothing else is kept for it. Events are
 *  taken from the tape in aligned chunks, the newest of which are shared, so that many readers near the head decode an
 *  event once. */
export function createCatchUp(tape: TapeReader): CatchUp {
  const { chunkEvents } = EVENT_STREAM
  const chunks = createBoundedMap<number, TapeEvent[]>(EVENT_STREAM.chunksKept)
  let epoch = tape.epoch

  /** Events of a chunk from the first that is kept; the newest chunk grows. */
  function chunkAt(index: number): readonly TapeEvent[] {
    if (tape.epoch !== epoch) {
      chunks.clear()
      epoch = tape.epoch
    }
    const known = chunks.get(index) ?? []
    const lastSeq = known.at(-1)?.seq ?? index * chunkEvents
    const endSeq = (index + 1) * chunkEvents
    if (lastSeq >= endSeq) return known
    for (const event of tape.read(lastSeq, endSeq - lastSeq)) if (event.seq <= endSeq) known.push(event)
    if (known.length > 0) chunks.set(index, known)
    return known
  }

  function slice(afterSeq: number, limit: number, matches?: (event: TapeEvent) => boolean): Slice {
    const first = firstKeptAfter(afterSeq)
    if (first === null) return { events: [], position: afterSeq, missing: 0 }
    const missing = first - 1 - afterSeq
    const events: TapeEvent[] = []
    const endSeq = first - 1 + limit
    let position = first - 1
    while (position < endSeq) {
      const before = position
      for (const event of chunkAt(Math.floor(position / chunkEvents))) {
        if (event.seq <= position || event.seq > endSeq) continue
        position = event.seq
        if (matches === undefined || matches(event)) events.push(event)
      }
      if (position === before) break
    }
    return { events, position, missing }
  }

  /** Null at the head. */
  function firstKeptAfter(seq: number): number | null {
    const near = chunkAt(Math.floor(seq / chunkEvents)).find((event) => event.seq > seq)
    if (near !== undefined) return near.seq
    const { head, tail } = tape.window()
    return head.seq <= seq ? null : Math.max(tail.seq, seq) + 1
  }

  return {
    slice,
    *slices(afterSeq, limit, matches) {
      for (let at = afterSeq; ; ) {
        const next = slice(at, limit, matches)
        if (next.position === at) return
        yield next
        at = next.position
      }
    },
  }
}
