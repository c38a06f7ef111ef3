import { HOUR_MS, MINUTE_MS } from './durations.ts'

/** Limits of accounts, keys and sign-in. */
export const ACCOUNTS = {
  /** Design (unshown-routes 2): challenges live 5 minutes, at most five of a wallet at once. */
  challengeMs: 5 * MINUTE_MS,
  liveChallenges: 5,
  sessionMs: 24 * HOUR_MS,
  sessionTokenBytes: 32,
  labelChars: 64,
  graceMaxSecs: 604_800,
  domainsMax: 100,
  /** How long a changed fee wallet is shown with its old value and can be undone. */
  undoMs: 24 * HOUR_MS,
  /** The default of FEE_WALLET_DELAY_SECS: live money is protected, the sandbox answers to the letter of the spec. */
  feeWalletDelayMs: { live: HOUR_MS, sandbox: 0 },
  /** Changes of the fee wallet that are shown. */
  shownChanges: 20,
  /** More changes than the limits below let through in `undoMs`. */
  readChanges: 1_000,
  recentTransactions: 20,
  feeWalletBalanceMs: 3_000,
} as const

/** Tries that one client or one key gets. */
export const ATTEMPTS = {
  /** Design: 429 after 5 registrations per address and hour. */
  register: { limit: 5, windowMs: HOUR_MS },
  /** Failed sign-ins and registrations of one address. */
  signIn: { limit: 30, windowMs: 10 * MINUTE_MS },
  feeWalletOfAddress: { limit: 20, windowMs: 10 * MINUTE_MS },
  /** Of one key id, whether there is such a key or not, by whomever without its owner's session. */
  feeWalletOfKey: { limit: 10, windowMs: HOUR_MS },
  branding: { limit: 20, windowMs: 10 * MINUTE_MS },
  /** Key ids that an address asks the price for. */
  brandingPrice: { limit: 60, windowMs: 10 * MINUTE_MS },
  regenerate: { limit: 10, windowMs: HOUR_MS },
} as const

/** Bounds of what strangers can make the server keep. */
export const ACCOUNT_BOUNDS = {
  sessionsOfWallet: 10,
  sessionsWithKey: 100_000,
  sessionsWithoutKey: 10_000,
  /** Places (wallet and address) whose live challenges are known. Beyond it the oldest are forgotten: theirs stay
   *  good. */
  challengePlaces: 50_000,
  /** Used challenges, each remembered for as long as it could be used again. */
  burnedChallenges: 200_000,
  attemptWindows: 100_000,
  /** Keys of all kinds in one store; registration ends there. */
  keys: 1_000_000,
  prunedPerWrite: 4,
} as const

/** Spec 2.7 and 4.7. */
export const BRANDING = {
  costLamports: 500_000_000n,
  costSol: 0.5,
  /** Spec: at least 0.99 times the price arrives. */
  minLamports: 495_000_000n,
  maxAgeMs: HOUR_MS,
  memoPrefix: 'mintglass:branding:',
  /** Lamports beyond the price that name a key: under 0.001 SOL, each given to one key at a time. */
  tails: { maxLamports: 999_999, probes: 64, keptMs: 30 * 24 * HOUR_MS, renewedMs: 24 * HOUR_MS },
  features: [
    'Your own name, logo and colours on recovery pages that use the key',
    'No mention of Mintglass on them',
    'hasBrandingLicense: true in the answers of the recovery API',
  ],
} as const

/** Receives payments for the sandbox's branding license; live mode takes `LICENSE_WALLET`. Being paid needs no key, so
 *  this is only an address: of the key pair whose seed is the SHA-256 of `mintglass sandbox license wallet`. */
export const SANDBOX_LICENSE_WALLET = '9wfuS7v5mhpYyCUHrTh9FvndRPEfZatCEQRYtxNnvDa3'
