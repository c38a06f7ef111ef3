import { DiscoveredPools } from '../../contract/trading.ts'
import { discoverPools } from '../../services/trading/discover.ts'
import { defineRoute } from '../define-route.ts'
import { mintParam } from './read-params.ts'

export const tradeDiscover = defineRoute({
  method: 'GET',
  path: '/v1/test/discover',
  auth: 'bearer',
  scope: 'read',
  paid: true,
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  summary: 'All pools of a token found on chain, tradable now or not.',
  description: 'Not for free keys: 403 `plan_required`. `GET /v1/trade/detect` names the pool to trade in.',
  query: { mint: mintParam },
  reply: DiscoveredPools,
  failures: ['invalid_mint', 'upstream_failed'],
  handle: (ctx, { query: { mint }, caller }) => discoverPools(ctx, caller, mint),
})
