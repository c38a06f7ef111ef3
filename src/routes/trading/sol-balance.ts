import { SolBalance } from '../../contract/trading.ts'
import { readSolBalance } from '../../services/trading/balances.ts'
import { defineIdentifiedRoute } from '../identified-route.ts'

export const tradeSolBalance = defineIdentifiedRoute({
  method: 'GET',
  path: '/v1/trade/sol-balance',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  identity: ['user_ref'],
  summary: "What the user's wallet holds of SOL.",
  reply: SolBalance,
  failures: ['not_found', 'conflict', 'upstream_failed'],
  handle: (ctx, { caller }, { userRef }) => readSolBalance(ctx, { caller, userRef }),
})
