import { TIMEOUTS } from '../../config/timeouts.ts'
import { DcaCreated } from '../../contract/swap-order.ts'
import { createDca } from '../../services/orders/dca-create.ts'
import { defineRoute } from '../define-route.ts'
import { dcaCreateBody } from './order-body.ts'

export const dcaCreate = defineRoute({
  method: 'POST',
  path: '/api/v2/orders/dca/create',
  auth: 'apiKey',
  needs: ['dca'],
  cache: 'none',
  summary: 'The transaction that opens a DCA position, unsigned, and the account of the position.',
  description:
    'The aggregator buys at each cycle. It refuses positions of low value, fewer than two cycles and Token-2022 tokens. 502 when it answers anything but a transaction, or nothing within 12 s.',
  body: dcaCreateBody,
  reply: DcaCreated,
  failures: [
    'policy_blocked',
    'simulation_failed',
    'insufficient_balance',
    'upstream_failed',
    'upstream_timeout',
    'unconfigured',
  ],
  deadlineMs: TIMEOUTS.orderBuildMs,
  handle: (ctx, { body, request }) => createDca(ctx, body, request.signal),
})
