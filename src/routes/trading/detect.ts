import { Detection } from '../../contract/trading.ts'
import { detectPool } from '../../services/trading/detect.ts'
import { defineRoute } from '../define-route.ts'
import { mintParam } from './read-params.ts'

export const tradeDetect = defineRoute({
  method: 'GET',
  path: '/v1/trade/detect',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  summary: 'Where a token is traded: its DEX and its deepest pool.',
  query: { mint: mintParam },
  reply: Detection,
  failures: ['invalid_mint', 'unsupported_quote', 'no_route', 'upstream_failed'],
  handle: (ctx, { query: { mint }, request }) => detectPool(ctx, mint, request.signal),
})
