export const DEV_HISTORY = {
  /** A serial rugger has rugged at least so many tokens ... */
  serialRugs: 2,
  /** ... and this share of those whose end is known. */
  serialRate: 0.5,
  /** Half of the rugs came sooner than this after the launch: a fast rugger. */
  fastRugSecs: 600,
  /** Shares of what the creator once had, percent: below the first nothing worth a word was sold. */
  soldNonePct: 1,
  soldMostPct: 50,
  soldAllPct: 95,
} as const

/** A rugged token and the transaction that ended it. */
export type RugEvidence = { readonly mint: string; readonly signature: string | null }
