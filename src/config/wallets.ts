/** The wallet family: sizes, clamps and bounds (spec 4.2). */
export const WALLETS = {
  /** Signatures of one `decode-tx`. */
  decodedSignatures: 100,
  transactions: { max: 100, default: 50 },
  /** Longer text of the filters by type and source is cut. */
  filterChars: 40,
  /** Transactions that a page with a filter looks at. */
  transactionsLookedAt: 500,
  signaturesPerPage: 250,
  /** Transactions of one request to the node. */
  explainedAtOnce: 25,
  /** Pages of `tx-stats`, and signatures of each: the most that nodes give. */
  countedPages: { max: 50, default: 10 },
  signaturesPerCount: 1_000,
  /** Stake accounts that are shown, the largest: an operator of a stake pool has thousands. */
  stakeAccounts: 1_000,
  /** NFTs of a page, and pages. */
  nfts: { max: 100, default: 50 },
  nftPages: 10_000,
} as const
