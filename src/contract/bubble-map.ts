import Type, { type Static } from 'typebox'
import { Check } from './check.ts'
import { closed, EpochMs, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'

/** Spec 2.2, Bubble Map report: who holds a token, and who funds or controls whom. It defines shapes that the spec
 *  leaves open. */

export const NODE_KINDS = [
  'wallet',
  'dev',
  'funder',
  'cex',
  'dex',
  'lp',
  'locker',
  'burn',
  'program',
  'service',
] as const
export type NodeKind = (typeof NODE_KINDS)[number]

/** `strong` links join two wallets on their own; `weak` ones are weights: only several kinds together ever join. A kind
 *  that is weak for a pair may be strong for a run of many that chance does not bring. */
export const LINK_KINDS = [
  'same_funder',
  'same_slot',
  'transfer',
  'peel',
  'shared_fee_payer',
  'same_bundle',
  'shared_table',
  'shared_nonce',
  'budget_fingerprint',
  'withdrawal_fingerprint',
  'common_funder',
  'shared_payer',
  'shared_payee',
  'same_exit',
  'mutual_payment',
  'shared_coin',
  'hand_over',
  'shared_route',
  'paid_back',
  'shared_hub',
  'co_signed',
  'matched_swap',
  'same_minutes',
  'same_remainder',
  'same_amount',
  'standing_power',
  'debt_repaid',
  'paid_together',
  'shared_fee_taker',
] as const
export type LinkKind = (typeof LINK_KINDS)[number]

const Percent = Type.Number({ minimum: 0, maximum: 100 })

export const BubbleNode = closed({
  id: Type.String({ description: 'Address.' }),
  kind: Type.Enum([...NODE_KINDS]),
  label: nullable(Type.String({ description: 'Known name; null for owners without one.' })),
  pctSupply: Type.Number({ minimum: 0, maximum: 100, description: 'Percent of the supply held now.' }),
  balance: Type.Number({ description: 'Whole tokens.' }),
  rank: nullable(
    Type.Integer({ description: 'Rank among the holders, 1 the largest; null for wallets that hold nothing.' }),
  ),
  flags: Type.Array(Text),
  entity_id: nullable(Type.String({ description: 'Cluster it belongs to; null for wallets without one.' })),
  degree: Type.Integer({ minimum: 0, description: 'Links of this report that touch it.' }),
  is_cex: Type.Boolean(),
  is_dex: Type.Boolean(),
  is_lp: Type.Boolean(),
  is_supernode: Type.Boolean({
    description: 'So widely connected that sharing it shows nothing; it never joins wallets.',
  }),
  fresh_wallet: Type.Boolean({
    description: 'First seen less than a day before the launch, or before its first purchase.',
  }),
  first_buy_slot: NullableInteger,
  age_sec: nullable(
    Type.Integer({ description: 'Seconds since its first transaction; null where that was not reached.' }),
  ),
})
export type BubbleNode = Static<typeof BubbleNode>

const LinkEvidence = closed({
  slot: NullableInteger,
  signature: NullableText,
  otherSignature: nullable(Type.String({ description: "The second wallet's transaction, where there are two." })),
  amount: nullable(
    Type.String({
      description: 'Base units: lamports, millionths of a stablecoin, units of the token itself or of another.',
    }),
  ),
  unit: nullable(Type.Enum(['lamports', 'token', 'stablecoin', 'other'])),
  via: nullable(Type.String({ description: 'What both share: funder, fee payer, table, nonce authority, exchange.' })),
  hops: NullableInteger,
  detail: Text,
})
export type LinkEvidence = Static<typeof LinkEvidence>

export const BubbleLink = closed({
  source: Text,
  target: Text,
  type: Type.Enum([...LINK_KINDS]),
  weight: nullable(
    Type.Number({ minimum: 0, maximum: 1, description: '1 joins by itself; below it is a weight among others.' }),
  ),
  evidence: LinkEvidence,
})
export type BubbleLink = Static<typeof BubbleLink>

export const BubbleCluster = closed({
  entity_id: Text,
  kind: Type.Enum(['team', 'insiders', 'group'], {
    description: 'team: the creator is in it or tied to it; insiders: bought in the launch window; group: any other.',
  }),
  memberCount: Type.Integer({ minimum: 2 }),
  pctSupply: Percent,
  rootFunder: nullable(
    Type.String({ description: 'Where most of its money first came from, as far back as was traced.' }),
  ),
  collector: nullable(Type.String({ description: 'Where its members sent their proceeds.' })),
  devLinked: Type.Boolean(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  kinds: Type.Array(Type.Enum([...LINK_KINDS])),
  evidence: Type.Array(
    closed({
      type: Type.Enum([...LINK_KINDS]),
      count: Type.Integer(),
      signature: NullableText,
      slot: NullableInteger,
      detail: Text,
    }),
  ),
  members: Type.Array(Text, { description: 'Addresses, largest holding first.' }),
})
export type BubbleCluster = Static<typeof BubbleCluster>

export const BubbleSummary = closed({
  gini: NullableNumber,
  hhi: NullableNumber,
  nakamoto: NullableInteger,
  entity_gini: NullableNumber,
  entity_hhi: NullableNumber,
  entity_nakamoto: NullableInteger,
  entityCount: nullable(Type.Integer({ description: 'Clusters plus holders outside all clusters.' })),
  nodeCount: Type.Integer(),
  linkCount: Type.Integer({ description: 'Links found; `links` may hold fewer.' }),
  clusteredPct: nullable(Type.Number({ description: 'Percent of supply held by clusters.' })),
  hiddenSupplyPct: nullable(
    Type.Number({
      description: 'Percent of supply that clusters hold beyond their largest member: what a holder list hides.',
    }),
  ),
  decimals: NullableInteger,
  holdersTotal: NullableInteger,
})
export type BubbleSummary = Static<typeof BubbleSummary>

export const WalletRoles = closed(
  {
    team: Type.Array(Text, { description: "The creator's other wallets by the clusters." }),
    insiders: Type.Array(Text, {
      description: 'The team, the bundlers, and any other payer of the launch.',
    }),
    bundlers: Type.Array(Text, { description: 'Bought in the launch slot with others of their own cluster.' }),
    snipers: Type.Array(Text, {
      description: "The other buyers of the launch window; none belongs to the creator's clusters.",
    }),
  },
  'Wallets of the launch by what their clusters say of them, sorted; intel, snipers and deep scan rest on these once a map is at hand.',
)
export type WalletRoles = Static<typeof WalletRoles>

export const BubbleMapReport = closed({
  ok: Type.Boolean({
    description: 'False when no graph could be built; then arrays are empty and `checks` gives the reason.',
  }),
  mint: Text,
  nodes: Type.Array(BubbleNode, { maxItems: 500, description: 'By pctSupply, then degree, both descending.' }),
  links: Type.Array(BubbleLink, { maxItems: 2_000 }),
  clusters: Type.Array(BubbleCluster),
  decentralizationScore: nullable(Type.Number({ minimum: 0, maximum: 100 })),
  largestClusterPct: nullable(Percent),
  summary: BubbleSummary,
  roles: nullable(WalletRoles),
  checks: Type.Array(Check),
  errors: Type.Array(Text),
  bundle: nullable(
    Type.String({ description: 'SHA-256 of the recorded inputs; `mintglass replay` judges them again.' }),
  ),
  generatedAt: EpochMs,
})
export type BubbleMapReport = Static<typeof BubbleMapReport>
