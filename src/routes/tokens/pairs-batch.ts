import Type from 'typebox'
import { LIMITS } from '../../config/limits.ts'
import { mintsBatch } from '../../contract/mints-batch.ts'
import { Missing, missingOf } from '../../contract/missing.ts'
import { ok } from '../../contract/outcome.ts'
import { closed, nullable } from '../../contract/shapes.ts'
import { FullPair } from '../../contract/token.ts'
import { getPairsBatch } from '../../services/tokens/pairs-batch.ts'
import { sayOfPairs } from '../../services/tokens/say-unknown.ts'
import { defineRoute } from '../define-route.ts'

export const tokenPairsBatch = defineRoute({
  method: 'POST',
  path: '/api/v2/tokens/pairs-batch',
  auth: 'apiKey',
  needs: ['pairs|rpc'],
  cache: 'none',
  summary: 'The best pool of each of up to 50 mints, or null.',
  body: mintsBatch(LIMITS.pairMints, 'mints[] required (max 50 valid mints)'),
  reply: closed({
    count: Type.Integer({ description: 'Pairs that are not null.' }),
    pairs: Type.Record(Type.String(), nullable(FullPair)),
    missing: Missing,
  }),
  failures: ['upstream_failed', 'unconfigured'],
  async handle(ctx, { body }) {
    const pairs = await getPairsBatch(ctx, body.mints)
    if (!pairs.ok) return pairs
    const count = Object.values(pairs.value).filter((pair) => pair !== null).length
    const missing = missingOf(sayOfPairs(ctx, body.mints, pairs.value))
    return ok({ count, pairs: pairs.value, ...missing }, pairs.cache)
  },
})
