import { ResolvedChain } from '../../contract/chain-catalog.ts'
import { ok } from '../../contract/outcome.ts'
import { text } from '../../contract/params.ts'
import { chainNamed } from '../../services/chain-tiers/read-chain.ts'
import { defineRoute } from '../define-route.ts'

export const resolveChainText = defineRoute({
  method: 'GET',
  path: '/api/v2/chains/resolve',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: 'The chain that a text names.',
  description:
    'Key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>` (`lifi:bch`), in any case. What several chains are called is 400 with `candidates`; what names none is 404 with the nearest keys in `suggestions`.',
  query: { q: text({ maxChars: 96, description: 'A spelling of a chain.', required: 'q required' }) },
  reply: ResolvedChain,
  failures: ['not_found'],
  async handle(_ctx, { query: { q } }) {
    const found = chainNamed(q)
    if (!found.ok) return found
    const { key, name, family, eip155, caip2 } = found.value.chain
    return ok({ q, chain: key, name, family, eip155, caip2: caip2[0] ?? null, matched: found.value.matched })
  },
})
