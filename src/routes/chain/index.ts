import type { Route } from '../define-route.ts'
import { chainMarketRoutes } from './market.ts'
import { surfaceOfChain } from './show.ts'
import { chainTokenRoutes } from './tokens.ts'

export const chainSurfaceRoutes: readonly Route[] = [surfaceOfChain, ...chainMarketRoutes, ...chainTokenRoutes]
