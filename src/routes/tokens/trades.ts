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
    'From the tape of what this server has read of the chain itself, when it holds the whole answer without a gap: as many trades as asked for, or every trade since the token’s launch, on every DEX that this version can read. Otherwise from the market-data provider; the dollars of a trade that is on the tape are those of the tape. Where no provider is configured, what the tape does not hold is read of the node: the newest transactions of the token’s pools, as many as the node allows for one answer. `missing` says what was left out. A trade that a fork took back is gone from the next answer on. `cursor` goes on behind an answer (`nextCursor`), from the tape or the provider’s rows into the past, for as long as the node has transactions.',
  params: MintParams,
  query: {
    limit: clampedInt({ min: 1, max: LIMITS.tokenTrades.max, default: LIMITS.tokenTrades.default }),
    cursor: text({ maxChars: 128, description: '`nextCursor` of an earlier answer.' }),
  },
  reply: TokenTradesReply,
  failures: ['upstream_failed'],
  handle: (ctx, { params: { mint }, query }) => getTokenTrades(ctx, mint, query),
})
