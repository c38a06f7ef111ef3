/** How transactions are brought onto the chain and watched until it is known what became of them. */
export const LANDING = {
  /** Looks at the signatures on their way, all in as few calls as the node takes: without notifications of the node,
   *  and beside them, where polling only stands in for notifications that got lost. */
  statusEveryMs: 400,
  statusBesideSubscriptionsMs: 2_000,
  /** Looks at the block height, which decides when a blockhash is dead. */
  heightEveryMs: 1_000,
  nonceEveryMs: 1_000,
  callMs: 4_000,
  /** Signatures of one `getSignatureStatuses`. */
  statusesPerCall: 256,
  /** A leader that dropped a transaction is offered it again. */
  rebroadcastEveryMs: 1_500,
  /** Blocks that a blockhash lives, counted from its own (150 since the beginning of the chain; the time they take is
   *  measured, for it shrinks). */
  blockhashLifeBlocks: 150,
  /** The block engine's own limit is a call a second. */
  bundleEveryMs: 1_100,
  /** A bundle that the engine says it does not know is believed lost after this long, and sent the public way. */
  bundleUnknownMs: 12_000,
  /** A node whose history begins after a transaction was signed, less this much, cannot say that it is absent. */
  historyMarginMs: 10 * 60_000,
  /** Largest transaction that is taken from callers, on the wire (spec 8). */
  broadcastBytes: 2_048,
  /** How long a broadcast waits until a node or sender accepts the transaction. */
  broadcastWaitMs: 12_000,
  /** Looks for the record of a transaction that has just been confirmed: nodes write it a moment later. */
  recordTries: 10,
  recordPauseMs: 200,
  /** Followed at once, beyond those with a waiting caller. */
  followed: 10_000,
  /** Trades whose end the ledger finds out, at a time. */
  settledAtOnce: 200,
  /** A durable nonce may never advance: no transaction is followed longer than this. */
  followMs: 15 * 60_000,
} as const
