import type { Route } from '../define-route.ts'
import { tradeBalance } from './balance.ts'
import { tradeBroadcast } from './broadcast.ts'
import { tradeBundleStatus } from './bundle-status.ts'
import { tradeBuy } from './buy.ts'
import { tradeBuyMultiHop } from './buy-multi-hop.ts'
import { tradeDetect } from './detect.ts'
import { tradeDiscover } from './discover.ts'
import { tradeEstimate } from './estimate.ts'
import { tradePoolParams } from './pool-params.ts'
import { tradeQuote } from './quote.ts'
import { tradeSell } from './sell.ts'
import { tradeSellMultiHop } from './sell-multi-hop.ts'
import { tradeSolBalance } from './sol-balance.ts'
import { tradeTokenInfo } from './token-info.ts'

/** The trading API (spec 4.9). */
export const tradingRoutes: readonly Route[] = [
  tradeBuy,
  tradeSell,
  tradeBuyMultiHop,
  tradeSellMultiHop,
  tradePoolParams,
  tradeEstimate,
  tradeQuote,
  tradeBundleStatus,
  tradeBalance,
  tradeSolBalance,
  tradeDetect,
  tradeBroadcast,
  tradeTokenInfo,
  tradeDiscover,
]
