import { buyMultiHopBody } from './trade-body.ts'
import { tradeRoute } from './trade-route.ts'

export const tradeBuyMultiHop = tradeRoute({
  path: '/v1/trade/buy-multi-hop',
  summary: 'Buys a token with SOL, over another currency where it is not quoted in SOL.',
  description:
    'As a buy with SOL. `bridge_slippage_bps` and `intermediate_mint` are accepted and ignored: the way is found on chain. Nonce and simulation are off.',
  body: buyMultiHopBody,
})
