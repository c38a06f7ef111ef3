import { ChartSource } from '../../contract/chart.ts'
import { MintParams } from '../../contract/params.ts'
import { getChartSource } from '../../services/tokens/charts/get-chart-source.ts'
import { defineRoute } from '../define-route.ts'

export const tokenChartSource = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/chart-source',
  auth: 'apiKey',
  needs: ['pairs|pools|rpc'],
  cache: 'chartSource',
  summary: 'Where a ready-made chart of the token’s best pool is to be seen; `available: false` when it has no pool.',
  params: MintParams,
  reply: ChartSource,
  failures: ['upstream_failed', 'unconfigured'],
  handle: (ctx, { params: { mint } }) => getChartSource(ctx, mint),
})
