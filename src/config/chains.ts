import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/** Tiers of the chain catalog (spec 2.8): measured every six hours, never declared. */
export const CHAIN_TIERS = {
  /** L1: the newest trade is younger. */
  pricedWithinMs: DAY_MS,
  /** L2: the newest trade is younger. */
  marketWithinMs: HOUR_MS,
  everyMs: 6 * HOUR_MS,
  /** Evidence that no round renewed is marked, and counts for one more round. */
  staleAfterMs: 6 * HOUR_MS + 30 * MINUTE_MS,
  dropAfterMs: 12 * HOUR_MS,
  /** How often the job looks for chains that are due, and how many it measures then: calls to providers are spread over
   *  the hours instead of coming all at once. */
  lookEveryMs: MINUTE_MS,
  /** The first look scans a token, as much work as all else at a start: the first requests come before it. */
  firstLookAfterMs: 5_000,
  chainsPerRun: 3,
  /** How long a followed chain waits when it has a market and its analysis or quote is missing. */
  proofRetryMs: 5 * MINUTE_MS,
  /** Calls to providers for one chain in one round, at most. */
  callsPerChain: 6,
  /** A request for a chain that was never measured, or too long ago, has it measured, no more often than this. */
  onDemandEveryMs: 5 * MINUTE_MS,
  onDemandWaitMs: 12_000,
  /** Chains that requests have measured in any minute, all callers together: the catalog is public, and a caller who
   *  walks it must not use up what the providers allow. The job measures the rest. */
  onDemandPerMinute: 6,
  /** A provider's clock may be so far ahead of ours; a trade beyond it proves nothing. */
  clockSkewMs: MINUTE_MS,
  /** Events of the tape that are looked through for its newest trade. */
  tapeEvents: 2_000,
  /** The same for chains beside Solana, in blocks: an hour of Ethereum. */
  tapeBlocks: 300,
  /** Wrapped native tokens that a quote is asked for: a hundredth of one. */
  quoteFractionExponent: 2,
} as const
