import { SolBalance } from '../../contract/trading.ts'
import { readSolBalance } from '../../services/trading/balances.ts'
import { defineRoute } from '../define-route.ts'
import { USER_REF_HEADER } from './read-params.ts'

export const tradeSolBalance = defineRoute({
  method: 'GET',
  path: '/v1/trade/sol-balance',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  headers: USER_REF_HEADER,
  summary: "What the user's wallet holds of SOL.",
  reply: SolBalance,
  failures: ['not_found', 'conflict', 'upstream_failed'],
  handle: (ctx, { caller, request }) => readSolBalance(ctx, { caller, userRef: request.headers['x-user-ref'] ?? '' }),
})
