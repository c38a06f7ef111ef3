import { BODY_LIMITS } from '../../config/body-limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import { DcaClosed } from '../../contract/swap-order.ts'
import { closeDca } from '../../services/orders/dca-close.ts'
import { defineRoute } from '../define-route.ts'
import { dcaCloseBody } from './order-body.ts'

export const dcaClose = defineRoute({
  method: 'POST',
  path: '/api/v2/orders/dca/close',
  auth: 'apiKey',
  needs: ['dca'],
  cache: 'none',
  summary: 'The transaction that ends a DCA position and gives back what is left, unsigned.',
  body: dcaCloseBody,
  bodyBytes: BODY_LIMITS.orderEntryBytes,
  reply: DcaClosed,
  failures: [
    'policy_blocked',
    'simulation_failed',
    'insufficient_balance',
    'upstream_failed',
    'upstream_timeout',
    'unconfigured',
  ],
  deadlineMs: TIMEOUTS.orderBuildMs,
  handle: (ctx, { body, request }) => closeDca(ctx, body, request.signal),
})
