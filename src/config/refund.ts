/** Bounds of the refund routes (design 10.1), and what their transactions offer. */
export const REFUND = {
  /** How long each class of accounts is looked for: a node that takes longer is one that will not list them. */
  classMs: 12_000,
  /** Of the answer; the figures count all. */
  listedAccounts: 5_000,
  /** Accounts and mints that a request names. */
  namedMax: 1_000,
  /** Program buffers in one transaction: each is up to megabytes that are read before it is executed. */
  buffersPerTransaction: 4,
  /** Transactions of one request. */
  transactionsMax: 20,
  /** Largest value in USD that counts as dust; what is worth more is never burnt. */
  dustUsdMax: 5,
  /** Mints whose price is asked for: the rest counts as unpriced. */
  pricedMints: 500,
  /** Assumed compute units for one account of each kind, until a simulation measures them. */
  units: {
    empty: 12_000,
    dust: 20_000,
    wsol: 8_000,
    excess: 8_000,
    lookup_tables: 12_000,
    buffers: 6_000,
    nonces: 4_000,
    stake: 30_000,
    deactivate: 8_000,
  },
  budgetUnits: 1_000,
  /** Slots from the one in which a lookup table is switched off to the first in which it can be closed. */
  tableCoolingSlots: 513,
  /** How long landing is waited for; what is pending then is followed on. */
  landDeadlineMs: 60_000,
  /** The whole request: twenty transactions are simulated before they are sent. */
  requestMs: 120_000,
  scanMs: 45_000,
  historyMax: 200,
  historyDefault: 50,
  /** Pending rows that are followed at once. */
  settledAtOnce: 200,
} as const
