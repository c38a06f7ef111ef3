/** What a trade may ask for (spec 4.9), and what it gets when it does not ask. */
export const TRADE_LIMITS = {
  slippageBps: { default: 1_000, max: 100_000 },
  /** From the most on there is no bound. */
  maxImpactBps: { max: 10_000 },
  /** The most that the aggregator takes. */
  routedSlippageBps: 10_000,
  tipLamports: { default: 1_500_000n, max: 1_000_000_000n },
  /** Millionths of a lamport for each compute unit. */
  computeUnitPrice: { default: 500_000n, max: 50_000_000n },
  mevTipLamports: { default: 100_000n, max: 1_000_000_000n },
  mevTipBps: { max: 1_000 },
  feeBps: { max: 2_500 },
  /** Parts of a percent that a sale may be given in. */
  percentDecimals: 6,
  /** What the first of two swaps may lose against its quote: the second swap takes a fixed amount, and what the first
   *  yields beyond it stays in the wallet. */
  bridgeSlippageBps: 50,
  /** How long a custodial trade is waited for; what is pending then is followed on. */
  landDeadlineMs: 60_000,
  /** The whole request: what comes before the landing, on a slow node, has as long again. */
  requestMs: 120_000,
  /** Compiled transactions kept to be patched. */
  templates: 2_048,
} as const

/** Compute units of what a trade does besides its swaps, with room. */
export const TRADE_UNITS = {
  budget: 1_000,
  nonce: 3_000,
  createScratch: 9_000,
  closeAccount: 6_000,
  harvestWithheld: 10_000,
  createTokenAccount: 40_000,
  transferLamports: 1_000,
  transferTokens: 10_000,
} as const
