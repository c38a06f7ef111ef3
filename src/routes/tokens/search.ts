import Type from 'typebox'
import { LIMITS } from '../../config/limits.ts'
import { Missing, missingOf } from '../../contract/missing.ts'
import { ok } from '../../contract/outcome.ts'
import { isAddress, text } from '../../contract/params.ts'
import { closed } from '../../contract/shapes.ts'
import { SearchToken } from '../../contract/token.ts'
import { sayOfSearch } from '../../services/tokens/say-unknown.ts'
import { searchTokens } from '../../services/tokens/search.ts'
import { defineRoute } from '../define-route.ts'

export const tokenSearch = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/search',
  auth: 'apiKey',
  needs: ['pairs|rpc'],
  cache: 'search',
  summary: 'Up to 20 tokens by name, symbol or mint: one pool per mint, highest 24 h volume first.',
  query: {
    q: text({ maxChars: LIMITS.searchMaxChars, description: 'At least 2 characters; shorter texts have no results.' }),
  },
  reply: closed({ results: Type.Array(SearchToken, { maxItems: LIMITS.searchResults }), missing: Missing }),
  failures: ['upstream_failed', 'unconfigured'],
  async handle(ctx, { query }) {
    const results = await searchTokens(ctx, query.q)
    if (!results.ok) return results
    const missing = missingOf(sayOfSearch(ctx, isAddress(query.q.trim())))
    return ok({ results: [...results.value], ...missing }, results.cache)
  },
})
