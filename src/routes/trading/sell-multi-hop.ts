import { sellMultiHopBody } from './trade-body.ts'
import { tradeRoute } from './trade-route.ts'

export const tradeSellMultiHop = tradeRoute({
  path: '/v1/trade/sell-multi-hop',
  summary: 'Sells a token for SOL, over another currency where it is not quoted in SOL.',
  description:
    'As a sale for SOL. `bridge_slippage_bps` and `intermediate_mint` are accepted and ignored: the way is found on chain. Nonce and simulation are off.',
  body: sellMultiHopBody,
})
