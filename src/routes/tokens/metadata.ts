import Type from 'typebox'
import { LIMITS } from '../../config/limits.ts'
import { mintsBatch } from '../../contract/mints-batch.ts'
import { Missing, missingOf } from '../../contract/missing.ts'
import { ok } from '../../contract/outcome.ts'
import { closed } from '../../contract/shapes.ts'
import { TokenMetadataEntry } from '../../contract/token.ts'
import { getMetadata } from '../../services/tokens/metadata.ts'
import { sayOfMetadata } from '../../services/tokens/say-unknown.ts'
import { defineRoute } from '../define-route.ts'

export const tokenMetadata = defineRoute({
  method: 'POST',
  path: '/api/v2/tokens/metadata',
  auth: 'apiKey',
  needs: ['assets|rpc'],
  cache: 'none',
  summary: 'Names, images, decimals and supply of up to 100 mints. Unknown mints are absent.',
  body: mintsBatch(LIMITS.metadataMints, 'mints[] required (max 100 valid mints)'),
  reply: closed({ count: Type.Integer(), tokens: Type.Record(Type.String(), TokenMetadataEntry), missing: Missing }),
  failures: ['unconfigured'],
  async handle(ctx, { body }) {
    const tokens = await getMetadata(ctx, body.mints)
    if (!tokens.ok) return tokens
    const missing = missingOf(sayOfMetadata(ctx, body.mints, tokens.value))
    return ok({ count: Object.keys(tokens.value).length, tokens: tokens.value, ...missing }, tokens.cache)
  },
})
