import { ScreenerPair } from '../../contract/screener.ts'
import { showPair } from '../../services/screener/show-pair.ts'
import { defineRoute } from '../define-route.ts'
import { chainOfPath, poolAddress } from './path-params.ts'

export const screenerPair = defineRoute({
  method: 'GET',
  path: '/api/v2/screener/pairs/{chain}/{pool}',
  auth: 'apiKey',
  needs: [],
  cache: 'screenerPairs',
  summary: 'One pair, with its liquidity over time.',
  description:
    'A pair that is not on the tape is that of the market provider, where one is configured; else 404. A chain that is not followed and has no provider is 501 with the reason.',
  params: { chain: chainOfPath, pool: poolAddress('invalid address') },
  reply: ScreenerPair,
  failures: ['not_found', 'unsupported_on_chain', 'upstream_failed'],
  async handle(ctx, { params }) {
    return showPair(ctx, { chain: params.chain, pair: params.pool })
  },
})
