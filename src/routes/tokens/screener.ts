import { LIMITS } from '../../config/limits.ts'
import { clampedInt, oneOf, text } from '../../contract/params.ts'
import { SCREENER_SORTS, Screener } from '../../contract/token-market.ts'
import { screenTokens } from '../../services/tokens/screener.ts'
import { defineRoute } from '../define-route.ts'

export const tokenScreener = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/screener',
  auth: 'apiKey',
  needs: ['market|pairs|tokens|rpc'],
  cache: 'screener',
  summary: 'Tokens for a name, symbol or mint, in the order asked for.',
  query: {
    input: text({
      maxChars: LIMITS.screenerMaxChars,
      description: 'Name, symbol or mint, or a part of one.',
      required: 'input required',
    }),
    sortBy: oneOf(SCREENER_SORTS, { default: 'volume24h' }),
    limit: clampedInt({ min: 1, ...LIMITS.screenerRows }),
  },
  reply: Screener,
  failures: ['upstream_failed', 'unconfigured'],
  handle: (ctx, { query }) => screenTokens(ctx, query),
})
