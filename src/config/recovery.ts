/** Bounds of the recovery routes (spec 4.8 and section 8), and what their transactions offer. */
export const RECOVERY = {
  walletsMax: 20,
  /** Of one wallet that one call builds transactions for, and of all its wallets; the rest is said to be left. */
  accountsPerWallet: 10_000,
  accountsPerCall: 20_000,
  /** Token accounts that a check lists for a wallet, of each kind; the figures count all of them. */
  listedAccounts: 5_000,
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
  /** Added to what a simulation used: accounts that are hashed differently next slot, and the programs' next release. */
  unitSpareShare: 0.15,
  unitSpare: 2_000,
  /** Rounds in which what fails its simulation is taken out and the rest tried again. */
  simulationRounds: 8,
  /** Simulations on their way to the node at once, for one call. */
  simulationsAtOnce: 4,
  /** Wallets that are scanned at once for one call. */
  walletsAtOnce: 4,
} as const
