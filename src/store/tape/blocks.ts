import type { TapeEvent } from '../../contract/tape-event.ts'
import { type EventBlock, openEventBlock } from '../../hot-paths/event-block.ts'
import type { TapeDay } from './day.ts'
import { eventOfBlock } from './to-event.ts'

/** A block and its events, which are decoded on demand. */
export type OpenedBlock = {
  readonly block: EventBlock
  eventAt(index: number): TapeEvent
}

/** The blocks that were opened last, and of fewer of them the events: every transport reads the same ones. */
export type BlockCache = {
  get(day: TapeDay, firstSeq: number): OpenedBlock | undefined
  /** A block that is kept where it is already, and not otherwise: for reads of a whole history. */
  peek(day: TapeDay, firstSeq: number): OpenedBlock | undefined
  /** All events of a block, kept until the next one is requested: for sequential readers. */
  pass(day: TapeDay, firstSeq: number): readonly TapeEvent[] | undefined
  /** Day and first number of the last block that begins at or before a number. */
  place(days: readonly TapeDay[], seq: number): { readonly day: TapeDay; readonly firstSeq: number } | undefined
  /** The block that holds a number. */
  holding(days: readonly TapeDay[], seq: number): { readonly day: TapeDay; readonly opened: OpenedBlock } | undefined
  /** A block that was just committed. */
  add(firstSeq: number, bytes: Uint8Array): void
  clear(): void
}

type Events = (TapeEvent | undefined)[]

export function createBlockCache(limits: { readonly blocks: number; readonly events: number }): BlockCache {
  const kept = new Map<number, OpenedBlock>()
  /** Events by block, oldest first. A replay decodes events faster than others read them: those that stay live through
   *  every collection of garbage. */
  const events = new Map<EventBlock, Events>()
  let eventCount = 0

  function get(day: TapeDay, firstSeq: number): OpenedBlock | undefined {
    const bytes = kept.has(firstSeq) ? undefined : day.blocks.get(firstSeq)
    return bytes === undefined ? kept.get(firstSeq) : keep(firstSeq, bytes)
  }

  let passed: { readonly firstSeq: number; readonly events: readonly TapeEvent[] } | undefined

  function pass(day: TapeDay, firstSeq: number): readonly TapeEvent[] | undefined {
    if (passed?.firstSeq === firstSeq) return passed.events
    const known = kept.get(firstSeq)?.block
    // lmdb's own buffer, which the next read of any table overwrites: the events are made before there can be one.
    const shared = known === undefined ? day.blocks.getBinaryFast(firstSeq) : undefined
    const block = known ?? (shared === undefined ? undefined : openEventBlock(shared.subarray(0, shared.length)))
    if (block === undefined) return undefined
    const made: TapeEvent[] = new Array(block.count)
    for (let index = 0; index < made.length; index++) made[index] = eventOfBlock(block, index)
    passed = { firstSeq, events: made }
    return made
  }

  function open(bytes: Uint8Array): OpenedBlock {
    const block = openEventBlock(bytes)
    return {
      block,
      eventAt(index) {
        const made = events.get(block) ?? keepEvents(block)
        made[index] ??= eventOfBlock(block, index)
        return made[index]
      },
    }
  }

  function keep(firstSeq: number, bytes: Uint8Array): OpenedBlock {
    const opened = open(bytes)
    kept.set(firstSeq, opened)
    if (kept.size > limits.blocks) kept.delete(kept.keys().next().value!)
    return opened
  }

  function place(
    days: readonly TapeDay[],
    seq: number,
  ): { readonly day: TapeDay; readonly firstSeq: number } | undefined {
    for (const day of days.toReversed())
      for (const firstSeq of day.blocks.getKeys({ start: seq, reverse: true, limit: 1 })) return { day, firstSeq }
    return undefined
  }

  function keepEvents(block: EventBlock): Events {
    const made: Events = new Array(block.count)
    events.set(block, made)
    eventCount += block.count
    for (const oldest of events.keys()) {
      // Where blocks hold few events, each event keeps a whole opened block.
      if ((eventCount <= limits.events && events.size <= limits.blocks) || oldest === block) break
      events.delete(oldest)
      eventCount -= oldest.count
    }
    return made
  }

  return {
    get,
    peek: (day, firstSeq) => kept.get(firstSeq) ?? openUnkept(day, firstSeq),
    pass,
    place,
    holding(days, seq) {
      const found = place(days, seq)
      const opened = found === undefined ? undefined : get(found.day, found.firstSeq)
      if (found === undefined || opened === undefined || seq >= found.firstSeq + opened.block.count) return undefined
      return { day: found.day, opened }
    },
    add: (firstSeq, bytes) => void keep(firstSeq, bytes),
    clear() {
      kept.clear()
      passed = undefined
      events.clear()
      eventCount = 0
    },
  }
}

function openUnkept(day: TapeDay, firstSeq: number): OpenedBlock | undefined {
  const bytes = day.blocks.get(firstSeq)
  if (bytes === undefined) return undefined
  const block = openEventBlock(bytes)
  return { block, eventAt: (index) => eventOfBlock(block, index) }
}
