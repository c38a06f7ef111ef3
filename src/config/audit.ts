/** Bounds of the audit log. */
export const AUDIT = {
  /** About 300 bytes each: a log that anybody can make grow, however slowly, has an end. */
  keptRows: 1_000_000,
  /** Rows that go for each one that comes while there are too many. */
  droppedPerRow: 2,
  /** Longest text of a value; what is longer is cut. */
  valueChars: 512,
  /** Longest list of a value. */
  valueItems: 128,
} as const
