import { Chart } from '../../contract/chart.ts'
import { MintParams } from '../../contract/params.ts'
import { getChart } from '../../services/tokens/charts/get-chart.ts'
import { defineRoute } from '../define-route.ts'
import { CHART_QUERY } from './chart-query.ts'

export const tokenChart = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/chart',
  auth: 'apiKey',
  needs: [],
  cache: 'tokenChart',
  summary: 'Price points of one token over a range. Without data, or without a provider, `points` is empty.',
  params: MintParams,
  query: CHART_QUERY,
  reply: Chart,
  failures: ['upstream_failed'],
  handle: (ctx, { params: { mint }, query }) => getChart(ctx, mint, query),
})
