import type { CandleStep } from '../config/candle-steps.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { ScreenerSort } from '../contract/token-market.ts'

/** What market-history providers can do, in our words and units; `capabilities.ts` says which setting fills which. */

/** Prices in USD. `tMs` is the start of the interval. */
export type Candle = {
  readonly tMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Null where the source does not know it. */
  readonly volumeUsd: number | null
}
export type PricePoint = { readonly tMs: number; readonly priceUsd: number }

/** Candles that start within `[fromMs, toMs]` (null: no bound), the newest `limit` of them. */
export type CandleQuery = {
  readonly step: CandleStep
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly limit: number
}
/** Ascending, one per interval at most; intervals without trades are left out. `stepMs` may be finer than what was
 *  asked for, where the provider has no candles of that size: the caller folds them. */
export type CandleList = { readonly stepMs: number; readonly candles: readonly Candle[] }

/** A pool that a token is traded in, on either side. */
export type TokenPool = {
  readonly address: string
  readonly dexId: string
  readonly baseMint: string
  readonly quoteMint: string
  /** Of the token that was asked for, whichever side it is. */
  readonly priceUsd: number | null
  readonly priceChange24hPct: number | null
  readonly liquidityUsd: number | null
  readonly volume24hUsd: number | null
  readonly createdAtMs: number | null
}

/** Data of a provider about a token beyond its market; null or empty where it has none. */
export type TokenProfile = {
  readonly mint: string
  readonly name: string | null
  readonly symbol: string | null
  readonly rank: number | null
  readonly decimals: number | null
  readonly description: string | null
  readonly imageUrl: string | null
  readonly priceUsd: number | null
  readonly marketCapUsd: number | null
  readonly liquidityUsd: number | null
  readonly volume24hUsd: number | null
  readonly totalSupply: number | null
  readonly circulatingSupply: number | null
  readonly maxSupply: number | null
  readonly categories: readonly string[]
  readonly investors: readonly {
    readonly name: string
    readonly type: string | null
    readonly lead: boolean
    readonly imageUrl: string | null
    readonly country: string | null
    readonly description: string | null
  }[]
  /** `percentage` 0-100. */
  readonly distribution: readonly { readonly name: string; readonly percentage: number }[]
  readonly twitterUrl: string | null
  readonly websiteUrl: string | null
  readonly discordUrl: string | null
  readonly telegramUrl: string | null
  /** Provider's names of the other chains that the token is on. */
  readonly otherChains: readonly string[]
}

/** All-time extremes; a member the provider does not know is null. */
export type PriceExtremes = {
  readonly priceUsd: number | null
  readonly athUsd: number | null
  readonly athMs: number | null
  readonly atlUsd: number | null
  readonly atlMs: number | null
}

export type MarketSpot = { readonly priceUsd: number | null; readonly priceChange24hPct: number | null }

export type ScreenedToken = {
  readonly mint: string
  readonly symbol: string | null
  readonly name: string | null
  readonly decimals: number | null
  readonly priceUsd: number | null
  readonly marketCapUsd: number | null
  readonly liquidityUsd: number | null
  readonly volume24hUsd: number | null
  readonly holders: number | null
  readonly imageUrl: string | null
}

/** A keyless (or cheap) index of pools. What it does not know is empty or null, never a failure. */
export type PoolIndex = {
  readonly provider: string
  /** Most liquid and traded first. */
  poolsOfToken(mint: string): Promise<Outcome<readonly TokenPool[]>>
  /** Prices of `mint` where it is given (either side), else of the pool's base. */
  poolCandles(pool: string, query: CandleQuery, mint: string | null): Promise<Outcome<CandleList>>
  tokenProfile(mint: string): Promise<Outcome<TokenProfile | null>>
}

/** A market-data provider with a history of its own. */
export type MarketHistory = {
  readonly provider: string
  /** Of the token's largest pool, what came before it left its launch curve included. */
  tokenCandles(mint: string, query: CandleQuery): Promise<Outcome<CandleList>>
  /** Prices of the pool's base. */
  poolCandles(pool: string, query: CandleQuery): Promise<Outcome<CandleList>>
  /** Ascending. `step` is a wish. */
  priceHistory(
    mint: string,
    query: { readonly step: CandleStep; readonly fromMs: number | null; readonly toMs: number | null },
  ): Promise<Outcome<readonly PricePoint[]>>
  /** Null for a token the provider does not know. */
  priceExtremes(mint: string): Promise<Outcome<PriceExtremes | null>>
  marketSpot(mint: string): Promise<Outcome<MarketSpot | null>>
  tokenProfile(mint: string): Promise<Outcome<TokenProfile | null>>
  /** Tokens on Solana for a text, in the order asked for. */
  screenTokens(query: {
    readonly text: string
    readonly sortBy: ScreenerSort
    readonly limit: number
  }): Promise<Outcome<readonly ScreenedToken[]>>
}

/** One executed trade of a token as a provider lists it; what it does not say is null. */
export type ListedTrade = {
  readonly signature: string
  readonly tMs: number | null
  readonly side: 'buy' | 'sell'
  readonly amountUsd: number | null
  readonly priceUsd: number | null
  /** Whole tokens. */
  readonly amount: number | null
  readonly sender: string | null
  readonly platform: string | null
}
export type TokenTrades = {
  readonly provider: string
  /** Newest first, at most `limit` (100 at most). Empty for a token the provider does not know. */
  newestTrades(mint: string, limit: number): Promise<Outcome<readonly ListedTrade[]>>
}

/** Trading on all of Solana in the last 24 hours. */
export type MarketTotals = {
  readonly volumeUsd: number | null
  /** Against the 24 hours before, percent. */
  readonly volumeChangePct: number | null
  readonly trades: number | null
  readonly buys: number | null
  readonly sells: number | null
  readonly feesPaidUsd: number | null
}
export type Lighthouse = { readonly provider: string; marketTotals(): Promise<Outcome<MarketTotals>> }

export type SolSpot = {
  readonly priceUsd: number
  readonly atMs: number
  /** How far the source says it may be off; null where it does not say. */
  readonly confidenceUsd: number | null
}
export type SolSpotSource = { readonly provider: string; solSpot(): Promise<Outcome<SolSpot | null>> }
export type SolHistorySource = {
  readonly provider: string
  /** Ascending; about one point per `stepMs`, or finer. */
  solHistory(query: {
    readonly fromMs: number
    readonly toMs: number
    readonly stepMs: number
  }): Promise<Outcome<readonly PricePoint[]>>
}

/** What a provider says of a wallet, in our words; a member that it does not say is null. */
export type ProvidedLabel = {
  readonly entity: string | null
  readonly entityType: string | null
  readonly entityLogoUrl: string | null
  readonly entityTwitterUrl: string | null
  readonly platform: string | null
  readonly flags: readonly string[]
}
export type WalletLabels = {
  readonly provider: string
  /** At most `UPSTREAM_BATCHES.mobulaLabels` wallets; those of which it says nothing are absent. */
  labelsOf(wallets: readonly string[], signal?: AbortSignal): Promise<Outcome<ReadonlyMap<string, ProvidedLabel>>>
}
