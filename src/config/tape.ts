import { DAY_MS } from './durations.ts'

/** Sizes and periods of the event tape. How long and how much is kept are settings too (`INGEST_TAPE_DAYS`,
 *  `INGEST_TAPE_GIB`). */
export const TAPE = {
  dayMs: DAY_MS,
  /** Opened blocks that a process keeps, and how many events made of them: the newest are asked for by every
   *  transport. A slot of mainnet has at most about a thousand. */
  blocksInMemory: 128,
  eventsInMemory: 1_536,
  /** Minutes of pools whose candles the writer keeps: the newest are folded into by every commit. */
  candlesInMemory: 16_384,
  /** Blocks that one read of a scope looks at. */
  blocksPerRead: 2_000,
  /** Commits of another process are seen after this long at the latest. */
  siblingPollMs: 10,
  minuteMs: 60_000,
} as const
