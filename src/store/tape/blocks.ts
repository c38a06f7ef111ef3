import type { TapeEvent } from '../../contract/tape-event.ts'
import { type EventBlock, openEventBlock } from '../../hot-paths/event-block.ts'
import type { TapeDay } from './day.ts'
import { eventOfBlock } from './to-event.ts'

/** A block with the events that somebody has asked for. */
export type OpenedBlock = {
  readonly block: EventBlock
  eventAt(index: number): TapeEvent
}

/** The newest opened blocks of a process: every transport reads the same ones. */
export type BlockCache = {
  get(day: TapeDay, firstSeq: number): OpenedBlock | undefined
  /** The block that holds a number. */
  holding(days: readonly TapeDay[], seq: number): { readonly day: TapeDay; readonly opened: OpenedBlock } | undefined
  /** A block that was just committed. */
  add(firstSeq: number, bytes: Uint8Array): void
  clear(): void
}

/** `maxEvents`: of all kept blocks together; more would live through collections of garbage for nothing. */
export function createBlockCache(maxEvents: number): BlockCache {
  let events = 0
  const kept = new Map<number, OpenedBlock>()

  function get(day: TapeDay, firstSeq: number): OpenedBlock | undefined {
    const known = kept.get(firstSeq)
    if (known !== undefined) return known
    const bytes = day.blocks.get(firstSeq)
    return bytes === undefined ? undefined : keep(firstSeq, bytes)
  }

  function keep(firstSeq: number, bytes: Uint8Array): OpenedBlock {
    const opened = open(bytes)
    events += opened.block.count - (kept.get(firstSeq)?.block.count ?? 0)
    kept.set(firstSeq, opened)
    for (const [oldest, { block }] of kept) {
      if (events <= maxEvents || oldest === firstSeq) break
      kept.delete(oldest)
      events -= block.count
    }
    return opened
  }

  return {
    get,
    holding(days, seq) {
      for (const day of days.toReversed()) {
        for (const firstSeq of day.blocks.getKeys({ start: seq, reverse: true, limit: 1 })) {
          const opened = get(day, firstSeq)
          if (opened === undefined || seq >= firstSeq + opened.block.count) return undefined
          return { day, opened }
        }
      }
      return undefined
    },
    add: (firstSeq, bytes) => void keep(firstSeq, bytes),
    clear() {
      kept.clear()
      events = 0
    },
  }
}

function open(bytes: Uint8Array): OpenedBlock {
  const block = openEventBlock(bytes)
  const events: (TapeEvent | undefined)[] = new Array(block.count)
  return {
    block,
    eventAt(index) {
      events[index] ??= eventOfBlock(block, index)
      return events[index]
    },
  }
}
