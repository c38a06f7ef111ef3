import { REFUND } from '../../config/refund.ts'
import { clampedInt, text } from '../../contract/params.ts'
import { RefundHistory } from '../../contract/refund.ts'
import { refundHistory } from '../../services/refund/history.ts'
import { defineIdentifiedRoute } from '../identified-route.ts'

const MAX_CURSOR_CHARS = 64

export const refundHistoryRoute = defineIdentifiedRoute({
  method: 'GET',
  path: '/v1/refund/history',
  auth: 'bearer',
  scope: 'read',
  needs: [],
  cache: 'none',
  readsCaller: true,
  identity: ['user_ref'],
  summary: "What the user's wallet got back through this server, newest first; status and figures are the chain's.",
  description: 'Transactions that a client signed itself are not in it: the server does not see them.',
  query: {
    limit: clampedInt({ min: 1, max: REFUND.historyMax, default: REFUND.historyDefault }),
    cursor: text({ maxChars: MAX_CURSOR_CHARS, description: '`next_cursor` of the page before.' }),
  },
  reply: RefundHistory,
  failures: ['conflict'],
  handle: (ctx, { caller, query }, { userRef }) => refundHistory(ctx, { caller, userRef }, query),
})
