import Type, { type Static } from 'typebox'
import { WalletRoles } from './bubble-map.ts'
import { Check, SEVERITIES } from './check.ts'
import { closed, EpochMs, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'

/** Spec 2.2, Deep Scan report. Shapes the spec leaves open are said here. */

export const LAYER_NAMES = [
  'contract',
  'holders',
  'liquidity',
  'bundle',
  'creator',
  'market',
  'launch',
  'holderstats',
  'cohorts',
  'lplock',
  'honeypot',
  'swapstats',
  'devforensics',
  'sniperforensics',
  'programs',
  'bubblemap',
] as const
export type LayerName = (typeof LAYER_NAMES)[number]

export const GRADES = ['safe', 'caution', 'risky', 'danger'] as const
export type Grade = (typeof GRADES)[number]

export const LayerReport = closed({
  ok: Type.Boolean({ description: 'It could be judged; false only for a layer that failed.' }),
  checks: Type.Array(Check),
  errors: Type.Array(Text),
  _stub: Type.Optional(Type.Literal(true)),
})
export type LayerReport = Static<typeof LayerReport>

export const PROVIDER_NAMES = ['rugcheck', 'goplus'] as const
export type SecurityProviderName = (typeof PROVIDER_NAMES)[number]

export const ProviderReport = closed({
  ok: Type.Boolean(),
  available: Type.Boolean(),
  scoreSafe0to100: nullable(Type.Number({ minimum: 0, maximum: 100 })),
  checks: Type.Array(Check),
  errors: Type.Array(Text),
  _notConfigured: Type.Optional(Type.Literal(true)),
})
export type ProviderReport = Static<typeof ProviderReport>

const Flag = closed({
  id: Text,
  source: Type.String({ description: 'Layer or provider.' }),
  severity: Type.Enum([...SEVERITIES]),
  label: Text,
  detail: Text,
})
export type DeepScanFlag = Static<typeof Flag>

const CrossCheck = closed({
  fact: Text,
  chain: NullableText,
  said: Type.Record(Type.String(), NullableText),
  agree: Type.Boolean(),
  detail: Text,
})
const CrossValidation = closed({
  agreement: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share of compared facts on which all agree; null when no provider was compared.',
    }),
  ),
  conflicts: Type.Integer(),
  facts: Type.Array(CrossCheck, { description: 'The chain wins: provider data never changes a layer.' }),
})
export type CrossValidation = Static<typeof CrossValidation>

const Counts = closed(
  Object.fromEntries(SEVERITIES.map((severity) => [severity, Type.Integer()])) as Record<
    (typeof SEVERITIES)[number],
    ReturnType<typeof Type.Integer>
  >,
)
const PenaltyRow = closed({
  source: Text,
  id: Text,
  severity: Type.Enum([...SEVERITIES]),
  points: Type.Number({ description: "Taken off the score, after the layer's cap." }),
})
const Weights = closed({
  rules: Type.String({ description: 'Version of checks, weights and thresholds.' }),
  startScore: Type.Number(),
  severityPenalty: Type.Number({ description: 'Sum of the penalties.' }),
  additiveScore: Type.Number({ description: 'startScore minus severityPenalty, 0 to 100, before caps and overrides.' }),
  perSeverity: closed(
    Object.fromEntries(SEVERITIES.map((severity) => [severity, Type.Number()])) as Record<
      (typeof SEVERITIES)[number],
      ReturnType<typeof Type.Number>
    >,
  ),
  penalties: Type.Array(PenaltyRow),
  failingCounts: Counts,
  totalFailing: Type.Integer(),
  hardCapped: Type.Boolean(),
  hardCap: NullableNumber,
  hardCapReasons: Type.Array(Text),
  honeypotConfirmed: Type.Boolean(),
  entityAdjusted: Type.Boolean({ description: 'Entity-level concentration replaced wallet-level concentration.' }),
  mature: Type.Boolean(),
  whitelisted: Type.Boolean(),
  regulatedStablecoin: Type.Boolean(),
  layersJudged: Type.Integer(),
  layersFailed: Type.Array(Text),
  safeEarnedBy: Type.Array(Text, {
    description: 'Behavioural layers that passed scored checks; `safe` needs three of them.',
  }),
})
export type DeepScanWeights = Static<typeof Weights>

const EntityBlock = closed({
  decentralizationScore: NullableNumber,
  largestClusterPct: NullableNumber,
  entityCount: NullableInteger,
  clusteredPct: NullableNumber,
  hiddenSupplyPct: NullableNumber,
  entity_nakamoto: NullableInteger,
  entity_gini: NullableNumber,
  nodeCount: Type.Integer(),
  linkCount: Type.Integer(),
  roles: nullable(WalletRoles),
})
export type EntityBlock = Static<typeof EntityBlock>

const Share = Type.Number({ minimum: 0, maximum: 100 })
const Reach = closed(
  {
    pct: Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Percent of the early supply in wallets whose money, signers and tools were read and are known to be public: money from exchanges or services, no other signer of the purchase but relayers of strangers, no tool that only some buyers of this token share, and in no group of the bubble map.',
    }),
    leastPct: Type.Number({
      description: 'Below it nothing is `safe`: a team that leaves no trace would look the same.',
    }),
    earlyPct: Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'What was looked at, in percent of the supply: purchases since the launch, without the creator, until a quarter of the supply was bought.',
    }),
    wallets: Type.Integer({ minimum: 0 }),
    publicWallets: Type.Integer({ minimum: 0 }),
    notPublicPct: closed(
      { money: Share, signers: Share, tools: Share, groups: Share },
      'Percent of the early supply of which this was not read or is not known to be public; `groups`: in wallets that the bubble map joined, three or more.',
    ),
  },
  'How far one could have seen who bought early. That no links were found says no more than this.',
)
export type ReachBlock = Static<typeof Reach>

const ExplainRow = closed({
  input: Text,
  source: Type.String({ description: 'Source: `chain:<what was read>`, a provider, or `computed`.' }),
  asOf: nullable(EpochMs),
  slot: NullableInteger,
  note: NullableText,
})

export const DeepScanReport = closed({
  mint: Text,
  score: Type.Number({ minimum: 0, maximum: 100, description: 'Higher is safer.' }),
  grade: Type.Enum([...GRADES], {
    description: 'Exactly the band of `score`: `safe` from 85, `caution` from 60, `risky` from 35, else `danger`.',
  }),
  verdict: Type.String({ description: 'What `grade` says, in words, with the gravest finding.' }),
  summary: Text,
  layers: closed(
    Object.fromEntries(LAYER_NAMES.map((name) => [name, LayerReport])) as Record<LayerName, typeof LayerReport>,
  ),
  providers: closed(
    Object.fromEntries(PROVIDER_NAMES.map((name) => [name, ProviderReport])) as Record<
      SecurityProviderName,
      typeof ProviderReport
    >,
  ),
  flags: Type.Array(Flag, { description: 'Every failing check, critical to info, then by source.' }),
  crossValidation: CrossValidation,
  weights: Weights,
  entity: nullable(EntityBlock),
  reach: nullable(Reach),
  bundle: Type.String({ description: 'SHA-256 of the recorded inputs; `mintglass replay` judges them again.' }),
  generatedAt: EpochMs,
  explain: Type.Optional(
    Type.Array(ExplainRow, { description: 'Only with `explain=1`: source and age of each input.' }),
  ),
})
export type DeepScanReport = Static<typeof DeepScanReport>
