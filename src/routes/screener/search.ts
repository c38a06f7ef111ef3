import { SCREENER } from '../../config/screener.ts'
import { text } from '../../contract/params.ts'
import { ScreenerList } from '../../contract/screener.ts'
import { searchScreener } from '../../services/screener/search-pairs.ts'
import { defineRoute } from '../define-route.ts'
import { chainList } from './screener-params.ts'

export const screenerSearch = defineRoute({
  method: 'GET',
  path: '/api/v2/screener/search',
  auth: 'apiKey',
  needs: [],
  cache: 'screenerPairs',
  isClosedQuery: true,
  summary: 'Pairs by symbol, name or address.',
  description: `At most ${SCREENER.searchResults} rows: an exact address first, then exact symbols and names, beginnings, and what holds the text; equal ones by volume. Under ${SCREENER.searchMinChars} characters nothing is found. Names come with the launch or from the market provider: a pair whose name is not known yet is found by its addresses only.`,
  query: {
    q: text({ maxChars: SCREENER.searchChars, description: 'What to look for.', required: 'q required' }),
    chain: chainList,
  },
  reply: ScreenerList,
  failures: ['unsupported_on_chain', 'upstream_failed'],
  async handle(ctx, { query: { q, chain } }) {
    return searchScreener(ctx, { text: q, chains: chain })
  },
})
