import type { Route } from '../define-route.ts'
import { lighthouse } from './lighthouse.ts'
import { poolOhlcv } from './pool-ohlcv.ts'
import { solPrice } from './sol-price.ts'
import { solPriceHistory } from './sol-price-history.ts'

export const marketRoutes: readonly Route[] = [lighthouse, solPrice, solPriceHistory, poolOhlcv]
