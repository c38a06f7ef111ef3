import type { TSchema } from 'typebox'
import { BubbleCluster, BubbleLink, BubbleNode, BubbleSummary, WalletRoles } from '../contract/bubble-map.ts'
import { StreamChainRow } from '../contract/chain.ts'
import { ChainPair, ChainSearchToken } from '../contract/chain-surface.ts'
import { CandleRow } from '../contract/chart.ts'
import { Check } from '../contract/check.ts'
import { CustodyBalances, CustodyLimits, CustodyWallet } from '../contract/custody.ts'
import { DeepScanReport, LayerReport, ProviderReport } from '../contract/deep-scan.ts'
import { successBody } from '../contract/envelope.ts'
import { TapeCandle, TapePosition, TapeToken, TapeTrader, WalletTapeTrades } from '../contract/first-party.ts'
import { IntelRecord } from '../contract/intel.ts'
import { Launch } from '../contract/launch.ts'
import {
  NativeTransferRow,
  ParsedTransaction,
  SaleRow,
  SwapRow,
  TokenTransferRow,
} from '../contract/parsed-transaction.ts'
import { PulseRow } from '../contract/pulse.ts'
import { KeyStats, RecoveryCheck } from '../contract/recovery.ts'
import { RefundReply } from '../contract/refund.ts'
import { SafetyChip } from '../contract/safety-chip.ts'
import { SandboxDescription } from '../contract/sandbox.ts'
import { ScreenerInput, ScreenerRow } from '../contract/screener.ts'
import { Screen } from '../contract/screens.ts'
import {
  StreamCandle,
  StreamEvent,
  StreamLaunch,
  StreamLaunchBody,
  StreamLost,
  StreamRetracted,
  StreamTrade,
  StreamTradeBody,
  Truncation,
} from '../contract/stream.ts'
import { DcaPositionRow, LimitOrderRow, SwapQuote } from '../contract/swap-order.ts'
import {
  FullPair,
  RawTrendingToken,
  SearchToken,
  TokenMetadataEntry,
  TokenPriceEntry,
  TrendingToken,
} from '../contract/token.ts'
import { ScreenerResult } from '../contract/token-market.ts'
import { ManifestReply, TradeReply, TradeTiming } from '../contract/trade.ts'
import { TradeRow } from '../contract/trade-row.ts'
import { DiscoveredPools, TradeQuote } from '../contract/trading.ts'
import { ActivityAction, ActivityAsset, ActivityRow } from '../contract/wallet-activity.ts'
import { PortfolioToken } from '../contract/wallet-portfolio.ts'
import { Classification, NamedWhy } from '../contract/wallet-profile.ts'
import { RelatedRow } from '../contract/wallet-related.ts'
import { WalletWrapped } from '../contract/wallet-roast.ts'
import { SandwichesReply } from '../contract/wallet-sandwiches.ts'
import { SyntheticTradeRow, TradedToken, WalletTradeRow } from '../contract/wallet-trades.ts'
import { TransferEdge } from '../contract/wallet-transfers.ts'
import { NewWebhook, Webhook, WebhookDelivery, WebhookDetail, WebhookFilter } from '../contract/webhook.ts'
import { DiscoveredWhale, FeaturedWhale, WhaleLabel } from '../contract/whales.ts'

/** Names of the parts that answers are made of. A part that is not here stands where it is used, without a name. */
export const SCHEMA_NAMES: Readonly<Record<string, TSchema>> = {
  // Tokens and pools.
  Pair: FullPair,
  ChainPair,
  ChainSearchToken,
  PairInfo: FullPair.properties.info,
  PairLiquidity: FullPair.properties.liquidity,
  TokenRef: FullPair.properties.baseToken,
  SocialLink: FullPair.properties.info.properties.socials.items,
  SiteLink: FullPair.properties.info.properties.websites.items,
  AmountWindows: FullPair.properties.volume,
  CountWindows: FullPair.properties.txns,
  TradeCounts: FullPair.properties.txns.properties.m5.anyOf[0],
  TokenMetadata: TokenMetadataEntry,
  TokenPrice: TokenPriceEntry,
  Token: TradeQuote.properties.token,
  TrendingToken,
  RawTrendingToken,
  SearchToken,
  ScreenerToken: ScreenerResult,
  ScreenerRow,
  ScreenerInput,
  Screen,
  PulseToken: PulseRow,
  Pool: DiscoveredPools.properties.pools.items,
  Candle: CandleRow,
  Trade: TradeRow,
  Launch,
  // Verdicts.
  Check,
  CheckEvidence: Check.properties.evidence.items,
  Layer: LayerReport,
  Layers: DeepScanReport.properties.layers,
  ScoreWeights: DeepScanReport.properties.weights,
  ProviderReport,
  SafetyChip,
  SafetyFlag: SafetyChip.properties.topGreen.items,
  FigureSource: IntelRecord.properties.explain.properties.name,
  Venue: SafetyChip.properties.venues.items,
  BubbleNode,
  BubbleLink,
  BubbleCluster,
  BubbleSummary,
  WalletRoles,
  // Wallets.
  Transaction: ParsedTransaction,
  TokenTransfer: TokenTransferRow,
  NativeTransfer: NativeTransferRow,
  Swap: SwapRow,
  SwapSide: SwapRow.properties.input,
  SwapLeg: SwapRow.properties.legs.items,
  Sale: SaleRow,
  Activity: ActivityRow,
  ActivityAction,
  ActivityAsset,
  WalletTrade: WalletTradeRow,
  SyntheticTrade: SyntheticTradeRow,
  TradedToken,
  PortfolioToken,
  Transfer: TransferEdge,
  RelatedWallet: RelatedRow,
  Classification,
  Reason: NamedWhy,
  Sandwich: SandwichesReply.properties.events.items,
  WrappedStats: WalletWrapped.properties.stats,
  WrappedDiagnostics: WalletWrapped.properties.diagnostics,
  WhaleLabel,
  DiscoveredWhale,
  FeaturedWhale,
  // What this server read itself.
  TapeTrade: WalletTapeTrades.properties.trades.items,
  TapeWindow: WalletTapeTrades.properties.window,
  TapePosition,
  TapeToken,
  TapeTrader,
  TapeCandle,
  // Money.
  SwapQuote,
  LimitOrder: LimitOrderRow,
  DcaPosition: DcaPositionRow,
  Manifest: ManifestReply,
  TradeTiming,
  Wallet: CustodyWallet,
  WalletLimits: CustodyLimits,
  WalletBalances: CustodyBalances,
  ClosableAccount: RecoveryCheck.properties.results.items.anyOf[0].properties.accounts.properties.empty.items,
  RecoveryTotals: KeyStats.properties.stats,
  RecoveredTransaction: KeyStats.properties.recentTransactions.items,
  SandboxToken: SandboxDescription.properties.tokens.items,
  SandboxWallet: SandboxDescription.properties.wallets.items,
  // Push.
  StreamChain: StreamChainRow,
  StreamEvent,
  StreamTrade,
  StreamTradeData: StreamTradeBody,
  StreamLaunch,
  StreamLaunchData: StreamLaunchBody,
  StreamRetracted,
  StreamLost,
  StreamCandle,
  Truncation,
  NewWebhook,
  Webhook,
  WebhookDetail,
  WebhookDelivery,
  WebhookFilter,
}

/** Names of successes that several operations share. */
export const REPLY_NAMES: Readonly<Record<string, TSchema>> = {
  TradeReply: successBody(TradeReply),
  RefundReply: successBody(RefundReply),
  SandwichesReply: successBody(SandwichesReply),
}
