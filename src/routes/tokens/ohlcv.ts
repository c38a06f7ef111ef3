import { LIMITS } from '../../config/limits.ts'
import { Ohlcv } from '../../contract/chart.ts'
import { clampedInt, MintParams } from '../../contract/params.ts'
import { getOhlcv } from '../../services/tokens/charts/get-ohlcv.ts'
import { defineRoute } from '../define-route.ts'
import { CHART_QUERY } from './chart-query.ts'

export const tokenOhlcv = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/ohlcv',
  auth: 'apiKey',
  needs: ['market|pools|rpc'],
  cache: 'tokenChart',
  summary: 'Candles of one token over a range.',
  description:
    'A provider’s own candles pass through as they are (`resolution: candles`); otherwise they are derived from prices, with `v: null`.',
  params: MintParams,
  query: {
    ...CHART_QUERY,
    buckets: clampedInt({ ...LIMITS.chartBuckets, description: 'Candles of the range when they are derived.' }),
  },
  reply: Ohlcv,
  failures: ['upstream_failed', 'unconfigured'],
  handle: (ctx, { params: { mint }, query }) => getOhlcv(ctx, mint, query),
})
