import { ChainRecord } from '../../contract/chain-catalog.ts'
import { Freshness } from '../../contract/chain-surface.ts'
import { ok } from '../../contract/outcome.ts'
import { closed } from '../../contract/shapes.ts'
import { chainNamed } from '../../services/chain-tiers/read-chain.ts'
import { showChain } from '../../services/chain-tiers/show-chain.ts'
import { chainText } from '../chains/chain-params.ts'
import { defineRoute } from '../define-route.ts'

export const surfaceOfChain = defineRoute({
  method: 'GET',
  path: '/api/v2/chain/{chain}',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  summary: 'One chain: its record, the evidence of its tier, and which routes below it are served.',
  params: { chain: chainText },
  reply: closed({ ...ChainRecord.properties, freshness: Freshness }),
  failures: ['not_found'],
  async handle(ctx, { params }) {
    const found = chainNamed(params.chain)
    if (!found.ok) return found
    const record = await showChain(ctx, found.value.chain)
    const nowMs = ctx.clock.nowMs()
    const { market } = record.evidence
    const ageMs = market?.newestTradeAgeMs ?? null
    const sourceAt = market === null || ageMs === null ? null : market.askedAt - ageMs
    const freshness = {
      sourceAt,
      ageMs: sourceAt === null ? null : Math.max(0, nowMs - sourceAt),
      ageUnderMs: market?.newestTradeUnderMs == null ? null : market.newestTradeUnderMs + nowMs - market.askedAt,
      block: null,
      source: market?.source ?? 'catalog',
      fetchedAt: market?.askedAt ?? nowMs,
      stale: record.stale,
    }
    return ok({ ...record, freshness })
  },
})
