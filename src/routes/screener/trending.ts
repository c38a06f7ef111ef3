import { TrendingPairs } from '../../contract/screener.ts'
import { listTrending } from '../../services/screener/list-ranked.ts'
import { defineRoute } from '../define-route.ts'
import { COVERAGE_TEXT, chainList, rowLimit, windowName } from './screener-params.ts'

export const screenerTrending = defineRoute({
  method: 'GET',
  path: '/api/v2/screener/pairs/trending',
  auth: 'apiKey',
  needs: [],
  cache: 'screenerPairs',
  isClosedQuery: true,
  summary: 'Pairs by boosts, then by volume.',
  description: `\`rankChange1h\` is how many places a pair won since an hour ago. ${COVERAGE_TEXT}`,
  query: { chain: chainList, window: windowName, limit: rowLimit },
  reply: TrendingPairs,
  failures: ['unsupported_on_chain'],
  async handle(ctx, { query: { chain, window, limit } }) {
    return listTrending(ctx, {
      chains: chain,
      window,
      limit,
      input: { chain: chain.length === 0 ? ['solana'] : [...chain], window, limit },
    })
  },
})
