import { ORDER_LIMITS } from '../../config/swap-limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import { clampedInt } from '../../contract/params.ts'
import { LimitOrderHistory } from '../../contract/swap-order.ts'
import { limitOrderHistory } from '../../services/orders/limit-history.ts'
import { defineRoute } from '../define-route.ts'
import { WALLET_QUERY } from './wallet-query.ts'

export const limitHistory = defineRoute({
  method: 'GET',
  path: '/api/v2/orders/limit/history',
  auth: 'apiKey',
  needs: ['limitOrders'],
  cache: 'none',
  summary: 'Limit orders of a wallet that have ended, with their fills, ten a page.',
  query: { ...WALLET_QUERY, page: clampedInt(ORDER_LIMITS.historyPage) },
  reply: LimitOrderHistory,
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  deadlineMs: TIMEOUTS.orderListMs,
  handle: (ctx, { query, request }) => limitOrderHistory(ctx, query, request.signal),
})
