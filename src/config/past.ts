/** History before the tape began: read of the node on demand, kept in memory. */
export const PAST = {
  /** Signatures of a pool in one call: the most that nodes give. */
  rowsPerPage: 1_000,
  /** Of each address where a page of trades is made of several. */
  rowsPerMerge: 200,
  /** Pools whose histories are joined for a page of trades; curves a token was launched on come on top. */
  poolsPerPage: 3,
  /** Pages of signatures in a row for one answer, where they hold hardly a trade. */
  looksPerPage: 3,
  /** Transactions read before it is seen whether the page is full: those of one request to the node. */
  rowsAtOnce: 25,
  /** Transactions read for one answer. */
  transactions: 150,
  /** The same for extremes of all time, which a part of a pool's life does not say. */
  lifeTransactions: 600,
  /** The same where the node allows few calls: this share of those of 10 s, so that an answer takes one window at
   *  most, and at least so many. */
  limitedShare: 0.5,
  limitedLeast: 8,
  /** Events of the tape in which tokens are looked for that are traded now; with fewer tokens than so many the newest
   *  transactions of the DEX programs are read beside them, so many of each. */
  seenEvents: 4_096,
  seenTokens: 10,
  rowsPerProgram: 12,
  /** Of the tokens seen, the most traded. */
  seenTokensShown: 60,
  /** Pools of one request whose past is read for their windows; of others only what is known already. */
  poolsPerRequest: 3,
  /** Trades so near each other are worth by the same recorded price of SOL. */
  priceSliceSec: 5,
  /** Decoded transactions, and pages of signatures, that are kept, and the memory they may hold: what a row of either
   *  holds is up to those who send transactions. A page of newest ones serves so long. */
  keptTransactions: 10_000,
  keptTransactionBytes: 16 * 1024 * 1024,
  keptPages: 128,
  keptPageBytes: 16 * 1024 * 1024,
  newestPageMs: 15_000,
  olderPageMs: 10 * 60_000,
  /** How long a node's word counts of how far its history goes back: its end moves on with time. */
  keptSinceMs: 60_000,
} as const

/** Holders by a token's own transactions, where a node lists neither all accounts nor the largest. */
export const HOLDER_TRAILS = {
  /** Tokens whose accounts are kept, the memory they may hold together, and accounts of one. */
  tokens: 256,
  bytes: 16 * 1024 * 1024,
  accounts: 10_000,
  /** Wallets of the tape's newest trades whose own account of the token is looked at as well. */
  traders: 400,
  /** Deriving the address of one takes about 0.2 ms: so many between turns of the loop. */
  derivedPerTurn: 5,
} as const
