import { TokenBalance } from '../../contract/trading.ts'
import { readTokenBalance } from '../../services/trading/balances.ts'
import { defineIdentifiedRoute } from '../identified-route.ts'
import { mintParam } from './read-params.ts'

export const tradeBalance = defineIdentifiedRoute({
  method: 'GET',
  path: '/v1/trade/balance',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  identity: ['user_ref'],
  summary: "What the user's wallet holds of a token, in both places where it keeps one.",
  query: { mint: mintParam },
  reply: TokenBalance,
  failures: ['invalid_mint', 'not_found', 'conflict', 'upstream_failed'],
  handle: (ctx, { caller, query: { mint } }, { userRef }) => readTokenBalance(ctx, { caller, userRef }, mint),
})
