import { accountRoutes } from './account/index.ts'
import { walletV1Routes } from './custody/index.ts'
import type { Route } from './define-route.ts'
import { launchRoutes } from './launches/index.ts'
import { marketRoutes } from './market/index.ts'
import { orderRoutes } from './orders/index.ts'
import { publicRpcRoutes } from './public-rpc/index.ts'
import { recoveryRoutes } from './recovery/index.ts'
import { refundRoutes } from './refund/index.ts'
import { rpcRoutes } from './rpc/index.ts'
import { sandboxRoutes } from './sandbox/index.ts'
import { streamRoutes } from './stream/index.ts'
import { swapRoutes } from './swap/index.ts'
import { systemRoutes } from './system/index.ts'
import { tokenRoutes } from './tokens/index.ts'
import { tradingRoutes } from './trading/index.ts'
import { webhookRoutes } from './webhooks/index.ts'

/** Every mounted route, family by family, in the order of the specification. */
export const ROUTES: readonly Route[] = [
  ...tokenRoutes,
  ...marketRoutes,
  ...swapRoutes,
  ...orderRoutes,
  ...launchRoutes,
  ...rpcRoutes,
  ...publicRpcRoutes,
  ...systemRoutes,
  ...recoveryRoutes,
  ...streamRoutes,
  ...accountRoutes,
  ...tradingRoutes,
  ...refundRoutes,
  ...walletV1Routes,
  ...webhookRoutes,
  ...sandboxRoutes,
]
