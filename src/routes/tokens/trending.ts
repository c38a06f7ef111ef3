import Type from 'typebox'
import { CACHES } from '../../config/cache-ttls.ts'
import { LIMITS } from '../../config/limits.ts'
import { Missing, missingOf } from '../../contract/missing.ts'
import { ok } from '../../contract/outcome.ts'
import { clampedInt, lowerBoundNumber, wordList } from '../../contract/params.ts'
import { closed, EpochMs } from '../../contract/shapes.ts'
import { TrendingToken } from '../../contract/token.ts'
import { sayOfTrending } from '../../services/tokens/say-unknown.ts'
import { getTrending } from '../../services/tokens/trending.ts'
import { defineRoute } from '../define-route.ts'

export const tokenTrending = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/trending',
  auth: 'apiKey',
  needs: ['pairs|rpc'],
  cache: 'trending',
  summary: 'Trending tokens: most boosted first, 24 h volume as the tiebreak. Filters never renumber `rank`.',
  query: {
    dex: wordList({ maxWords: 32, description: 'Comma list of DEX ids (`pumpswap,raydium`); absent means all.' }),
    minLiquidityUsd: lowerBoundNumber({ min: 0, default: 0, description: 'Smallest liquidity in USD.' }),
    limit: clampedInt({ min: 1, max: LIMITS.trendingMax, default: LIMITS.trendingMax }),
  },
  reply: closed({
    generatedAt: EpochMs,
    maxAgeMs: Type.Integer(),
    source: Type.Literal('aggregate'),
    count: Type.Integer(),
    tokens: Type.Array(TrendingToken),
    missing: Missing,
  }),
  failures: ['upstream_failed', 'unconfigured'],
  async handle(ctx, { query }) {
    const trending = await getTrending(ctx, {
      dexes: query.dex,
      minLiquidityUsd: query.minLiquidityUsd,
      limit: query.limit,
    })
    if (!trending.ok) return trending
    const { generatedAt, tokens } = trending.value
    return ok(
      {
        generatedAt,
        maxAgeMs: CACHES.trending.ttlMs,
        source: 'aggregate' as const,
        count: tokens.length,
        tokens: [...tokens],
        ...missingOf(sayOfTrending(ctx, tokens)),
      },
      trending.cache,
    )
  },
})
