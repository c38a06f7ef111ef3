import { Estimate } from '../../contract/trading.ts'
import { estimateTrade } from '../../services/trading/estimate.ts'
import { defineRoute } from '../define-route.ts'
import { dexParam, mintParam, poolParam, rawAmountParam, sideParam } from './read-params.ts'

export const tradeEstimate = defineRoute({
  method: 'GET',
  path: '/v1/trade/estimate',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  summary: 'What an amount would buy or sell for on the pool, without any fee of this server.',
  description:
    'A buy gives base units of what the pool trades the token against (`input_mint` names it), a sale base units of the token.',
  query: { mint: mintParam, amount: rawAmountParam, side: sideParam, dex_type: dexParam, pair_address: poolParam },
  reply: Estimate,
  failures: ['invalid_mint', 'invalid_amount', 'unsupported_quote', 'no_route', 'upstream_failed'],
  handle: (ctx, { query: { mint, amount, side, dex_type, pair_address }, request }) =>
    estimateTrade(ctx, { mint, amountRaw: amount, side, dex: dex_type, poolAddress: pair_address }, request.signal),
})
