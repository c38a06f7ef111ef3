import { PoolParams } from '../../contract/trading.ts'
import { readPoolParams } from '../../services/trading/pool-params.ts'
import { defineRoute } from '../define-route.ts'
import { dexParam, mintParam, poolParam } from './read-params.ts'

export const tradePoolParams = defineRoute({
  method: 'GET',
  path: '/v1/trade/pool-params',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  summary: 'The pool that a token would be traded in, and how long finding it took.',
  description:
    'Of all pools on chain against SOL, USDC or USDT the deepest in SOL, unless a DEX or a pool is named. 422 `no_route` gives the reason where there is none.',
  query: { mint: mintParam, dex_type: dexParam, pair_address: poolParam },
  reply: PoolParams,
  failures: ['invalid_mint', 'unsupported_quote', 'no_route', 'upstream_failed'],
  handle: (ctx, { query: { mint, dex_type, pair_address }, request }) =>
    readPoolParams(ctx, { mint, dex: dex_type, poolAddress: pair_address }, request.signal),
})
