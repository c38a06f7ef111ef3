import type { Route } from '../define-route.ts'
import { swapBuild } from './build.ts'
import { swapQuote } from './quote.ts'

export const swapRoutes: readonly Route[] = [swapQuote, swapBuild]
