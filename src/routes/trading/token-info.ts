import { TokenInfo } from '../../contract/trading.ts'
import { readTokenInfo } from '../../services/trading/token-info.ts'
import { defineRoute } from '../define-route.ts'
import { mintParam } from './read-params.ts'

export const tradeTokenInfo = defineRoute({
  method: 'GET',
  path: '/v1/token/info',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  summary: 'A token as a trader sees it: its price, its pool, the progress of its curve, who can mint and freeze.',
  description: 'Priced by the pool it would be traded in, before fees. What no source knows is null.',
  query: { mint: mintParam },
  reply: TokenInfo,
  failures: ['invalid_mint', 'unsupported_quote', 'no_route', 'upstream_failed'],
  handle: (ctx, { query: { mint }, request }) => readTokenInfo(ctx, mint, request.signal),
})
