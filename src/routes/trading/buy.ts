import { buyBody } from './trade-body.ts'
import { tradeRoute } from './trade-route.ts'

export const tradeBuy = tradeRoute({
  path: '/v1/trade/buy',
  summary: 'Buys a token with SOL, WSOL, USDC or USDT: custodial, or a transaction for the caller to sign.',
  description:
    'Custodial: signed with the wallet of the user ref, sent, and answered when it is confirmed. With `client_signs` the answer holds an unsigned transaction. The server executes either before it sends or returns it, and refuses it (422 `policy_blocked`) where it would do more than requested; `manifest: false` skips that. Platform fees come out of the amount paid. 202 `pending` and 504 `not_landed` report on a transaction that was sent; 502 comes only before anything was signed.',
  body: buyBody,
})
