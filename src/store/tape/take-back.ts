import {
  type LaunchEvent,
  onChain,
  type TapeChain,
  type TapeEvent,
  type TradeEvent,
} from '../../contract/tape-event.ts'
import type { WriterParts } from './commits.ts'
import { decodeTakenBack } from './day.ts'
import { addRow, type Draft, setSlot } from './draft.ts'
import { minuteOf, refold } from './draft-candles.ts'
import { setCandle } from './recent-candles.ts'
import { retractionIdOf, slotDigest } from './slot-digest.ts'
import type { TapeState } from './tape.ts'
import { rowOfRetraction } from './to-event.ts'
import { isAbove, type SlotRecord, type StoredTapeReader, type TapePlace } from './types.ts'

const EMPTY_DIGEST = slotDigest([])

/** Minutes of pools in which a trade was taken back. */
type Minutes = Map<string, { readonly chain: TapeChain; readonly pool: string; readonly tMs: number }>

/** Every event that the tape holds and that was taken back. */
export function* takenBack(state: TapeState, reader: StoredTapeReader): Generator<TapeEvent> {
  for (const day of state.days())
    for (const { key, value } of day.retracted.getRange({})) yield* reader.read(key - 1, decodeTakenBack(value).count)
}

/** Adds a `retracted` for each event of these blocks, newest first; the oldest of their records. */
export function takeBack(
  parts: WriterParts,
  draft: Draft,
  chain: TapeChain,
  gone: readonly SlotRecord[],
): SlotRecord | undefined {
  const { reader } = parts
  const newestFirst = gone.toSorted((a, b) => b.slot - a.slot || b.bank - a.bank)
  const oldest = newestFirst.at(-1)
  if (oldest === undefined) return undefined
  const minutes: Minutes = new Map()
  const position = reader.storedPosition(chain)
  const highestSlot = Math.max(position?.highestSlot ?? 0, position?.slot ?? 0)
  for (const record of newestFirst) takeBackBlock(parts, draft, record, minutes)
  const taken = newestFirst.filter(({ count }) => count > 0)
  for (const { slot, firstSeq, count } of taken)
    draft.retracted.push({ firstSeq, count, depth: Math.max(0, highestSlot - slot) })
  const isTaken = (seq: number): boolean =>
    taken.some(({ firstSeq, count }) => seq >= firstSeq && seq < firstSeq + count)
  for (const minute of minutes.values())
    setCandle(draft.candles, onChain(minute.chain, minute.pool), refold(reader, minute, isTaken))
  if (position !== undefined && position.slot >= oldest.slot)
    draft.position = { ...position, slot: oldest.parentSlot, blockHash: oldest.parentHash }
  return oldest
}

function takeBackBlock(
  { reader, retractedIds }: WriterParts,
  draft: Draft,
  record: SlotRecord,
  minutes: Minutes,
): void {
  const events = eventsOf(reader, record)
  retractedIds.add(events.map(({ eventId }) => eventId))
  for (const event of events.toReversed()) {
    addRow(draft, rowOfRetraction(event, retractionIdOf(`${event.eventId} ${event.seq}`)))
    if (event.type !== 'trade' || event.blockTimeSec === null) continue
    const tMs = minuteOf(event.blockTimeSec)
    minutes.set(`${event.pool} ${tMs}`, { chain: event.chain, pool: event.pool, tMs })
  }
  setSlot(draft, { ...record, status: 'retracted', firstSeq: 0, count: 0, digest: EMPTY_DIGEST })
}

/** Takes back everything above a place although some of it is final, and keeps in the draft that it happened. False
 *  where the chain has no position: nothing of it was ever written. */
export function takeBackAbove(
  parts: WriterParts,
  draft: Draft,
  options: { readonly chain: TapeChain; readonly above: TapePlace; readonly atMs: number; readonly reason: string },
): boolean {
  const { reader } = parts
  const { chain, above, atMs, reason } = options
  const records = reader.slots(chain, 0, Number.MAX_SAFE_INTEGER).filter(({ status }) => status !== 'retracted')
  const gone = records.filter((record) => isAbove(record, above))
  takeBack(parts, draft, chain, gone)
  const position = draft.position ?? reader.storedPosition(chain)
  if (position === undefined) return false
  const below = records.findLast((record) => !isAbove(record, above) && record.status === 'finalized')
  draft.position = {
    ...position,
    finalizedSlot: Math.min(position.finalizedSlot, above.slot),
    chainDigest: below?.chainDigest ?? null,
  }
  const fromSlot = gone[0]?.slot ?? above.slot + 1
  const toSlot = gone.at(-1)?.slot ?? fromSlot
  const correction = { atMs, aboveSlot: above.slot, fromSlot, toSlot, events: draft.rows.length, reason }
  draft.corrections.push({ chain, correction })
  return true
}

function eventsOf(reader: StoredTapeReader, record: SlotRecord): (TradeEvent | LaunchEvent)[] {
  if (record.count === 0) return []
  return reader
    .read(record.firstSeq - 1, record.count)
    .filter((event): event is TradeEvent | LaunchEvent => event.type === 'trade' || event.type === 'launch')
}
