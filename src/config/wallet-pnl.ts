import { DAY_SECS } from './durations.ts'

/** Profit and loss of wallets (spec 4.2): what one answer may read, and its clamps. */
export const WALLET_PNL = {
  /** Transactions of the wallets, and further ones of their token accounts. */
  transactions: 1_000,
  accountTransactions: 300,
  signaturesPerPage: 1_000,
  /** Token accounts whose own transactions are read where their balances do not add up. */
  accounts: 25,
  readAtOnce: 10,
  ownWallets: 4,
  positions: { min: 1, max: 200, default: 50 },
  /** Rows of the identity. */
  assets: 200,
  /** Held tokens whose price is asked for. */
  pricedMints: 100,
  periodSecs: { '1d': DAY_SECS, '7d': 7 * DAY_SECS, '30d': 30 * DAY_SECS, '90d': 90 * DAY_SECS, all: null },
  deadlineMs: 90_000,
} as const
