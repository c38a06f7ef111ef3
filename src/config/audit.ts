import { DAY_MS } from './durations.ts'

/** Bounds of the audit log. */
export const AUDIT = {
  /** About 300 bytes each. Callers make this log grow, however slowly, so it is bounded. */
  keptRows: 1_000_000,
  /** Rows that go for each one that comes while there are too many. */
  droppedPerRow: 2,
  /** A fee that trades of a key route is written down again after this long. */
  feeAgainMs: DAY_MS,
  /** Fees that were written down, in memory. */
  feesHeld: 10_000,
  /** Of trades that are only built, for their owners to sign, a key's new fees are written down this often in that
   *  time: building costs nothing, and rows that cost nothing must not push out the others. */
  builtFeesPerKey: 100,
  /** Longest text of a value; what is longer is cut. */
  valueChars: 512,
  /** Longest list of a value. */
  valueItems: 128,
} as const
