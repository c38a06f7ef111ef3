import { ChainsSummary } from '../../contract/chain-catalog.ts'
import { ok } from '../../contract/outcome.ts'
import { summariseChains } from '../../services/chain-tiers/show-chain.ts'
import { defineRoute } from '../define-route.ts'

export const chainsSummary = defineRoute({
  method: 'GET',
  path: '/api/v2/chains/summary',
  auth: 'public',
  needs: [],
  cache: 'chains',
  summary: 'How many chains meet which level.',
  description: '`byTier` counts each chain once, under the highest level that it meets; the other counts overlap.',
  reply: ChainsSummary,
  handle: async (ctx) => ok(summariseChains(ctx)),
})
