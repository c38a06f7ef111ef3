import { MintParams } from '../../contract/params.ts'
import { AthRecord } from '../../contract/token-market.ts'
import { getAth } from '../../services/tokens/ath.ts'
import { defineRoute } from '../define-route.ts'

export const tokenAth = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/ath',
  auth: 'apiKey',
  needs: ['market|pools|rpc'],
  cache: 'tokenAth',
  summary: 'All-time high and low of one token, and how far its price is from them.',
  description:
    'Extremes that no provider names are derived from the longest known daily history. With a node alone they are known only for pools whose whole history is short.',
  params: MintParams,
  reply: AthRecord,
  failures: ['upstream_failed', 'unconfigured'],
  handle: (ctx, { params: { mint } }) => getAth(ctx, mint),
})
