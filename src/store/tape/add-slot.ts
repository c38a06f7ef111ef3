import assert from 'node:assert/strict'
import { counted } from '../../contract/counted.ts'
import type { WriterParts } from './commits.ts'
import { addRow, type Draft, nextSeqOf, setSlot } from './draft.ts'
import { foldInto } from './draft-candles.ts'
import { chainDigest, partlyLostIdOf, slotDigest } from './slot-digest.ts'
import { rowOfFact, rowOfLost } from './to-event.ts'
import type { LostRange, NewSlot, SlotRecord, StoredTapeReader } from './types.ts'

/** Whether the tape holds this block. Asserts that it may be added when not. */
export function isOnTape(reader: StoredTapeReader, { chain, slot, blockHash, parentSlot }: NewSlot): boolean {
  const banks = reader.banks(chain, slot)
  const isThere = banks.some((record) => record.blockHash === blockHash)
  // One more of its slot stands on the newest block of the tape, which is of that slot too.
  const isNext = banks.length === 0 || (parentSlot === slot && reader.storedPosition(chain)?.slot === slot)
  assert(isThere || isNext, `slot ${slot} has another block: retract it first`)
  return isThere
}

/** Adds a block: its events, its record, its candles and the position of its chain. */
export function addSlot(parts: WriterParts, draft: Draft, slot: NewSlot, indexedAtMs: number): void {
  const { reader } = parts
  const { chain, blockHash } = slot
  const bank = bankOf(reader, draft, slot)
  const firstSeq = nextSeqOf(draft)
  addEvents(parts, draft, slot, indexedAtMs)
  const before = draft.position ?? reader.storedPosition(chain)
  const record = recordOf(slot, bank, firstSeq)
  // A slot that was final before it had all of its blocks stays final as a whole.
  const isFinal = slot.slot <= (before?.finalizedSlot ?? -1)
  const finalDigest = isFinal ? chainDigest(before?.chainDigest ?? null, record) : null
  setSlot(draft, isFinal ? { ...record, status: 'finalized', chainDigest: finalDigest } : record)
  addPartlyLost(reader, draft, slot, bank)
  draft.position = {
    chain,
    slot: slot.slot,
    blockHash,
    finalizedSlot: before?.finalizedSlot ?? -1,
    highestSlot: Math.max(before?.highestSlot ?? 0, slot.slot),
    chainDigest: finalDigest ?? before?.chainDigest ?? null,
  }
}

function addEvents(parts: WriterParts, draft: Draft, { events }: NewSlot, indexedAtMs: number): void {
  for (const own of events) {
    const eventId = parts.retractedIds.freshIdOf(own.eventId)
    const fact = eventId === own.eventId ? own : { ...own, eventId }
    addRow(draft, fact.type === 'trade' ? fact : rowOfFact(fact, indexedAtMs))
    if (fact.type === 'trade') foldInto(draft, fact, parts)
  }
}

function recordOf(given: NewSlot, bank: number, firstSeq: number): SlotRecord {
  const { chain, slot, blockHash, parentSlot, parentHash, blockTimeSec, events, swaps } = given
  return {
    chain,
    slot,
    bank,
    blockHash,
    parentSlot,
    parentHash,
    blockTimeSec,
    status: 'confirmed',
    firstSeq: events.length === 0 ? 0 : firstSeq,
    count: events.length,
    digest: slotDigest(events.map(({ eventId }) => eventId)),
    chainDigest: null,
    ...(swaps === undefined ? {} : { swaps }),
  }
}

/** Records in the same commit, right after the events of a block, that some are missing. */
function addPartlyLost(reader: StoredTapeReader, draft: Draft, given: NewSlot, bank: number): void {
  const { chain, slot, blockHash, blockTimeSec, unreadable = 0 } = given
  if (unreadable === 0) return
  const reason = `${counted(unreadable, 'transaction')} could not be read`
  const eventId = partlyLostIdOf(chain, slot, blockHash, nextSeqOf(draft))
  addRow(draft, rowOfLost({ eventId, chain, slot, toSlot: slot, blockTimeSec, reason }))
  const known = lostIn(reader, draft, given)
  const transactions = unreadable + (bank === 0 ? 0 : (known?.transactions ?? 0))
  const beside = known?.isOneOfSeveral === true ? { isOneOfSeveral: true as const } : {}
  draft.lost.push({ chain, range: { fromSlot: slot, toSlot: slot, reason, transactions, ...beside } })
}

/** Which block of its slot the next one is: it stands on the newest when that is of the same slot. */
function bankOf(reader: StoredTapeReader, draft: Draft, given: NewSlot): number {
  const { chain, slot, parentHash } = given
  const before = draft.position ?? reader.storedPosition(chain)
  if (before?.slot !== slot) return 0
  const added = [...draft.slots.values()].findLast((record) => record.blockHash === before.blockHash)
  const below = added ?? reader.banks(chain, slot).at(-1)
  // After a retraction down to where the tape begins, its position is a block that it does not hold.
  if (below === undefined) return 0
  const isParent = below.blockHash === parentHash || lostIn(reader, draft, given)?.isOneOfSeveral === true
  assert(isParent, `slot ${slot} has another block: retract it first`)
  return below.bank + 1
}

/** What is recorded as lost of one slot and no other. */
function lostIn(
  reader: StoredTapeReader,
  draft: Draft,
  { chain, slot }: Pick<NewSlot, 'chain' | 'slot'>,
): LostRange | undefined {
  const ranges = [...reader.lost(chain), ...draft.lost.filter((one) => one.chain === chain).map(({ range }) => range)]
  return ranges.findLast(({ fromSlot, toSlot }) => fromSlot === slot && toSlot === slot)
}
