import { LIMITS } from '../../config/limits.ts'
import { clampedInt, MintParams, text } from '../../contract/params.ts'
import { TokenTradesReply } from '../../contract/trade-row.ts'
import { getTokenTrades } from '../../services/tokens/trades.ts'
import { defineRoute } from '../define-route.ts'

export const tokenTrades = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/trades',
  auth: 'apiKey',
  needs: ['trades|tape'],
  cache: 'tokenTrades',
  summary: 'Newest trades of one token, newest first.',
  description:
    'From the tape of what this server has read of the chain itself, when it holds the whole answer without a gap: as many trades as asked for, or every trade since the token’s launch, on every DEX that this version can read. Otherwise from the market-data provider. Where none is configured the answer holds what the tape has without a gap, which may be fewer trades than there were. The two are never mixed. A trade that a fork took back is gone from the next answer on. `cursor` goes on behind an answer of the tape (`nextCursor`); such an answer ends where the tape ends or has a gap.',
  params: MintParams,
  query: {
    limit: clampedInt({ min: 1, max: LIMITS.tokenTrades.max, default: LIMITS.tokenTrades.default }),
    cursor: text({ maxChars: 64, description: '`nextCursor` of an earlier answer.' }),
  },
  reply: TokenTradesReply,
  failures: ['upstream_failed'],
  handle: (ctx, { params: { mint }, query }) => getTokenTrades(ctx, mint, query),
})
