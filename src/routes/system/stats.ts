import { oneOf } from '../../contract/params.ts'
import { USAGE_RANGES, UsageStats } from '../../contract/usage.ts'
import { getUsageStats } from '../../services/usage/stats.ts'
import { defineRoute } from '../define-route.ts'

export const usageStats = defineRoute({
  method: 'GET',
  path: '/api/v2/stats',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'Usage of the calling key: totals, busiest routes, one row per UTC day.',
  description: 'Counts of the last second may be missing. The public preview key has no record: 401 `no key context`.',
  query: { range: oneOf(USAGE_RANGES, { default: '7d', description: 'Other values count as 7d.' }) },
  reply: UsageStats,
  handle: (ctx, { caller, query }) => getUsageStats(ctx, caller, query.range),
})
