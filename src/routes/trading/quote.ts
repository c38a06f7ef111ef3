import { TradeQuote } from '../../contract/trading.ts'
import { quoteTrade } from '../../services/trading/quote.ts'
import { defineRoute } from '../define-route.ts'
import { quoteBody } from './quote-body.ts'

export const tradeQuote = defineRoute({
  method: 'POST',
  path: '/v1/trade/quote',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  summary: 'What an amount would yield, with slippage and the fee of this server.',
  description:
    'Exactly one side must be SOL, WSOL, USDC or USDT, and the token must have a pool against it: 400 `unsupported_quote` otherwise. The deepest such pool is taken, unless a DEX or a pool is named.',
  body: quoteBody,
  reply: TradeQuote,
  failures: ['invalid_mint', 'invalid_amount', 'unsupported_quote', 'no_route', 'upstream_failed'],
  handle: (ctx, { body, request }) => quoteTrade(ctx, body, request.signal),
})
