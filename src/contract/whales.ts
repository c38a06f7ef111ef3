import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, NullableEpochMs, NullableInteger, NullableText, nullable, Text } from './shapes.ts'

export const WHALE_CATEGORIES = ['trader', 'cex', 'mm', 'validator'] as const
export type WhaleCategory = (typeof WHALE_CATEGORIES)[number]
const Category = Type.Union([
  Type.Literal('trader'),
  Type.Literal('cex'),
  Type.Literal('mm'),
  Type.Literal('validator'),
])

const LABEL = {
  wallet: AddressSchema,
  entity: nullable(Type.String({ description: 'Who it belongs to.' })),
  entityType: nullable(
    Type.String({
      description: '`cex`, `market_maker`, `validator`, `liquidity` and so on, or the word of its source.',
    }),
  ),
  entityLogo: NullableText,
  platform: nullable(Type.String({ description: 'The application that the wallet was made with or trades through.' })),
  flags: Type.Array(Text, { description: 'Such as `whale`, `smart_money`, `pro_trader`, `sniper`.' }),
  sources: Type.Record(Type.String(), Text, {
    description:
      'Which source said each member that is known: `pack:<file>` of the operator, `project` for the list that comes with this server, `chain`, or `provider:<name>`.',
  }),
}

/** Spec 2.4 whale label. */
export const WhaleLabel = closed(LABEL)
export type WhaleLabel = Static<typeof WhaleLabel>

export const WhaleLabelsReply = closed({
  count: Type.Integer({ minimum: 0 }),
  labels: Type.Record(Type.String(), WhaleLabel, {
    description: 'By wallet; wallets of which nothing is known are absent.',
  }),
  missing: Missing,
})
export type WhaleLabelsReply = Static<typeof WhaleLabelsReply>

/** An owner among the largest token accounts of a mint. */
export const DiscoveredWhale = closed({
  ...LABEL,
  amountRaw: Type.String({ description: 'Base units in its accounts among those looked at.' }),
  pctSupply: nullable(Type.Number({ minimum: 0, maximum: 100 })),
  accounts: Type.Integer({ minimum: 1, description: 'Its accounts among those looked at.' }),
})
export type DiscoveredWhale = Static<typeof DiscoveredWhale>

export const DiscoverReply = closed({
  mint: AddressSchema,
  count: Type.Integer({ minimum: 0 }),
  whales: Type.Array(DiscoveredWhale, { description: 'The largest first.' }),
  generatedAt: Type.Optional(EpochMs),
  missing: Missing,
})
export type DiscoverReply = Static<typeof DiscoverReply>

/** Spec 2.4 featured whale. */
export const FeaturedWhale = closed({
  ...LABEL,
  entityTwitter: NullableText,
  label: NullableText,
  category: Category,
  netWorthUSD: nullable(
    Type.Number({
      minimum: 0,
      description:
        'SOL and priced tokens that the wallet holds, by our prices, without tokens worth more than there is in their pools; null while it was not valued.',
    }),
  ),
  assetCount: nullable(Type.Integer({ minimum: 0, description: 'Different assets with a balance, SOL among them.' })),
  pricedAssets: { ...NullableInteger, description: 'Those of them that `netWorthUSD` counts.' },
  thinAssets: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Those that count nothing: worth more than there is in their pools. Absent where there are none.',
    }),
  ),
  topAssets: Type.Array(closed({ symbol: NullableText, logo: NullableText, valueUSD: Type.Number({ minimum: 0 }) })),
  valuedAt: NullableEpochMs,
  activeStakeSol: Type.Optional(
    Type.Number({
      minimum: 0,
      description: 'Of validators: what others and it have staked with it; no part of its worth.',
    }),
  ),
})
export type FeaturedWhale = Static<typeof FeaturedWhale>

export const FeaturedReply = closed({
  category: Type.Union([Category, Type.Literal('all')]),
  count: Type.Integer({ minimum: 0 }),
  whales: Type.Array(FeaturedWhale, { description: 'By `netWorthUSD`, the largest first, those without one last.' }),
  generatedAt: EpochMs,
  missing: Missing,
})
export type FeaturedReply = Static<typeof FeaturedReply>

/** Spec 2.4 leaderboard row. */
const Leader = closed({
  wallet: AddressSchema,
  handle: nullable(Type.String({ description: 'Name of its account at the address in `entityTwitter`.' })),
  displayName: Type.String(),
  entityLogo: NullableText,
  flags: Type.Array(Text),
  category: Category,
  totalValue: Type.Number({ exclusiveMinimum: 10, description: 'US dollars.' }),
  pnl30d: Type.Number({ description: 'Always 0.' }),
  winRate: Type.Number({ description: 'Always 0.' }),
  tradeCount: Type.Integer({ minimum: 0, description: 'Always 0 until a source counts trades of featured wallets.' }),
})
export type Leader = Static<typeof Leader>

export const LeaderboardReply = closed({
  category: Type.Union([Category, Type.Literal('all')]),
  count: Type.Integer({ minimum: 0 }),
  leaders: Type.Array(Leader),
  generatedAt: EpochMs,
  missing: Missing,
})
export type LeaderboardReply = Static<typeof LeaderboardReply>

/** What a wallet was worth when it was looked at. */
export type WalletWorth = {
  readonly netWorthUsd: number
  readonly assets: number
  readonly priced: number
  /** Tokens that count as nothing because they are worth more than there is in their pools; absent in values that an
   *  earlier build kept. */
  readonly thin?: number
  readonly top: readonly { readonly symbol: string | null; readonly logo: string | null; readonly valueUSD: number }[]
  readonly valuedAtMs: number
}
