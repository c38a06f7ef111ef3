import type { Route } from '../define-route.ts'
import { refundClose } from './close.ts'
import { refundExcess } from './excess.ts'
import { refundHistoryRoute } from './history.ts'
import { refundScan } from './scan.ts'

/** What lies idle in a wallet's accounts (design 10.1). */
export const refundRoutes: readonly Route[] = [refundScan, refundClose, refundExcess, refundHistoryRoute]
