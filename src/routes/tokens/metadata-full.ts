import { MintParams } from '../../contract/params.ts'
import { EnrichedMetadata } from '../../contract/token-market.ts'
import { getFullMetadata } from '../../services/tokens/metadata-full.ts'
import { defineRoute } from '../define-route.ts'

export const tokenMetadataFull = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/metadata-full',
  auth: 'apiKey',
  needs: ['market|pools|tokens|assets|rpc'],
  cache: 'tokenProfile',
  summary: 'Everything that is known about one token: names, figures, supplies, links, categories.',
  description:
    'Without a profile provider rank, categories, investors and distribution are null or empty. `stale: true` marks a profile from before its provider failed.',
  params: MintParams,
  reply: EnrichedMetadata,
  failures: ['upstream_failed', 'unconfigured'],
  handle: (ctx, { params: { mint } }) => getFullMetadata(ctx, mint),
})
