import { decodeLost, decodeTakenBack, type TakenBack, type TapeDay } from './day.ts'
import type { LostRange } from './types.ts'

const MAX_SLOT = Number.MAX_SAFE_INTEGER

/** What is asked of every day for each answer and never changes in one that is no longer the newest: new slots,
 *  retracted runs and lost ranges go to the newest day. Read once, so that a tape of a year answers as fast as one of a
 *  day. */
export type ClosedDay = {
  /** Of the slots that it has of a chain; null for none. */
  slots(chain: string): { readonly first: number; readonly last: number } | null
  lost(chain: string): readonly LostRange[]
  /** What this day records of the retraction of the event of a number; undefined without one. */
  takenBack(seq: number): TakenBack | undefined
}

export function readClosedDay(day: TapeDay): ClosedDay {
  const slots = new Map<string, { readonly first: number; readonly last: number } | null>()
  const lost = new Map<string, readonly LostRange[]>()
  const firstSeqs: number[] = []
  const runs: TakenBack[] = []
  for (const { key, value } of day.retracted.getRange({})) {
    firstSeqs.push(key)
    runs.push(decodeTakenBack(value))
  }
  return {
    slots: (chain) =>
      once(slots, chain, () => {
        const first = firstSlotOf(day, chain)
        const last = lastSlotOf(day, chain)
        return first === undefined || last === undefined ? null : { first, last }
      }),
    lost: (chain) => once(lost, chain, () => lostOf(day, chain)),
    takenBack(seq) {
      const at = lastNotAbove(firstSeqs, seq)
      return at >= 0 && seq < firstSeqs[at]! + runs[at]!.count ? runs[at] : undefined
    },
  }
}

export function firstSlotOf(day: TapeDay, chain: string): number | undefined {
  for (const [, slot] of day.slots.getKeys({ start: [chain, 0], end: [chain, MAX_SLOT], limit: 1 })) return slot
  return undefined
}

function lastSlotOf(day: TapeDay, chain: string): number | undefined {
  const options = { start: [chain, MAX_SLOT] as [string, number], end: [chain, 0] as [string, number] }
  for (const [, slot] of day.slots.getKeys({ ...options, reverse: true, limit: 1 })) return slot
  // What ends a range is not in it.
  return firstSlotOf(day, chain)
}

export function lostOf(day: TapeDay, chain: string): LostRange[] {
  const rows = day.lost.getRange({ start: [chain, 0], end: [chain, MAX_SLOT] })
  return Array.from(rows, ({ value }) => decodeLost(value))
}

/** Chains are few, so what is remembered of them needs no bound. */
function once<T>(known: Map<string, T>, chain: string, read: () => T): T {
  let value = known.get(chain)
  if (value === undefined) {
    value = read()
    known.set(chain, value)
  }
  return value
}

/** Place of the last number that is not above `value`; -1 when all are. Ascending. */
function lastNotAbove(numbers: readonly number[], value: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
