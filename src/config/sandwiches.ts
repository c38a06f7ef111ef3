/** Sandwiches (spec 4.2): what one answer may read, and what counts as one. */
export const SANDWICHES = {
  swaps: { min: 1, max: 80, default: 40 },
  /** Of the wallet's transactions, newest first: those looked at for swaps. */
  transactions: 400,
  signaturesPerPage: 200,
  /** Swaps with a pattern around them that are computed again. */
  analysed: 25,
  /** Most sandwiches span several slots: so many before the swap and after it. */
  slots: 10,
  /** Transactions of the pool on either side that are read. */
  neighbours: 16,
  /** Before those, where only the trade before an attack shows the pool. */
  earlier: 4,
  /** Signatures of a pool in one call. */
  poolSignatures: 1_000,
  anchoredSignatures: 400,
  /** Slots behind the window in which a block is looked for, to list a busy pool's signatures from. */
  anchorSlots: 4,
  /** What an attacker sells is what it bought: within so many thousandths. */
  sizeTolerance: 20n,
  /** A front run of less than this share of the swap (thousandths) moves no price. */
  leastSize: 10n,
  readAtOnce: 2,
  deadlineMs: 90_000,
} as const
