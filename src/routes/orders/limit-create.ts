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
    'The order is filled by the aggregator when the price is there. It refuses orders of little worth and coins with a transfer fee; whatever it answers but a transaction, and none within 12 s, is 502.',
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
