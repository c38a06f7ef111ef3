import type { Route } from '../define-route.ts'
import { poolOhlcv } from './pool-ohlcv.ts'
import { solPrice } from './sol-price.ts'
import { solPriceHistory } from './sol-price-history.ts'

export const marketRoutes: readonly Route[] = [solPrice, solPriceHistory, poolOhlcv]
