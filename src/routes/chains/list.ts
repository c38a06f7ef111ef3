import Type from 'typebox'
import { CHAIN_TIER_NAMES, ChainsReply, type ChainTier } from '../../contract/chain-catalog.ts'
import { ok } from '../../contract/outcome.ts'
import { type Rule, text } from '../../contract/params.ts'
import { listChains } from '../../services/chain-tiers/show-chain.ts'
import { defineRoute } from '../define-route.ts'

const meets: Rule<ChainTier | null> = {
  schema: Type.Enum([...CHAIN_TIER_NAMES], {
    description: 'Chains that meet this level; other values count as absent.',
  }),
  required: false,
  aliases: ['tier'],
  parse: (raw) => ok(CHAIN_TIER_NAMES.find((name) => name === (raw ?? '').trim().toUpperCase()) ?? null),
  canonical: (value) => value ?? '',
}

export const listOfChains = defineRoute({
  method: 'GET',
  path: '/api/v2/chains',
  auth: 'public',
  needs: [],
  cache: 'chains',
  summary: 'Every chain that the service recognises, with its measured tier.',
  description:
    'Tiers are measured every six hours from the newest trade that a provider or this server’s own follower shows, never declared. Evidence that a round could not renew counts for one more round (`stale`), then not at all: a tier falls when nobody measures.',
  query: { meets, family: text({ maxChars: 32, description: 'Only this family: `evm`, `svm`, ...' }) },
  reply: ChainsReply,
  async handle(ctx, { query: { meets: level, family } }) {
    return ok(listChains(ctx, { meets: level, family: family.toLowerCase() }))
  },
})
