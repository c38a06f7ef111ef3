import type { TrendWindow } from '../contract/chain-question.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { CheckSeverity, MarketPair } from './capabilities.ts'
import type { Candle, CandleQuery, ListedTrade } from './market-capabilities.ts'

/** What providers know of any chain of the catalog, in our words and units. */

/** A chain as one provider knows it. */
export type ProviderChain = {
  /** The provider's own id of the chain. */
  readonly id: string
  /** The canonical form of an address there; null for text that is none: such a row is left out. */
  readAddress(text: string): string | null
  readPool(text: string): string | null
  /** Whether two canonical forms are one address: some chains write an address with and without leading zeros. */
  isSame(one: string, other: string): boolean
}

/** Pools of any chain by token, by address and by text; prices describe the base. */
export type ChainPairs = {
  readonly provider: string
  /** Pools with the token on either side. */
  pairsWithToken(chain: ProviderChain, token: string): Promise<Outcome<readonly MarketPair[]>>
  /** Pools whose base is one of the tokens; a token without pools is absent. At most `UPSTREAM_BATCHES.dexscreenerMints`
   *  tokens a call; the caller deals them out. */
  pairsByTokens(chain: ProviderChain, tokens: readonly string[]): Promise<Outcome<readonly MarketPair[]>>
  pairByAddress(chain: ProviderChain, pool: string): Promise<Outcome<MarketPair | null>>
  searchPairs(chain: ProviderChain, text: string): Promise<Outcome<readonly MarketPair[]>>
}

/** A token as an index of pools describes it. */
export type ChainToken = {
  readonly address: string
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
  readonly imageUrl: string | null
  /** Whole tokens. */
  readonly totalSupply: number | null
  readonly priceUsd: number | null
  readonly marketCapUsd: number | null
  readonly fdvUsd: number | null
  readonly liquidityUsd: number | null
  readonly volume24hUsd: number | null
}
/** A trade of a pool, its side as seen from the token that was asked for, else from the pool's base. */
export type ChainTrade = ListedTrade & { readonly block: number | null }
export type ChainDex = { readonly id: string; readonly name: string }

export type ChainPools = {
  readonly provider: string
  /** Most traded in 24 hours first. */
  topPools(chain: ProviderChain): Promise<Outcome<readonly MarketPair[]>>
  trendingPools(chain: ProviderChain, window: TrendWindow): Promise<Outcome<readonly MarketPair[]>>
  /** The newest first. */
  newPools(chain: ProviderChain): Promise<Outcome<readonly MarketPair[]>>
  poolsOfToken(chain: ProviderChain, token: string): Promise<Outcome<readonly MarketPair[]>>
  pool(chain: ProviderChain, pool: string): Promise<Outcome<MarketPair | null>>
  /** Newest first; of 24 hours and 300 trades at most; of a token only trades that move it. Null for a pool that the
   *  provider does not know. */
  poolTrades(chain: ProviderChain, pool: string, token: string | null): Promise<Outcome<readonly ChainTrade[] | null>>
  poolCandles(
    chain: ProviderChain,
    pool: string,
    query: CandleQuery,
    token: string | null,
  ): Promise<Outcome<readonly Candle[]>>
  /** Unknown ones are absent. At most `UPSTREAM_BATCHES.geckoterminalTokens` a call; the caller deals them out. */
  tokensByAddresses(chain: ProviderChain, tokens: readonly string[]): Promise<Outcome<readonly ChainToken[]>>
  dexes(chain: ProviderChain): Promise<Outcome<readonly ChainDex[]>>
}

export type ChainHolder = {
  readonly address: string
  /** Whole tokens, decimal text as the provider sends it. */
  readonly balance: string | null
  /** Of the supply, 0-100. */
  readonly pct: number | null
  readonly tag: string | null
  readonly isContract: boolean | null
  readonly isLocked: boolean | null
}
export type ChainCheck = {
  readonly id: string
  /** Null: the provider does not say. */
  readonly ok: boolean | null
  readonly severity: CheckSeverity
  readonly label: string
}
/** What a provider says of a token by its contract; null for what it does not say. */
export type ChainSecurityReport = {
  readonly provider: string
  /** 0-100, higher is safer; null where a decisive check has no answer. */
  readonly scoreSafe0to100: number | null
  readonly checks: readonly ChainCheck[]
  readonly buyTaxPct: number | null
  readonly sellTaxPct: number | null
  readonly transferTaxPct: number | null
  readonly honeypot: boolean | null
  readonly holders: readonly ChainHolder[]
  readonly holderCount: number | null
  readonly creator: string | null
}
export type ChainSecurity = {
  readonly provider: string
  /** Null when the provider does not know the token. */
  tokenReport(chain: ProviderChain, token: string): Promise<Outcome<ChainSecurityReport | null>>
}
