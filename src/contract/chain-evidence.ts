/* What a measurement of a chain found. Stored as it is; times are epoch milliseconds. */

/** Seen of the chain's market when it was asked for. */
export type MarketEvidence = {
  readonly askedAtMs: number
  /** `tape`, or the provider. */
  readonly source: string
  /** Of the newest trade when it was asked for; null where the source counts trades by window and gives no times. */
  readonly newestTradeAgeMs: number | null
  /** The newest trade is younger than this: the exact age, or the window that had a trade. Null: no trade is known. */
  readonly newestTradeUnderMs: number | null
  /** Volume or trades of the last 24 hours above 0. */
  readonly active24h: boolean
  /** Some pool was traded within the hour. */
  readonly poolTradedWithinHour: boolean
  /** Tokens of the pool that was looked at, the base first. */
  readonly pool: { readonly address: string; readonly base: string; readonly quote: string } | null
}

/** Whether holders and security of one token could be analysed. */
export type AnalysisEvidence = {
  readonly askedAtMs: number
  readonly source: string
  readonly token: string
  readonly holders: boolean
  readonly security: boolean
}

/** Whether a route that leaves the keys with the caller could be quoted. */
export type QuoteEvidence = {
  readonly askedAtMs: number
  readonly source: string
  readonly inputToken: string
  readonly outputToken: string
  /** Base units. */
  readonly inAmount: string
  /** Null: none was quoted. */
  readonly outAmount: string | null
}

/** One question of a round and what came of it. */
export type MeasureAttempt = {
  readonly atMs: number
  readonly source: string
  readonly asked: string
  /** `none`: the source answered that it knows nothing. */
  readonly result: 'found' | 'none' | 'failed'
  /** Why it failed, in our words. */
  readonly reason: string | null
}

/** The newest evidence of each kind; what a failed round could not renew is that of the round before. */
export type ChainMeasure = {
  readonly chain: string
  readonly measuredAtMs: number
  readonly market: MarketEvidence | null
  readonly analysis: AnalysisEvidence | null
  readonly quote: QuoteEvidence | null
  /** Of the newest round. */
  readonly attempts: readonly MeasureAttempt[]
}
