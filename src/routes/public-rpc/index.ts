import type { Route } from '../define-route.ts'
import { publicSend } from './send.ts'
import { publicSimulate } from './simulate.ts'
import { publicStatus } from './status.ts'
import { tokenInfo } from './token-info.ts'

/** Public helpers (spec 4.8): no key, no limiter. */
export const publicRpcRoutes: readonly Route[] = [tokenInfo, publicSend, publicStatus, publicSimulate]
