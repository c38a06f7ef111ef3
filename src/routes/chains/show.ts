import { ChainRecord } from '../../contract/chain-catalog.ts'
import { ok } from '../../contract/outcome.ts'
import { chainNamed } from '../../services/chain-tiers/read-chain.ts'
import { showChain } from '../../services/chain-tiers/show-chain.ts'
import { defineRoute } from '../define-route.ts'
import { chainText } from './chain-params.ts'

export const oneChain = defineRoute({
  method: 'GET',
  path: '/api/v2/chains/{chain}',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: 'One chain: its ids, its tier with the evidence, and what can be asked of it.',
  description:
    'A chain that was never measured, or too long ago, is measured first, at most once in five minutes; that can take some seconds. At most six chains a minute are measured in this way, for all callers together; a request beyond that shows what is stored. `endpoints` says for each route of the chain-generic surface whether it is served now, else why not.',
  params: { chain: chainText },
  reply: ChainRecord,
  failures: ['not_found'],
  async handle(ctx, { params }) {
    const found = chainNamed(params.chain)
    return found.ok ? ok(await showChain(ctx, found.value.chain)) : found
  },
})
