import { SECOND_MS } from './durations.ts'

/** Portfolio, funding, transfers, trades, activity, history and relations of a wallet (spec 4.2, 8): clamps, and what
 *  one answer may cost. The node is asked for each transaction once; lists of signatures cost a call for each address
 *  and 250 of them. */
export const WALLET_BOOKS = {
  trades: { min: 1, max: 500, default: 100 },
  activity: { min: 1, max: 200, default: 50 },
  transfers: { min: 1, max: 100, default: 100 },
  related: { min: 1, max: 100, default: 25 },
  /** Transactions that one answer looks at. */
  tradesLookedAt: 600,
  activityLookedAt: 400,
  transfersLookedAt: 300,
  historyLookedAt: 500,
  relatedLookedAt: 200,
  /** Lists of signatures that one answer asks for. */
  signaturePages: 20,
  signaturesPerPage: 250,
  listsAtOnce: 6,
  /** Token accounts of a wallet whose own transactions are looked at, too. */
  tokenAccounts: 20,
  /** Transactions that are explained, and kept, together. */
  rowsAtOnce: 25,
  /** Tokens that a portfolio shows prices and names of; a node searches pools for each. */
  pricedTokens: 60,
  /** Of a wallet with more, which ones: newest trades of each token that the tape is asked for, fewer where all of them
   *  would be in more blocks than these; tokens between two turns of the loop; trades of the wallet itself, in
   *  pieces. */
  rankingTrades: 5,
  rankingBlocks: 500,
  rankedPerTurn: 5,
  ownTrades: 128,
  ownTradesPerTurn: 16,
  /** Further ones of which it shows the name and whole tokens: two accounts each, a hundred accounts a call. */
  namedTokens: 600,
  /** Pages of a thousand signatures back to the first money of a wallet, and transactions that are read there. */
  fundingPages: 20,
  fundingPageSignatures: 1_000,
  fundingTransactions: 5,
  /** Tokens, beside SOL, whose price history a balance history asks for: those worth most now, then the others. */
  historyTokens: 5,
  /** Of `related`: payments that are looked at for first money, transactions of the funder, evidence of each row. */
  relatedPayments: 40,
  relatedFunderTransactions: 60,
  relatedEvidence: 5,
  cotradeTrades: 20,
  /** Who trades the same token within so long may follow the wallet; it takes as many different tokens. */
  cotradeSecs: 5,
  cotradeTokens: 2,
  cotradePageTrades: 50,
  /** An address with a full page of signatures is no one's single wallet. */
  busySignatures: 1_000,
  /** A payment of less than an account must hold is a speck. The node says how much that is; this counts where it does
   *  not: the rent of before September 2026, for an account without data. */
  speckLamports: 890_880n,
  /** A token that came to so many owners in one transaction was strewn. */
  strewnReceivers: 5,
  deadlineMs: 60 * SECOND_MS,
} as const
