import type { Outcome } from '../contract/outcome.ts'
import type { ActivityRow } from '../contract/wallet-activity.ts'
import type { WalletTradeRow } from '../contract/wallet-trades.ts'

/** What market-data providers know of wallets, in our words and units. */

export type HeldToken = {
  readonly mint: string
  readonly symbol: string | null
  readonly name: string | null
  readonly imageUrl: string | null
  /** Whole tokens. */
  readonly balance: number
  readonly balanceRaw: string | null
  readonly decimals: number | null
  readonly priceUsd: number | null
  readonly valueUsd: number | null
  readonly liquidityUsd: number | null
  readonly priceChange24hPct: number | null
}
export type ValuePoint = { readonly tMs: number; readonly valueUsd: number }
export type TimeRange = { readonly fromMs: number | null; readonly toMs: number | null }

/** A wallet that the provider does not know has nothing and did nothing. */
export type WalletData = {
  readonly provider: string
  portfolio(wallet: string): Promise<Outcome<readonly HeldToken[]>>
  /** Worth of all that a wallet has, ascending. */
  balanceHistory(
    wallet: string,
    query: { readonly fromMs: number; readonly toMs: number; readonly stepMs: number },
  ): Promise<Outcome<readonly ValuePoint[]>>
  /** Newest first; at most `limit`. */
  tradesOf(wallet: string, query: TimeRange & { readonly limit: number }): Promise<Outcome<readonly WalletTradeRow[]>>
  /** In the order that was asked for, without what the provider takes for spam. */
  activityOf(
    wallet: string,
    query: { readonly limit: number; readonly order: 'asc' | 'desc' },
  ): Promise<Outcome<readonly ActivityRow[]>>
}
