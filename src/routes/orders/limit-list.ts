import { TIMEOUTS } from '../../config/timeouts.ts'
import { LimitOrderList } from '../../contract/swap-order.ts'
import { listLimitOrders } from '../../services/orders/limit-list.ts'
import { defineRoute } from '../define-route.ts'
import { WALLET_QUERY } from './wallet-query.ts'

export const limitList = defineRoute({
  method: 'GET',
  path: '/api/v2/orders/limit',
  auth: 'apiKey',
  needs: ['limitOrders'],
  cache: 'none',
  summary: 'Open limit orders of a wallet, a hundred at most.',
  query: WALLET_QUERY,
  reply: LimitOrderList,
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  deadlineMs: TIMEOUTS.orderListMs,
  handle: (ctx, { query, request }) => listLimitOrders(ctx, query.wallet, request.signal),
})
