import type { Route } from '../define-route.ts'
import { tokenAth } from './ath.ts'
import { tokenBubbleMap } from './bubblemap.ts'
import { tokenChart } from './chart.ts'
import { tokenChartSource } from './chart-source.ts'
import { tokenDeepScan } from './deepscan.ts'
import { tokenDeepScanReplay } from './deepscan-replay.ts'
import { tokenDevHistory } from './dev-history.ts'
import { tokenIntel } from './intel.ts'
import { tokenMetadata } from './metadata.ts'
import { tokenMetadataFull } from './metadata-full.ts'
import { tokenOhlcv } from './ohlcv.ts'
import { tokenPairsBatch } from './pairs-batch.ts'
import { tokenPrices } from './prices.ts'
import { tokenPulse } from './pulse.ts'
import { tokenSafety } from './safety.ts'
import { tokensSafety } from './safety-batch.ts'
import { tokenScreener } from './screener.ts'
import { tokenSearch } from './search.ts'
import { tokenSnipers } from './snipers.ts'
import { tokenTrades } from './trades.ts'
import { tokenTrending } from './trending.ts'
import { tokenTrendingRaw } from './trending-raw.ts'

export const tokenRoutes: readonly Route[] = [
  tokenMetadata,
  tokenPrices,
  tokenTrending,
  tokenTrendingRaw,
  tokenPulse,
  tokenSearch,
  tokenPairsBatch,
  tokenIntel,
  tokenAth,
  tokenTrades,
  tokenDeepScan,
  tokenDeepScanReplay,
  tokenBubbleMap,
  tokenSafety,
  tokensSafety,
  tokenMetadataFull,
  tokenScreener,
  tokenChart,
  tokenOhlcv,
  tokenChartSource,
  tokenDevHistory,
  tokenSnipers,
]
