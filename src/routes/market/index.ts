import type { Route } from '../define-route.ts'
import { solPrice } from './sol-price.ts'

export const marketRoutes: readonly Route[] = [solPrice]
