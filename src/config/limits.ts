import { DAY_SECS } from './durations.ts'

/** Batch sizes, clamps, page sizes and queue bounds (spec section 8 unless said); bodies: `body-limits.ts`. */
export const LIMITS = {
  /** Lists and objects within each other in a JSON body. */
  jsonDepth: 64,
  metadataMints: 100,
  priceMints: 50,
  pairMints: 50,
  pairLabels: 8,
  safetyMints: 30,
  rpcBatchCalls: 25,
  searchResults: 20,
  searchMinChars: 2,
  searchMaxChars: 128,
  trendingCandidates: 60,
  trendingRawSeeds: 90,
  trendingMax: 100,
  statsTopRoutes: 30,
  /** Token accounts read for one mint before the count is said to be capped. */
  holderAccounts: 2_000_000,
  /** Token accounts of one wallet under one program; who has more cannot be scanned. */
  ownedAccounts: 200_000,
  topHolders: 100,
  /** Token accounts read from an asset index, a thousand a page, where a node refuses to list them. */
  holderPageAccounts: 50_000,
  /** Largest owners whose own accounts are looked at, to tell pools, lockers and programs from wallets. */
  holderOwnersResolved: 200,
  /** A wallet whose holding of one token is worth this much carries the whale flag. */
  whaleHoldingUsd: 100_000,
  /** Pools shown with a token, best first. */
  intelPairs: 30,
  /** Up to this many holders the concentration figures are computed on the loop: sorting them takes less than the way
   *  to a compute thread and back (`bench/hot-paths/concentration.bench.ts`). */
  concentrationInline: 1_000,
  /** Who buys within so long after the launch is a machine: no one reads, decides and signs in a second. In time, for
   *  the length of slots has halved and will again (SIMD-0525). */
  launchWindowMs: 1_000,
  /** Slots after the launch slot that are looked at in any case: where slots are longer, or their length is not
   *  measured. */
  launchWindowSlots: 2,
  /** Slots of the window at most, however fast a chain's slots are. */
  launchWindowMostSlots: 20,
  /** Pages of a thousand signatures walked back to find a launch; older ones are not found. */
  launchSignaturePages: 20,
  /** Pools of a mint, deepest first, whose history is searched for the launch beside the derived addresses. */
  launchPools: 3,
  /** Transactions of the launch window that are read. */
  launchTransactions: 200,
  /** Buyers of the launch window whose beginning is looked up, those of the launch slot first, the larger purchases first.
   *  Of buyers after the launch slot one page of signatures is read, and no transaction. */
  launchBuyersTraced: 12,
  /** Of those of the launch slot that nothing joins yet, whose first money is read; and funders whose own first money is read, those of most
   *  buyers first. */
  launchMoneyTraced: 12,
  launchFundersTraced: 8,
  /** Fee payers of several buyers of the launch slot whose newest signatures are read, and how many of those must be no
   *  transactions of the token: then the payer serves the public. */
  launchPayers: 3,
  launchPayerOthers: 250,
  /** Transactions of the creator before the launch that are searched for wallets it funded. */
  launchDevTransactions: 8,
  /** Largest owners that are listed in recorded evidence; the others are counted and hashed. */
  evidenceHolders: 500,
  /** Transactions of a token read from its launch on, and its newest. */
  evidenceEarlyTransactions: 600,
  evidenceRecentTransactions: 200,
  /** Wallets whose beginning and first money are read, the most informative first; their funders come on top. */
  evidenceTracedWallets: 240,
  evidenceFunders: 400,
  /** Of them those of whom also the first transactions beside their first money, and what they did right before and after
   *  their first purchase, are read: some seven calls a wallet instead of two. */
  evidenceCloseWallets: 128,
  /** Of them the largest holders that come before receivers and late buyers, and all where no launch was found. */
  evidenceTracedHolders: 120,
  /** How far first money is followed back. */
  evidenceFundingHops: 6,
  /** Newest transactions of insiders that are read, to see where their proceeds went. */
  evidenceExitTransactions: 12,
  /** Insiders, and those their proceeds went to, whose exits are read. */
  evidenceExitWallets: 40,
  /** Addresses their proceeds went to that are looked at, the shared ones first. */
  evidencePayees: 40,
  /** A smaller payment is a deposit, a fee or dust, and shows no relation. */
  evidenceDustLamports: 5_000_000,
  /** Rent that an empty account must hold to exist: someone who tries out a new wallet sends at least that; smaller
   *  payments are advertising. */
  evidenceMoveLamports: 890_880,
  /** Within a trade smaller payments are evidence, too: a trading service's fee on a small purchase. */
  evidenceTradeDustLamports: 10_000,
  /** Holders without a purchase on record whose own token accounts are searched for how they came by their tokens. */
  evidenceHolderHistories: 80,
  /** Oldest and newest transactions of such an account. */
  evidenceHolderTransactions: 4,
  /** Signatures of a wallet asked for at first: one with fewer is known whole, and only the others are asked for more. With
   *  25 of them every third wallet took a second call. */
  evidenceWalletProbe: 100,
  /** Signatures of a holder's token account. */
  evidenceSignatureProbe: 25,
  /** Oldest transactions of a wallet in which its first money is looked for. */
  evidenceFirstTransactions: 3,
  /** Of a wallet that began so long before the launch only the first money is read. */
  evidenceLongBeforeSecs: 7 * DAY_SECS,
  /** With so many transactions on so many days before the launch, beside, not even that. */
  evidenceLifeTransactions: 16,
  evidenceLifeDays: 5,
  /** Transactions of a buyer right before its first purchase in which the money for it is looked for. */
  evidencePurchaseTransactions: 6,
  /** What a wallet did longer before its first purchase says nothing about that: of people who go from token to token
   *  together, the last two weeks show it. And what an exchange paid longer before was not for it. */
  evidenceMoneyBeforeSecs: 14 * DAY_SECS,
  evidenceWithdrawalBeforeSecs: 3 * DAY_SECS,
  /** Addresses that paid, or were paid by, several wallets of the token beside the trail of its money: looked at, those
   *  with most of them first. */
  evidenceSharedCounterparties: 40,
  /** Transactions that stand in the histories of two or more wallets of the token, the newest first: read to see who
   *  paid whom, at any time. */
  evidenceMutualTransactions: 60,
  /** Of them those of the same wallets: more of them say the same. */
  evidenceMutualOfGroup: 2,
  /** Transactions of a buyer right after its first purchase, beside trades of the token, in which money for holding is
   *  looked for; and those of all buyers together. */
  evidenceAfterPurchase: 4,
  evidenceAfterPurchases: 480,
  /** Delegates, close authorities and fee takers of several wallets of the token whose own life is looked at: a page each. */
  evidenceKeys: 6,
  /** Signers of transactions elsewhere whose other co-signers are read. */
  evidenceCosigners: 12,
  /** Payments of exchanges to a token's wallets, and transactions of the exchange before each, in which the same money
   *  may have come in. */
  evidenceWithdrawals: 60,
  evidenceDepositRows: 40,
  evidenceDepositors: 60,
  /** Shared counterparties whose customers are counted, and transactions of each that are looked at. */
  evidenceCustomerSamples: 16,
  evidenceCustomerTransactions: 32,
  /** Other tokens that several wallets of the token traded before it, and signatures of each that are counted: what
   *  more people traded is no secret. */
  evidenceOtherTokens: 10,
  evidenceOtherTokenSignatures: 200,
  /** Transactions of one slot that are read with its block, which is one call and a reply of some megabytes. */
  blockForTransactions: 8,
  /** Tokens whose pages and transactions are kept for the next question about them, and how many bytes of memory they
   *  may take together: a small one takes about one megabyte, one of a thousand transactions some ten. */
  tokenReads: 8,
  tokenReadBytes: 24 * 1024 ** 2,
  /** Bytes of a recorded account that are kept; of longer ones only the hash. */
  evidenceAccountBytes: 2_048,
  /** Owners of a mint's accounts that are tested for a key, to find its pools among the others: each takes up to 0.1 ms. */
  ownersTestedForPools: 400,
  /** Delegates and close authorities of a mint's token accounts that are listed, those over the largest amounts. */
  evidenceTokenPowers: 1_000,
  /** Lookup tables whose header is read, and how few of them are read whole: one of 256 entries is 8 kB. */
  evidenceTables: 200,
  evidenceWholeTables: 24,
  /** Earlier tokens of a creator that are looked into, and transactions of the creator read to find them. */
  devPriorTokens: 20,
  devTransactions: 400,
  devTokenTransactions: 120,
  /** Of all earlier tokens together. */
  devTokensTransactions: 1_200,
  /** Buyers in the launch slots of earlier tokens whose money is traced, all tokens together, and of one token. */
  devInsidersTraced: 64,
  devInsidersPerToken: 12,
  /** Nearest funders of a creator whose payments are read, and how many transactions of each. */
  devFunders: 3,
  devFunderTransactions: 100,
  /** Largest payers of a creator before the launch that are followed beside the first one, and payers of those, where
   *  they only passed it on. */
  devLaunchPayers: 2,
  /** Wallets paid by those funders that are looked at for launches of their own, and how many of their first
   *  transactions. */
  devSiblingWallets: 32,
  devSiblingTransactions: 12,
  /** Wallets paid by those in turn that are looked at in the same way. */
  devSecondSiblings: 16,
  /** Tokens of such wallets whose end is looked into, one of each wallet, and how many transactions of each token. */
  devSiblingTokens: 6,
  devSiblingTokenTransactions: 40,
  snipersSampled: 12,
  /** Newest transactions of a sampled sniper that are searched for purchases, and the other tokens among them whose
   *  launch is looked up. */
  sniperTransactions: 40,
  sniperOtherTokens: 6,
  bubbleNodes: 500,
  bubbleLinks: 2_000,
  /** Reports whose inputs are kept for replay; the oldest goes first. */
  storedReports: 5_000,
  chartBuckets: { min: 10, max: 300, default: 80 },
  /** Candles of one chart; a longer time span is answered in larger candles. */
  chartCandles: 1_000,
  /** Points of a chart that is made of a price history. */
  chartPoints: 300,
  /** Up to this many candles are folded on the loop: less than the way to a compute thread and back. */
  candlesInline: 4_000,
  poolCandles: { max: 2_000, default: 200 },
  /** Days that are folded into weeks, however many weeks are asked for. */
  poolDays: 2_000,
  solHistoryPoints: 300,
  screenerRows: { max: 20, default: 10 },
  screenerMaxChars: 128,
  /** Rate-limit windows held at once; the oldest is forgotten first. */
  rateWindows: 200_000,
  responseCacheBytes: 256 * 1024 * 1024,
  responseCacheEntryBytes: 4 * 1024 * 1024,
  /** Spellings of requests whose meaning is remembered. */
  requestSpellings: 8_192,
  memoEntries: 100_000,
  upstreamReplyBytes: 64 * 1024 * 1024,
  /** Beside the rows of an answer that is read row by row. */
  upstreamRestBytes: 1024 * 1024,
  /** Bytes of one such row, an account or a transaction: the loop parses it in one piece. */
  upstreamRowBytes: 4 * 1024 * 1024,
  /** Levels of a provider's JSON; the deepest recorded one has 11. */
  upstreamReplyDepth: 100,
  workerQueue: 256,
  tokenTrades: { max: 100, default: 20 },
  launches: { max: 200, default: 50 },
  /** Gaps of the tape that are named, newest first to stay. */
  lostRangesShown: 20,
  /** A chain whose newest block on the tape is older than this is followed, but it does not serve. */
  streamServingLagMs: 60_000,
  /** Looks at the tape for one answer; each is bounded by `TAPE.blocksPerRead`. */
  tapeLooks: 8,
  /** Trades of one pool that are looked at for its volumes, and for whether all have a price. */
  windowTrades: 1_000,
  /** Events read at a time when the tape is summed up, about 2 ms, so that others have their turn. */
  tapeSumEvents: 1_024,
  /** Records of blocks summed before other work has its turn. */
  tapeSumSlots: 1_024,
  /** More trades than this share without a dollar figure, and a sum of dollars is no sum. */
  unpricedShare: 0.01,
} as const
