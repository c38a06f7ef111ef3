import { TIMEOUTS } from '../../config/timeouts.ts'
import { LimitOrderCreated } from '../../contract/swap-order.ts'
import { createLimitOrder } from '../../services/orders/limit-create.ts'
import { defineRoute } from '../define-route.ts'
import { limitCreateBody } from './order-body.ts'

export const limitCreate = defineRoute({
  method: 'POST',
  path: '/api/v2/orders/limit/create',
  auth: 'apiKey',
  needs: ['limitOrders'],
  cache: 'none',
  summary: 'The transaction that opens a limit order, unsigned, and the account of the order.',
  description:
    'The aggregator fills the order when the market reaches its price. It refuses orders of low value and tokens with a transfer fee. 502 when it answers anything but a transaction, or nothing within 12 s.',
  body: limitCreateBody,
  reply: LimitOrderCreated,
  failures: [
    'policy_blocked',
    'simulation_failed',
    'insufficient_balance',
    'upstream_failed',
    'upstream_timeout',
    'unconfigured',
  ],
  deadlineMs: TIMEOUTS.orderBuildMs,
  handle: (ctx, { body, request }) => createLimitOrder(ctx, body, request.signal),
})
