import Type, { type Static } from 'typebox'
import { closed, EpochMs, NullableEpochMs, NullableInteger, NullableText, nullable, Text } from './shapes.ts'

/** Chain catalog (spec 2.8 and 4.10). Shapes the specification leaves open are said here. */

export const CHAIN_TIER_NAMES = ['L0', 'L1', 'L2', 'L3', 'L4', 'L5'] as const
export type ChainTier = (typeof CHAIN_TIER_NAMES)[number]

/** What each level means (spec 2.8). */
const TIER_MEANINGS: Readonly<Record<ChainTier, string>> = {
  L0: 'recognised: in the catalog',
  L1: 'priced: the newest trade is under 24 hours old',
  L2: 'market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour',
  L3: 'forensics: L2 and a completed analysis of holders and security',
  L4: 'tradeable: L1 and a quotable route that leaves the keys with the caller',
  L5: 'services: a first-party trade service is configured and a paid product is live',
}

export const Tier = Type.Enum([...CHAIN_TIER_NAMES], {
  description: `The highest level met. ${Object.entries(TIER_MEANINGS)
    .map(([tier, meaning]) => `${tier} ${meaning}`)
    .join('; ')}. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3.`,
})

const Levels = closed(
  Object.fromEntries(CHAIN_TIER_NAMES.map((tier) => [tier, Type.Boolean()])) as Record<
    ChainTier,
    ReturnType<typeof Type.Boolean>
  >,
  'Which levels the chain meets.',
)

const identity = {
  chain: Type.String({ description: 'The service key: the name that every answer uses.' }),
  name: Text,
  family: Type.String({ description: 'Address and account model: `evm`, `svm`, `move`, `cosmos`, ...' }),
  eip155: NullableInteger,
  caip2: nullable(Type.String({ description: 'The preferred CAIP-2 id; null where none is established.' })),
}

export const ChainRow = closed({
  ...identity,
  nativeCurrency: closed({ symbol: Text, decimals: Type.Integer({ minimum: 0 }) }),
  tier: Tier,
  meets: Levels,
  stale: Type.Boolean({ description: 'Evidence that counts is of the round before: it could not be renewed.' }),
  measuredAt: NullableEpochMs,
  newestTradeAgeMs: nullable(
    Type.Integer({
      minimum: 0,
      description: 'At `measuredAt`; null where no trade is known or the source gives no times.',
    }),
  ),
  status: Type.Enum(['live', 'unknown', 'sunset']),
})
export type ChainRow = Static<typeof ChainRow>

export const ChainsReply = closed({
  count: Type.Integer(),
  total: Type.Integer({ description: 'Chains in the catalog.' }),
  chains: Type.Array(ChainRow, { description: 'The highest tier first, then by key.' }),
  generatedAt: EpochMs,
})
export type ChainsReply = Static<typeof ChainsReply>

const Tally = (description: string) => Type.Integer({ minimum: 0, description })
export const ChainsSummary = closed({
  total: Tally('Chains that are recognised.'),
  measured: Tally('Chains with evidence that still counts.'),
  stale: Tally('Chains whose evidence is of the round before.'),
  byTier: closed(
    Object.fromEntries(CHAIN_TIER_NAMES.map((tier) => [tier, Tally('Chains whose highest level it is.')])) as Record<
      ChainTier,
      ReturnType<typeof Type.Integer>
    >,
  ),
  priced: Tally('Chains that meet L1.'),
  market: Tally('Chains that meet L2: live market data.'),
  forensics: Tally('Chains that meet L3: holder and security analysis.'),
  tradeable: Tally('Chains that meet L4: quotable.'),
  services: Tally('Chains that meet L5.'),
  byFamily: Type.Record(Type.String(), Type.Integer()),
  oldestMeasurement: NullableEpochMs,
  newestMeasurement: NullableEpochMs,
  generatedAt: EpochMs,
})
export type ChainsSummary = Static<typeof ChainsSummary>

const Attempt = closed({
  at: EpochMs,
  source: Text,
  asked: Text,
  result: Type.Enum(['found', 'none', 'failed']),
  reason: NullableText,
})

/** What a chain's tier rests on. */
export const ChainEvidence = closed({
  measuredAt: NullableEpochMs,
  nextMeasurement: nullable(Type.Integer({ description: 'When the next one is due, epoch milliseconds.' })),
  market: nullable(
    closed({
      askedAt: EpochMs,
      source: Type.String({ description: '`tape`: this server’s own follower; else the provider.' }),
      newestTradeAgeMs: nullable(Type.Integer({ minimum: 0, description: 'At `askedAt`; null where not given.' })),
      newestTradeUnderMs: nullable(
        Type.Integer({ description: 'A trade was younger than this at `askedAt`; null: no trade is known.' }),
      ),
      active24h: Type.Boolean(),
      poolTradedWithinHour: Type.Boolean(),
      pool: nullable(closed({ address: Text, base: Text, quote: Text })),
    }),
  ),
  analysis: nullable(
    closed({ askedAt: EpochMs, source: Text, token: Text, holders: Type.Boolean(), security: Type.Boolean() }),
  ),
  quote: nullable(
    closed({
      askedAt: EpochMs,
      source: Text,
      inputToken: Text,
      outputToken: Text,
      inAmount: Type.String({ description: 'Base units.' }),
      outAmount: nullable(Type.String({ description: 'Base units; null: no route was quoted.' })),
    }),
  ),
  services: closed({
    configured: Type.Boolean({ description: 'A follower of this server serves trades of the chain.' }),
    paidProduct: Type.Boolean({ description: 'The chain is served and a key of a paid plan is in force.' }),
  }),
  attempts: Type.Array(Attempt, { description: 'Questions of the newest round.' }),
})
export type ChainEvidence = Static<typeof ChainEvidence>

export const ChainEndpoint = closed({
  method: Type.Enum(['GET', 'POST']),
  path: Text,
  level: Type.Enum([...CHAIN_TIER_NAMES], { description: 'The level that the chain must meet.' }),
  served: Type.Boolean(),
  reason: nullable(Type.String({ description: 'Why it is 501; null when it is served.' })),
})
export type ChainEndpoint = Static<typeof ChainEndpoint>

export const ChainRecord = closed({
  ...ChainRow.properties,
  aliases: Type.Array(Text),
  caip2All: Type.Array(Text),
  wrappedNative: NullableText,
  providerIds: Type.Record(Type.String(), Type.String()),
  aggregators: Type.Array(Type.String({ description: 'Whose published list has the chain; not measured.' })),
  explorers: Type.Array(Text),
  blockTimeMs: NullableInteger,
  evidence: ChainEvidence,
  endpoints: Type.Array(ChainEndpoint, {
    description: 'Routes of the chain-generic surface, and whether this server can serve each of them now.',
  }),
})
export type ChainRecord = Static<typeof ChainRecord>

export const ResolvedChain = closed({
  q: Text,
  ...identity,
  matched: Type.Enum(['key', 'alias', 'name', 'eip155', 'caip2', 'providerId'], {
    description: 'The kind of spelling that was recognised.',
  }),
})
export type ResolvedChain = Static<typeof ResolvedChain>
