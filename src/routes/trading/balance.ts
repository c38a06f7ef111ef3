import { TokenBalance } from '../../contract/trading.ts'
import { readTokenBalance } from '../../services/trading/balances.ts'
import { defineRoute } from '../define-route.ts'
import { mintParam, USER_REF_HEADER } from './read-params.ts'

export const tradeBalance = defineRoute({
  method: 'GET',
  path: '/v1/trade/balance',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  headers: USER_REF_HEADER,
  summary: "What the user's wallet holds of a coin, in both places where it keeps one.",
  query: { mint: mintParam },
  reply: TokenBalance,
  failures: ['invalid_mint', 'not_found', 'conflict', 'upstream_failed'],
  handle: (ctx, { caller, query: { mint }, request }) =>
    readTokenBalance(ctx, { caller, userRef: request.headers['x-user-ref'] ?? '' }, mint),
})
