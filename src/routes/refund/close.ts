import { closeBody } from './refund-body.ts'
import { refundRoute } from './refund-route.ts'

export const refundClose = refundRoute({
  path: '/v1/refund/close',
  summary: 'Closes accounts that a wallet no longer needs and returns their lamports.',
  description:
    'Token accounts (empty, named dust which is burnt, wrapped SOL), switched-off lookup tables, program buffers, durable nonces and cold stake. Each transaction is executed by the node and judged against the request before it is signed; an account that makes it fail is left out and named in `failed`, and a failing transaction does not delay the others. Frozen accounts are skipped. 409 when there is nothing to close.',
  body: closeBody,
})
