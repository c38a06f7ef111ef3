import type { BubbleMapReport } from '../../../src/contract/bubble-map.ts'
import type { StreamChainRow } from '../../../src/contract/chain.ts'
import type { CandleRow, PoolOhlcv } from '../../../src/contract/chart.ts'
import type { DeepScanReport } from '../../../src/contract/deep-scan.ts'
import type { DeepScanReplay as DeepScanReplayReply } from '../../../src/contract/deep-scan-replay.ts'
import type { DevHistory as DevHistoryReply, SniperCohort } from '../../../src/contract/forensics.ts'
import type { IntelRecord } from '../../../src/contract/intel.ts'
import type { Launch as LaunchRow } from '../../../src/contract/launch.ts'
import type { WalletTransactionsReply } from '../../../src/contract/parsed-transaction.ts'
import type { PulseReply } from '../../../src/contract/pulse.ts'
import type { SafetyChip } from '../../../src/contract/safety-chip.ts'
import type { SystemUsage as SystemUsageReply } from '../../../src/contract/system-usage.ts'
import type { TokenMetadataEntry, TrendingToken } from '../../../src/contract/token.ts'
import type { TradeRow as TokenTrade } from '../../../src/contract/trade-row.ts'
import type { UsageStats } from '../../../src/contract/usage.ts'
import type { WalletPnlReply } from '../../../src/contract/wallet-pnl.ts'
import type { PortfolioReply } from '../../../src/contract/wallet-portfolio.ts'
import type { WalletProfileReply } from '../../../src/contract/wallet-profile.ts'
import type { WalletRoast } from '../../../src/contract/wallet-roast.ts'
import type { WebhookDelivery, WebhookDetail } from '../../../src/contract/webhook.ts'

/* Answers of the routes, by the contract of the server: a page that reads a field in a way that its schema does not allow
   is not built. Types only: nothing of the server is in the bundle. */

export type Trending = TrendingToken
export type Metadata = TokenMetadataEntry
export type Launch = LaunchRow
export type Chip = SafetyChip
export type DeepScan = DeepScanReport
export type DeepScanReplay = DeepScanReplayReply
export type Layer = DeepScan['layers'][keyof DeepScan['layers']]
export type Check = Layer['checks'][number]
export type Evidence = NonNullable<Check['evidence']>[number]
export type BubbleMap = BubbleMapReport
export type MapNode = BubbleMap['nodes'][number]
export type MapLink = BubbleMap['links'][number]
export type Intel = IntelRecord
export type Candle = CandleRow
export type PoolCandles = PoolOhlcv
export type TradeRow = TokenTrade
export type DevHistory = DevHistoryReply
export type Snipers = SniperCohort
export type ChainState = StreamChainRow
export type Pulse = PulseReply
export type PulseRow = Pick<
  Pulse['launched'][number],
  'mint' | 'symbol' | 'name' | 'dex' | 'at' | 'progressPct' | 'marketCapUsd' | 'trades'
>
export type Explained = WalletTransactionsReply['transactions'][number]
export type Portfolio = PortfolioReply
export type Pnl = WalletPnlReply
export type Profile = WalletProfileReply
export type Roast = WalletRoast
export type Webhook = WebhookDetail
export type Delivery = WebhookDelivery
export type SystemUsage = SystemUsageReply
export type KeyUsage = UsageStats
export type StreamedTrade = {
  readonly pool: string
  readonly dex: string
  readonly token: string
  readonly side: 'buy' | 'sell'
  readonly amount: number
  readonly priceUSD: number | null
  readonly amountUSD: number | null
  readonly maker: string
}
