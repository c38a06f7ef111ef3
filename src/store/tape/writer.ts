import assert from 'node:assert/strict'
import { TAPE } from '../../config/tape.ts'
import { addSlot, isOnTape } from './add-slot.ts'
import { createCommits, type WriterParts } from './commits.ts'
import { dayName, type TapeDay } from './day.ts'
import { addRow } from './draft.ts'
import { finalize } from './finalize.ts'
import { createRecentCandles } from './recent-candles.ts'
import { createRetractedIds } from './retracted-ids.ts'
import { lostIdOf } from './slot-digest.ts'
import { takeBack, takeBackAbove, takenBack } from './take-back.ts'
import type { TapeOptions, TapeState } from './tape.ts'
import { rowOfLost, rowOfScreen } from './to-event.ts'
import type { NewSlot, SlotRecord, StoredTapeReader, TapeWriter } from './types.ts'

/** Appends to the newest day of a tape; every method is one commit for each UTC day it touches. */
export function createTapeWriter(state: TapeState, reader: StoredTapeReader, options: TapeOptions): TapeWriter {
  const recent = createRecentCandles()
  const retractedIds = createRetractedIds(() => takenBack(state, reader))
  const parts: WriterParts = { state, reader, recent, retractedIds }
  const commits = createCommits({ ...parts, clock: options.clock })

  const writer: TapeWriter = {
    writeTo: (epoch) => commits.writeTo(epoch),
    appendSlot: (slot, indexedAtMs) => writer.appendSlots([slot], indexedAtMs),
    async appendSlots(slots, indexedAtMs) {
      const before = reader.headSeq()
      let headSeq = before
      const fresh = slots.filter((slot) => !isOnTape(reader, slot))
      for (let at = 0; at < fresh.length; ) {
        const draft = commits.start(fresh[at]!.blockTimeSec)
        do {
          addSlot(parts, draft, fresh[at]!, indexedAtMs)
          at++
        } while (at < fresh.length && isOfDay(draft.day, fresh[at]!))
        headSeq = (await commits.commit(draft)).headSeq
      }
      return commits.appended(before, headSeq)
    },
    async retract(chain, blocks) {
      const draft = commits.start(null)
      const gone = recordsOf(reader, chain, blocks)
      for (const { slot, status } of gone) assert(status !== 'finalized', `slot ${slot} is final`)
      const oldest = takeBack(parts, draft, chain, gone)
      return oldest === undefined ? commits.appended(draft.firstSeq - 1, draft.firstSeq - 1) : commits.commit(draft)
    },
    async takeBackFinal(chain, above, why) {
      const draft = commits.start(null)
      const isKnown = takeBackAbove(parts, draft, { chain, above, ...why })
      return isKnown ? commits.commit(draft) : commits.appended(draft.firstSeq - 1, draft.firstSeq - 1)
    },
    finalize: (chain, upToSlot) => finalize(commits, reader, chain, upToSlot),
    async recordLost(chain, range) {
      const { fromSlot: slot, toSlot, reason } = range
      const blockTimeSec = reader.slots(chain, Math.max(0, slot - 1), 1)[0]?.blockTimeSec ?? null
      const draft = commits.start(null)
      const eventId = lostIdOf(chain, slot, toSlot, draft.firstSeq)
      addRow(draft, rowOfLost({ eventId, chain, slot, toSlot, blockTimeSec, reason }))
      draft.lost.push({ chain, range })
      return commits.commit(draft)
    },
    async appendScreens(epoch, changes) {
      const draft = commits.start(null)
      if (state.epoch() !== epoch) return null
      if (changes.length === 0) return commits.appended(draft.firstSeq - 1, draft.firstSeq - 1)
      // The clock of the tape is that of its blocks: a change has the place of the newest one.
      const slot = reader.storedPosition('solana')?.slot ?? 0
      const blockTimeSec = reader.slot('solana', slot)?.blockTimeSec ?? null
      for (const change of changes) addRow(draft, rowOfScreen({ ...change, chain: 'solana', slot, blockTimeSec }))
      draft.lastScreenChange = changes.at(-1)!.number
      return commits.commit(draft)
    },
    prune: (nowMs) => prune(state, options, nowMs),
  }
  return writer
}

function isOfDay(day: TapeDay, { blockTimeSec }: NewSlot): boolean {
  return blockTimeSec === null || dayName(blockTimeSec * 1000) <= day.name
}

/** Records of blocks that stand on the tape; of every block of a slot where no hash is named. */
function recordsOf(
  reader: StoredTapeReader,
  chain: Parameters<TapeWriter['retract']>[0],
  blocks: Parameters<TapeWriter['retract']>[1],
): readonly SlotRecord[] {
  const records = new Map<string, SlotRecord>()
  for (const { slot, blockHash } of blocks)
    for (const record of reader.banks(chain, slot))
      if (blockHash === undefined || record.blockHash === blockHash) records.set(record.blockHash, record)
  return [...records.values()]
}

async function prune(
  state: TapeState,
  { keepDays, keepBytes }: TapeOptions,
  nowMs: number,
): Promise<{ readonly removedDays: readonly string[] }> {
  const oldestKept = dayName(nowMs - keepDays * TAPE.dayMs)
  const days = state.days()
  const removed: string[] = []
  let bytes = days.reduce((sum, { env }) => sum + env.usedBytes().file, 0)
  for (const day of days.slice(0, -1)) {
    if (day.name >= oldestKept && bytes <= keepBytes) break
    bytes -= day.env.usedBytes().file
    removed.push(day.name)
  }
  if (removed.length > 0) await state.removeDays(removed)
  return { removedDays: removed }
}
