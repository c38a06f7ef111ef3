import { DiscoveredPools } from '../../contract/trading.ts'
import { discoverPools } from '../../services/trading/discover.ts'
import { defineRoute } from '../define-route.ts'
import { mintParam } from './read-params.ts'

export const tradeDiscover = defineRoute({
  method: 'GET',
  path: '/v1/test/discover',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  summary: 'All pools of a coin that are found on chain, whether they can be traded now or not.',
  query: { mint: mintParam },
  reply: DiscoveredPools,
  failures: ['invalid_mint', 'upstream_failed'],
  handle: (ctx, { query: { mint }, caller }) => discoverPools(ctx, caller, mint),
})
