import { BODY_LIMITS } from '../../config/body-limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import { LimitOrderCancelled } from '../../contract/swap-order.ts'
import { cancelLimitOrder } from '../../services/orders/limit-cancel.ts'
import { defineRoute } from '../define-route.ts'
import { limitCancelBody } from './order-body.ts'

export const limitCancel = defineRoute({
  method: 'POST',
  path: '/api/v2/orders/limit/cancel',
  auth: 'apiKey',
  needs: ['limitOrders'],
  cache: 'none',
  summary: 'The transaction that ends a limit order, unsigned.',
  body: limitCancelBody,
  bodyBytes: BODY_LIMITS.orderEntryBytes,
  reply: LimitOrderCancelled,
  failures: [
    'policy_blocked',
    'simulation_failed',
    'insufficient_balance',
    'upstream_failed',
    'upstream_timeout',
    'unconfigured',
  ],
  deadlineMs: TIMEOUTS.orderBuildMs,
  handle: (ctx, { body, request }) => cancelLimitOrder(ctx, body, request.signal),
})
