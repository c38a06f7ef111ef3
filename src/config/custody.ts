/** Bounds of custodial wallets. */
export const CUSTODY = {
  /** Longest `X-User-Ref` and `user_ref`. */
  userRefChars: 64,
  labelChars: 64,
  /** Wallets of one key: each costs a row of a few hundred bytes that is never removed. */
  perKey: 100_000,
  listMax: 100,
  listDefault: 50,
  /** Tokens that a wallet's balances show; the largest accounts of the rest are left out and counted. */
  shownTokens: 50,
  /** Addresses that withdrawals can be confined to. */
  withdrawToMax: 20,
  /** Token accounts that one withdrawal takes from: more do not fit into a transaction. */
  sourceAccounts: 6,
  /** Priority of a withdrawal, millionths of a lamport for each unit of its limit. */
  withdrawUnitPrice: 500_000n,
  /** Units for what a transfer hook does. */
  hookUnits: 100_000,
  /** What Token-2022 adds to an account at most for what its mint asks: type, immutable owner, withheld fee, hook mark,
   *  not transferable, pausable. */
  extensionBytes: 1 + 4 + 12 + 5 + 4 + 4,
  /** How long a withdrawal is waited for; what is pending then is followed on. */
  landDeadlineMs: 60_000,
  /** The whole request: what comes before the landing, on a slow node, has as long again. */
  withdrawMs: 120_000,
  /** Withdrawals whose end is looked for at a time. */
  settledAtOnce: 200,
  /** A withdrawal not signed by then is never signed: twice the longest work of a request. */
  unsignedMs: 360_000,
  /** Signing keys in memory at once. */
  cachedKeys: 1_000,
  /** Looks for idle keys in one idle limit. */
  sweepsPerIdleLimit: 4,
  /** Looks for keys that were given up and are still in memory. */
  collectLookMs: 1_000,
  /** By then they are freed, even in a busy process. */
  collectWithinMs: 60_000,
  /** A loop that is busy for less of its time is quiet. */
  quietShare: 0.2,
} as const

/** The user of requests without an `X-User-Ref`: the key's default wallet is theirs. */
export const DEFAULT_USER_REF = 'default'
