import { FLAG_TAXONOMIES, IntelRecord } from '../../contract/intel.ts'
import { flag, MintParams, oneOf } from '../../contract/params.ts'
import { getTokenIntel } from '../../services/tokens/intel.ts'
import { defineRoute } from '../define-route.ts'

export const tokenIntel = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/intel',
  auth: 'apiKey',
  needs: ['rpc|pairs|tokens|assets'],
  cache: 'tokenIntel',
  summary: 'Holders, launch, market and risk of one token.',
  description:
    'Holders are counted from the chain where the node allows it. A source that fails leaves its fields null or empty; the answer is still 200 and is cached for 5 s.',
  params: MintParams,
  query: {
    flags_taxonomy: oneOf(FLAG_TAXONOMIES, {
      default: 'normalized',
      description: '`raw` gives the older flag strings; any other value counts as `normalized`.',
    }),
    explain: flag('Adds the source and age of each figure.'),
  },
  reply: IntelRecord,
  handle(ctx, { params: { mint }, query, request }) {
    const options = { flagsTaxonomy: query.flags_taxonomy, explain: query.explain }
    return getTokenIntel(ctx, mint, options, request.signal)
  },
})
