import { buyBody } from './trade-body.ts'
import { tradeRoute } from './trade-route.ts'

export const tradeBuy = tradeRoute({
  path: '/v1/trade/buy',
  summary: 'Buys a coin with SOL, WSOL, USDC or USDT: custodial, or a transaction for the caller to sign.',
  description:
    'Custodial: signed with the wallet of the user ref, sent, and answered when it is confirmed. With `client_signs` the answer holds an unsigned transaction. Either is executed before it is sent or returned, and refused (422 `policy_blocked`) where it would do more than was asked for; `manifest: false` leaves that out. Platform fees come out of what is paid with. 202 `pending` and 504 `not_landed` tell what is known of a transaction that was sent; 502 comes only before anything was signed.',
  body: buyBody,
})
