import type { ClosedDay } from './closed-day.ts'
import type { TapeDay } from './day.ts'
import type { TapeState } from './tape.ts'

/** What the reads over the open days of a tape share. */
export type ReadParts = {
  readonly state: TapeState
  newestFirst(): readonly TapeDay[]
  /** What is remembered of a day; undefined for the newest, which goes on. */
  closed(day: TapeDay): ClosedDay | undefined
  /** Whether no retraction covers the event. */
  survivesSeq(seq: number): boolean
}
