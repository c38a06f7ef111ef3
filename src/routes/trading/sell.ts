import { sellBody } from './trade-body.ts'
import { tradeRoute } from './trade-route.ts'

export const tradeSell = tradeRoute({
  path: '/v1/trade/sell',
  summary: 'Sells a token for SOL, WSOL, USDC or USDT: custodial, or a transaction for the caller to sign.',
  description:
    'As a buy. A percentage is of all tokens the wallet holds, in its associated and its seed-derived account together. A custodial sale of everything ends the position. Platform fees come out of what is received.',
  body: sellBody,
})
