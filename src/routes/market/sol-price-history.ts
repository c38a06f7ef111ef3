import { SOL_RANGES, SolPriceHistory } from '../../contract/market.ts'
import { oneOf } from '../../contract/params.ts'
import { getSolPriceHistory } from '../../services/market/sol-price-history.ts'
import { defineRoute } from '../define-route.ts'

export const solPriceHistory = defineRoute({
  method: 'GET',
  path: '/api/v2/market/sol-price/history',
  auth: 'apiKey',
  needs: ['solHistory|oracleHistory|pools|market|prices|pairs|oracle|rpc'],
  // The longest of the four; each range keeps its own time.
  cache: 'solHistory30d',
  summary: 'The SOL/USD price over a range, one point per native period (5m, 1h, 1h, 1d).',
  query: { range: oneOf(SOL_RANGES, { default: '24h' }) },
  reply: SolPriceHistory,
  failures: ['upstream_failed', 'unconfigured'],
  handle: (ctx, { query }) => getSolPriceHistory(ctx, query.range),
})
