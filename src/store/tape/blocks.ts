import type { TapeEvent } from '../../contract/tape-event.ts'
import { type EventBlock, openEventBlock } from '../../hot-paths/event-block.ts'
import type { TapeDay } from './day.ts'
import { eventOfRow } from './to-event.ts'

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
  clear(): void
}

export function createBlockCache(maxBlocks: number): BlockCache {
  const kept = new Map<number, OpenedBlock>()

  function get(day: TapeDay, firstSeq: number): OpenedBlock | undefined {
    const known = kept.get(firstSeq)
    if (known !== undefined) return known
    const bytes = day.blocks.get(firstSeq)
    return bytes === undefined ? undefined : keep(firstSeq, bytes)
  }

  function keep(firstSeq: number, bytes: Buffer): OpenedBlock {
    const opened = open(bytes)
    kept.set(firstSeq, opened)
    if (kept.size > maxBlocks) kept.delete(kept.keys().next().value!)
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
    clear: () => kept.clear(),
  }
}

function open(bytes: Buffer): OpenedBlock {
  const block = openEventBlock(bytes)
  const events: (TapeEvent | undefined)[] = new Array(block.count)
  return {
    block,
    eventAt(index) {
      events[index] ??= eventOfRow(block.eventAt(index), block.firstSeq + index)
      return events[index]
    },
  }
}
