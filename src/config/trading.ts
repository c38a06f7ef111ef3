/** Bounds of what trading keeps warm. Slots are never turned into time by a constant: their time is measured. */
export const TRADING = {
  /** Accounts kept in memory, and those of them that the node tells changes of. A node takes about a thousand
   *  subscriptions on one socket; the rest is left for signatures. */
  hotAccounts: 4_096,
  watchedAccounts: 800,
  watchedSignatures: 180,
  /** Pools with their decoded state, and mints whose pools are known. */
  hotPools: 512,
  knownMints: 2_048,
  /** Nobody asked for it this long: its subscriptions end. */
  idleMs: 120_000,
  /** How old an account may be that the node tells no changes of. */
  unwatchedMs: 400,
  /** What the node tells changes of is read all the same when it is so old, so that a change that was told wrongly, or not
   *  at all, does not stay; when that fails it is read like anything else at the second age. */
  checkedMs: 12_000,
  sureMs: 25_000,
  /** A node that has told no slot for so long may have stopped telling changes, too: a connection can die without a
   *  word. What it watches is then read like anything else. A dozen slots in a row may be skipped before that. */
  subscriptionSilenceMs: 5_000,
  /** Slots that a node said last, from which it is told where the chain stands; before the least of them it is not. */
  heardSlots: 31,
  leastHeardSlots: 5,
  /** How far ahead of that an account may be: what is beyond it is no slot. */
  slotSlack: 64,
  /** Accounts that are expected to change in a slot that can not be true are believed again after this. */
  falseChangeMs: 60_000,
  /** Mints and configurations, which no trade changes. */
  slowAccountMs: 30_000,
  /** Changes of one block arrive one after the other: this long after one, the others are waited for. */
  settleMs: 3,
  /** How long the pools of a mint, found by scans, are believed to be all. A pool that cannot be traded any more makes
   *  the search begin anew. */
  poolsOfMintMs: 5 * 60_000,
  /** The same where some scan was refused or nothing was found. */
  poolsOfMintDegradedMs: 5_000,
  /** The same for a mint whose pool has just closed: a curve that is full has its next pool within a block or some. Such
   *  a mint is looked for so often for the second time. */
  poolsOfMovingMintMs: 250,
  movingMs: 60_000,
  /** A scan that takes longer is given up: a trade does not wait for it. */
  scanMs: 2_500,
  /** A program whose scans the node refused is not scanned again for so long. */
  refusedScanMs: 10 * 60_000,
  /** The same where the scan failed or was too slow: that passes. */
  failedScanMs: 5_000,
  /** Pools of one mint whose state is read to compare them. */
  comparedPools: 8,
  /** A chosen pool stays the choice for so long; then the pools are compared again beside the trades, and a choice older
   *  than the second time is not gone by any more. */
  chosenMs: 15_000,
  chosenMaxMs: 120_000,
  /** Rounds of `wants` (see `DexTrading`). */
  wantRounds: 4,
  /** A warm blockhash is renewed this often while somebody trades, and is not handed out older than the second. */
  blockhashRenewMs: 1_500,
  blockhashMaxAgeMs: 6_000,
  /** After this much silence from callers the blockhash is let go cold. */
  blockhashIdleMs: 60_000,
  /** The chain's clock is read anew after this, and between reads goes on with ours. */
  clockRenewMs: 1_000,
  clockMaxAgeMs: 3_000,
} as const

/** The WebSocket for subscriptions to the node. */
export const NEWS = {
  backoffBaseMs: 250,
  backoffCapMs: 10_000,
  /** A connection that lived this long starts the backoff anew. */
  steadyMs: 10_000,
  /** Slots come several times a second: a socket silent this long is taken for dead. */
  silenceMs: 30_000,
  /** A subscription that the node refused is asked for again after this. */
  refusedRetryMs: 30_000,
} as const
