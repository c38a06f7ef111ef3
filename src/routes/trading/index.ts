import type { Route } from '../define-route.ts'
import { tradeBalance } from './balance.ts'
import { tradeDetect } from './detect.ts'
import { tradeDiscover } from './discover.ts'
import { tradeEstimate } from './estimate.ts'
import { tradePoolParams } from './pool-params.ts'
import { tradeQuote } from './quote.ts'
import { tradeSolBalance } from './sol-balance.ts'
import { tradeTokenInfo } from './token-info.ts'

/** The trading API (spec 4.9). */
export const tradingRoutes: readonly Route[] = [
  tradePoolParams,
  tradeEstimate,
  tradeQuote,
  tradeBalance,
  tradeSolBalance,
  tradeDetect,
  tradeTokenInfo,
  tradeDiscover,
]
