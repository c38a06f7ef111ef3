import Type from 'typebox'
import { CACHES } from '../../config/cache-ttls.ts'
import { Missing, missingOf } from '../../contract/missing.ts'
import { ok } from '../../contract/outcome.ts'
import { closed, EpochMs } from '../../contract/shapes.ts'
import { RawTrendingToken } from '../../contract/token.ts'
import { sayOfTrending } from '../../services/tokens/say-unknown.ts'
import { getRawTrending } from '../../services/tokens/trending-raw.ts'
import { defineRoute } from '../define-route.ts'

export const tokenTrendingRaw = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/trending/raw',
  auth: 'apiKey',
  needs: ['pairs|rpc'],
  cache: 'trendingRaw',
  summary: 'Everything the promotion feeds name (up to 90 mints), by boosts, then 24 h volume.',
  reply: closed({
    generatedAt: EpochMs,
    maxAgeMs: Type.Integer(),
    count: Type.Integer(),
    tokens: Type.Array(RawTrendingToken),
    missing: Missing,
  }),
  failures: ['upstream_failed', 'unconfigured'],
  async handle(ctx) {
    const trending = await getRawTrending(ctx)
    if (!trending.ok) return trending
    const { generatedAt, tokens } = trending.value
    const missing = missingOf(sayOfTrending(ctx, tokens))
    return ok(
      { generatedAt, maxAgeMs: CACHES.trendingRaw.ttlMs, count: tokens.length, tokens: [...tokens], ...missing },
      trending.cache,
    )
  },
})
