import type { ClosedDay } from './closed-day.ts'
import { decodeSlot, slotKey, type TapeDay } from './day.ts'
import type { SlotRecord, StoredTapeReader } from './types.ts'

const MAX_SLOT = Number.MAX_SAFE_INTEGER

type SlotReads = Pick<StoredTapeReader, 'slot' | 'banks' | 'slots' | 'newestBlock' | 'dayOfRecord'>

function recordOf(newestFirst: readonly TapeDay[], place: Parameters<typeof slotKey>[0]): SlotRecord | undefined {
  const key = slotKey(place)
  for (const day of newestFirst) {
    const bytes = day.slots.get(key)
    if (bytes !== undefined) return decodeSlot(key, bytes)
  }
  return undefined
}

function newestSurviving(newestFirst: readonly TapeDay[], chain: string): SlotRecord | undefined {
  for (const day of newestFirst)
    for (const { key, value } of day.slots.getRange({ start: [chain, MAX_SLOT], end: [chain, 0], reverse: true })) {
      const record = decodeSlot(key, value)
      if (record.status !== 'retracted') return record
    }
  return undefined
}

/** Reads what days say of blocks. What a newer day says of one replaces what the older ones say. */
export function createSlotReads(days: {
  readonly newestFirst: () => readonly TapeDay[]
  readonly days: () => readonly TapeDay[]
  readonly closed: (day: TapeDay) => ClosedDay | undefined
}): SlotReads {
  /** Whether a day may hold a slot. */
  function mayHold(day: TapeDay, chain: string, slot: number): boolean {
    const known = days.closed(day)?.slots(chain)
    return known === undefined || (known !== null && slot >= known.first && slot <= known.last)
  }

  /** Every block of a slot, retracted ones too, in the order of the chain. */
  function recordsOf(chain: string, slot: number): readonly SlotRecord[] {
    const holding = days.newestFirst().filter((day) => mayHold(day, chain, slot))
    const found: SlotRecord[] = []
    for (let bank = 0; ; bank++) {
      const record = recordOf(holding, { chain, slot, bank })
      if (record !== undefined) found.push(record)
      // The day that held the first one may be gone.
      else if (bank > 0) return found
    }
  }

  const banks: SlotReads['banks'] = (chain, slot) =>
    recordsOf(chain, slot).filter(({ status }) => status !== 'retracted')

  return {
    banks,
    slot(chain, slot) {
      const records = recordsOf(chain, slot)
      return records.findLast(({ status }) => status !== 'retracted') ?? records[0]
    },
    slots(chain, fromSlot, limit) {
      const found = new Map<string, SlotRecord>()
      let last = -1
      for (const day of days.days()) {
        // Those found are enough already, and this day's come after them or before the requested range.
        const known = days.closed(day)?.slots(chain)
        if (known === null) continue
        if (known !== undefined && (known.last < fromSlot || (found.size >= limit && known.first > last))) continue
        for (const { key, value } of day.slots.getRange({ start: [chain, fromSlot], end: [chain, MAX_SLOT], limit })) {
          const record = decodeSlot(key, value)
          found.set(`${record.slot} ${record.bank}`, record)
          last = Math.max(last, record.slot)
        }
      }
      return [...found.values()].sort((a, b) => a.slot - b.slot || a.bank - b.bank).slice(0, limit)
    },
    newestBlock: (chain) => newestSurviving(days.newestFirst(), chain),
    dayOfRecord: (record) => days.newestFirst().find((day) => day.slots.doesExist(slotKey(record))),
  }
}
