import { TIMEOUTS } from '../../config/timeouts.ts'
import { DcaList } from '../../contract/swap-order.ts'
import { listDca } from '../../services/orders/dca-list.ts'
import { defineRoute } from '../define-route.ts'
import { WALLET_QUERY } from './wallet-query.ts'

export const dcaList = defineRoute({
  method: 'GET',
  path: '/api/v2/orders/dca',
  auth: 'apiKey',
  needs: ['dca'],
  cache: 'none',
  summary: 'Running DCA positions of a wallet, a hundred at most.',
  query: WALLET_QUERY,
  reply: DcaList,
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  deadlineMs: TIMEOUTS.orderListMs,
  handle: (ctx, { query, request }) => listDca(ctx, query.wallet, request.signal),
})
