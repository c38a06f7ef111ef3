import { SCREENER } from '../../config/screener.ts'
import { clampedInt } from '../../contract/params.ts'
import { GraduatingPairs } from '../../contract/screener.ts'
import { listGraduating } from '../../services/screener/list-ranked.ts'
import { defineRoute } from '../define-route.ts'
import { COVERAGE_TEXT, chainList, platformList, rowLimit } from './screener-params.ts'

export const screenerGraduating = defineRoute({
  method: 'GET',
  path: '/api/v2/screener/pairs/graduating',
  auth: 'apiKey',
  needs: [],
  cache: 'pulse',
  isClosedQuery: true,
  summary: 'Curves that are about to be sold out, fullest first.',
  description: `Of curves that were traded lately the accounts are read for each answer (5 s). ${COVERAGE_TEXT}`,
  query: {
    chain: chainList,
    minPct: clampedInt({ min: 0, max: 100, default: SCREENER.graduatingFromPct, description: 'Least progress.' }),
    platform: platformList,
    limit: rowLimit,
  },
  reply: GraduatingPairs,
  failures: ['unsupported_on_chain'],
  async handle(
    ctx,
    {
      query: {
        chain,
        minPct,
        platform: [...platform],
        limit,
      },
    },
  ) {
    return listGraduating(ctx, {
      chains: chain,
      minPct,
      platforms: platform,
      limit,
      input: { chain: chain.length === 0 ? ['solana'] : [...chain], minPct, platform: [...platform], limit },
    })
  },
})
