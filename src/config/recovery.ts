/** Bounds of the recovery routes (spec 4.8 and section 8), and what their transactions offer. */
export const RECOVERY = {
  walletsMax: 20,
  /** Of one wallet that one call builds transactions for, and of all its wallets; the rest is said to be left. */
  accountsPerWallet: 10_000,
  accountsPerCall: 20_000,
  /** Token accounts of each kind that a check lists, its wallets together; the figures count all of them. */
  listedAccounts: 20_000,
  /** Mints whose names a check looks up. */
  namedMints: 500,
  selectedTokensMax: 5_000,
  /** Spec 4.8: below it the wallet's fee is paid for it, where a fee payer is configured. */
  poorLamports: 2_000_000n,
  /** Spec 4.8: `canProcess`. */
  processLamports: 5_000n,
  lamportsPerSignature: 5_000n,
  maxUnitLimit: 1_400_000,
  /** More accounts than any transaction of either version can name. */
  itemsPerTransaction: 62,
  /** Version 1 must say how much data its accounts and programs may load. */
  loadedDataBytes: 16 * 1024 * 1024,
  /** Priority, millionths of a lamport for each unit of the limit. */
  unitPrice: 100_000n,
  /** Added to what a simulation used: accounts that are hashed differently next slot, and the programs' next
   *  release. */
  unitSpareShare: 0.15,
  unitSpare: 2_000,
  /** Rounds in which what fails its simulation is taken out and the rest tried again. */
  simulationRounds: 8,
  /** Simulations on their way to the node at once, for one call. */
  simulationsAtOnce: 4,
  /** What the fee payer may have at risk for one wallet in a day, and transactions that it signs for one in a call:
   *  after the first of them a wallet can pay for itself, so free keys get no more. */
  feePayerWalletLamports: 1_000_000n,
  feePayerTransactions: 10,
  feePayerOpenTransactions: 1,
  /** The part of its day for wallets whose owner has not proved ownership, requested with free keys: a crowd of those
   *  leaves the rest to others. */
  feePayerOpenPercent: 25n,
  /** Of the day, or of the open part, the most that one key may have at risk; never less than the floor. */
  feePayerKeyPercent: 25n,
  feePayerKeyFloorLamports: 200_000n,
  /** By then a blockhash is dead, however long its 150 blocks take. */
  blockhashLifeMs: 180_000,
  /** Advances of the fee payer that are looked up at a time, each of up to so many transactions. */
  advancesAtOnce: 20,
  /** A signature and the priority of the highest limit that is used, with room. */
  highestFeeLamports: 150_000n,
  /** Below it a wallet that pays for itself is not asked for a priority fee. */
  scarceLamports: 200_000n,
  /** Spec 2.7. */
  recentRows: 10,
  /** Reports that are looked up on the chain at once, and the pauses before each look. */
  checksAtOnce: 200,
  checkPausesMs: [0, 2_000, 5_000, 15_000, 30_000, 60_000],
  /** What a report may claim. */
  claimedAccountsMax: 1_000_000,
  claimedSolMax: 1_000_000_000,
  checkMs: 50_000,
  closeMs: 90_000,
  /** Accounts that a close names as skipped, for each wallet. */
  namedSkips: 100,
  /** Wallets that are scanned at once for one call. */
  walletsAtOnce: 4,
} as const
