import { ScreenerFacets } from '../../contract/screener.ts'
import { getFacets } from '../../services/screener/facets.ts'
import { defineRoute } from '../define-route.ts'
import { chainList } from './screener-params.ts'

export const screenerFacets = defineRoute({
  method: 'GET',
  path: '/api/v2/screener/facets',
  auth: 'apiKey',
  needs: [],
  cache: 'screenerFacets',
  isClosedQuery: true,
  summary: 'What can be filtered by, and which values there are.',
  description:
    'Least, greatest and percentiles of every numeric field, DEXs, launchpads and quotes with their counts (60 s).',
  query: { chain: chainList },
  reply: ScreenerFacets,
  failures: ['unsupported_on_chain', 'too_busy'],
  async handle(ctx, { query: { chain } }) {
    return getFacets(ctx, chain)
  },
})
