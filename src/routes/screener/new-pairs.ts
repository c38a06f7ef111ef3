import { HOUR_MS, MINUTE_MS } from '../../config/durations.ts'
import { SCREENER } from '../../config/screener.ts'
import { clampedInt } from '../../contract/params.ts'
import { ScreenerList } from '../../contract/screener.ts'
import type { Tree } from '../../services/screener/conditions.ts'
import { listRanked } from '../../services/screener/list-ranked.ts'
import { defineRoute } from '../define-route.ts'
import { COVERAGE_TEXT, chainList, dexList, rowLimit } from './screener-params.ts'

export const screenerNew = defineRoute({
  method: 'GET',
  path: '/api/v2/screener/pairs/new',
  auth: 'apiKey',
  needs: [],
  cache: 'screenerPairs',
  isClosedQuery: true,
  summary: 'Pairs that came to be lately, newest first.',
  description: COVERAGE_TEXT,
  query: {
    chain: chainList,
    dex: dexList,
    maxAgeMins: clampedInt({ min: 1, ...SCREENER.newMaxAgeMins, description: 'Age of the oldest, in minutes.' }),
    limit: rowLimit,
  },
  reply: ScreenerList,
  failures: ['unsupported_on_chain'],
  async handle(ctx, { query: { chain, dex, maxAgeMins, limit } }) {
    const items: Tree[] = [
      { field: 'ageHours', min: null, max: (maxAgeMins * MINUTE_MS) / HOUR_MS },
      ...(dex.length === 0 ? [] : [{ field: 'dex', words: dex }]),
    ]
    return listRanked(ctx, {
      chains: chain,
      window: 'h24',
      limit,
      tree: { op: 'and', items },
      sort: 'createdAt',
      order: 'desc',
      input: { chain: chain.length === 0 ? ['solana'] : [...chain], dex: [...dex], maxAgeMins, limit },
    })
  },
})
