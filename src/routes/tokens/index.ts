import type { Route } from '../define-route.ts'
import { tokenIntel } from './intel.ts'
import { tokenMetadata } from './metadata.ts'
import { tokenPairsBatch } from './pairs-batch.ts'
import { tokenPrices } from './prices.ts'
import { tokenSearch } from './search.ts'
import { tokenTrending } from './trending.ts'
import { tokenTrendingRaw } from './trending-raw.ts'

export const tokenRoutes: readonly Route[] = [
  tokenMetadata,
  tokenPrices,
  tokenTrending,
  tokenTrendingRaw,
  tokenSearch,
  tokenPairsBatch,
  tokenIntel,
]
