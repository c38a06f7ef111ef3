import { SessionDashboard } from '../../contract/account.ts'
import { sessionDashboard } from '../../services/account/session-dashboard.ts'
import { defineRoute } from '../define-route.ts'

export const accountDashboardSession = defineRoute({
  method: 'GET',
  path: '/api/dashboard-session',
  auth: 'session',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: "All of the signed-in owner's key, with changes of the fee wallet that can be undone.",
  description: '404 when the wallet has no key (any more).',
  reply: SessionDashboard,
  failures: ['not_found', 'internal'],
  handle: (ctx, { caller, request }) => sessionDashboard(ctx, caller, request.signal),
})
