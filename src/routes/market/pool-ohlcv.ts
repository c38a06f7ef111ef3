import { LIMITS } from '../../config/limits.ts'
import { POOL_PERIODS, PoolOhlcv } from '../../contract/chart.ts'
import { addressParam, clampedInt, oneOf, optionalEpochMs } from '../../contract/params.ts'
import { getPoolCandles } from '../../services/market/pool-candles.ts'
import { defineRoute } from '../define-route.ts'

export const poolOhlcv = defineRoute({
  method: 'GET',
  path: '/api/v2/market/pool-ohlcv',
  auth: 'apiKey',
  needs: ['market|pools|rpc'],
  cache: 'poolCandles',
  summary: 'The newest candles of one pool, in USD of its base.',
  description:
    'Weeks begin on Mondays, UTC; at most 2,000 days are folded into them. `stale: true` marks an answer from before the providers failed. With a node alone the candles are those of the tape where it holds the whole range, made of the trades’ own prices, and else cover the pool’s newest trades only.',
  query: {
    pool: addressParam('pool required'),
    period: oneOf(POOL_PERIODS, { default: '1h' }),
    amount: clampedInt({ min: 1, ...LIMITS.poolCandles, description: 'Candles.' }),
    from: optionalEpochMs('Oldest candle that counts; ignored when it is not before `to`.'),
    to: optionalEpochMs('Newest candle that counts; now when absent or in the future.'),
  },
  reply: PoolOhlcv,
  failures: ['upstream_failed', 'unconfigured'],
  handle: (ctx, { query }) => getPoolCandles(ctx, query),
})
