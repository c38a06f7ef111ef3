/** Bounds of what trading keeps warm. Slots are never turned into time by a constant: their time is measured. */
export const TRADING = {
  /** Accounts kept in memory, and how many of them the node sends changes of. A node takes about a thousand
   *  subscriptions on one socket; the rest is left for signatures. */
  hotAccounts: 4_096,
  watchedAccounts: 800,
  watchedSignatures: 180,
  /** Pools with their decoded state, and mints whose pools are known. */
  hotPools: 512,
  knownMints: 2_048,
  /** What no request used for this long loses its subscriptions. */
  idleMs: 120_000,
  /** Maximum age of an account whose changes the node does not send. */
  unwatchedMs: 400,
  /** An account whose changes the node sends is read again at the first age, in case a change was sent wrongly or not
   *  at all. If that read fails, the account counts as unwatched from the second age on. */
  checkedMs: 12_000,
  sureMs: 25_000,
  /** A node that has sent no slot for this long may have stopped sending changes, too: a connection can die silently.
   *  Its accounts then count as unwatched. A dozen slots in a row may be skipped before that. */
  subscriptionSilenceMs: 5_000,
  /** Newest slots reported by the node, from which the head of the chain is estimated; with fewer than the second
   *  number there is no estimate. */
  heardSlots: 31,
  leastHeardSlots: 5,
  /** How far ahead of that estimate an account's slot may be; one beyond it is false. */
  slotSlack: 64,
  /** An account that is expected to change in an impossible slot is believed again after this. */
  falseChangeMs: 60_000,
  /** Mints and configurations, which no trade changes. */
  slowAccountMs: 30_000,
  /** Changes of one block arrive one after the other: readers wait this long after one for the rest. */
  settleMs: 3,
  /** How long the pools of a mint, found by scans, are believed to be all. A pool that can no longer be traded restarts
   *  the search. */
  poolsOfMintMs: 5 * 60_000,
  /** The same where some scan was refused or nothing was found. */
  poolsOfMintDegradedMs: 5_000,
  /** The same for a mint whose pool has just closed: a curve that is full has its next pool within a block or some.
   *  Such a mint is looked for so often for the second time. */
  poolsOfMovingMintMs: 250,
  movingMs: 60_000,
  /** Deadline of a scan: a trade does not wait longer. */
  scanMs: 2_500,
  /** A program whose scans the node refused is not scanned again for so long. */
  refusedScanMs: 10 * 60_000,
  /** The same where the scan failed or was too slow, which is temporary. */
  failedScanMs: 5_000,
  /** Pools of one mint whose state is read to compare them. */
  comparedPools: 8,
  /** A chosen pool stays chosen for the first time; then the pools are compared again in the background. A choice older
   *  than the second time is not used. */
  chosenMs: 15_000,
  chosenMaxMs: 120_000,
  /** Rounds of `wants` (see `DexTrading`). */
  wantRounds: 4,
  /** A warm blockhash is renewed this often while trades come in, and is not used beyond the second age. */
  blockhashRenewMs: 1_500,
  blockhashMaxAgeMs: 6_000,
  /** After this long without a trade the blockhash is no longer renewed. */
  blockhashIdleMs: 60_000,
  /** The chain's clock is read again after this; between reads our clock advances it. */
  clockRenewMs: 1_000,
  clockMaxAgeMs: 3_000,
} as const

/** The WebSocket for subscriptions to the node. */
export const NEWS = {
  backoffBaseMs: 250,
  backoffCapMs: 10_000,
  /** A connection that lived this long resets the backoff. */
  steadyMs: 10_000,
  /** Slots come several times a second: a socket that is silent this long counts as dead. */
  silenceMs: 30_000,
  /** A refused subscription is retried after this. */
  refusedRetryMs: 30_000,
} as const
