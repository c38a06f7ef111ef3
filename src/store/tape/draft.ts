import type { TapeChain } from '../../contract/tape-event.ts'
import type { StoredPosition, TakenBack, TapeDay } from './day.ts'
import type { CandlesByMinute } from './recent-candles.ts'
import type { BlockRow } from './to-event.ts'
import type { Correction, LostRange, SlotRecord } from './types.ts'

/** What one commit will write: collected first, then put into its day in one transaction. */
export type Draft = {
  readonly day: TapeDay
  readonly rows: BlockRow[]
  readonly firstSeq: number
  /** By chain, slot and bank. */
  readonly slots: Map<string, SlotRecord>
  readonly candles: CandlesByMinute
  /** The first event of each minute. */
  readonly minutes: Map<number, number>
  readonly retracted: ({ readonly firstSeq: number } & TakenBack)[]
  readonly lost: { readonly chain: TapeChain; readonly range: LostRange }[]
  readonly corrections: { readonly chain: TapeChain; readonly correction: Correction }[]
  position: StoredPosition | null
  /** Number of the newest change of a screen. */
  lastScreenChange: number | null
}

export function createDraft(day: TapeDay, firstSeq: number): Draft {
  return {
    day,
    rows: [],
    firstSeq,
    slots: new Map(),
    candles: new Map(),
    minutes: new Map(),
    retracted: [],
    lost: [],
    corrections: [],
    position: null,
    lastScreenChange: null,
  }
}

/** The number that the next row gets. */
export function nextSeqOf({ firstSeq, rows }: Draft): number {
  return firstSeq + rows.length
}

export function addRow(draft: Draft, row: BlockRow): void {
  const seq = nextSeqOf(draft)
  draft.rows.push(row)
  if (row.blockTimeSec === null) return
  const minute = Math.floor(row.blockTimeSec / 60)
  if (!draft.minutes.has(minute)) draft.minutes.set(minute, seq)
}

export function setSlot(draft: Draft, record: SlotRecord): void {
  draft.slots.set(`${record.chain} ${record.slot} ${record.bank}`, record)
}
