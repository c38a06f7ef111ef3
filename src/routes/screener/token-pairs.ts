import { SCREENER } from '../../config/screener.ts'
import { clampedInt } from '../../contract/params.ts'
import { ScreenerList } from '../../contract/screener.ts'
import { listTokenPairs } from '../../services/screener/show-pair.ts'
import { defineRoute } from '../define-route.ts'
import { chainOfPath, poolAddress } from './path-params.ts'

export const screenerTokenPairs = defineRoute({
  method: 'GET',
  path: '/api/v2/screener/tokens/{chain}/{address}/pairs',
  auth: 'apiKey',
  needs: [],
  cache: 'screenerPairs',
  isClosedQuery: true,
  summary: 'All pairs of a token, busiest first.',
  description:
    'Those of the tape, and those that only the market provider or the node knows: `missing` says how many these are. A token that no one knows has none.',
  params: { chain: chainOfPath, address: poolAddress('invalid address') },
  query: { limit: clampedInt({ min: 1, ...SCREENER.tokenPairs, description: 'Rows.' }) },
  reply: ScreenerList,
  failures: ['not_found', 'unsupported_on_chain', 'upstream_failed'],
  async handle(ctx, { params, query }) {
    return listTokenPairs(ctx, { ...params, ...query })
  },
})
