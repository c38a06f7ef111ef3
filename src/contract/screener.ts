import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import {
  closed,
  EpochMs,
  NullableEpochMs,
  NullableInteger,
  NullableNumber,
  NullableText,
  nullable,
  Text,
  windows,
} from './shapes.ts'

/** Pairs of the screener. */

const Token = closed({ address: Text, symbol: NullableText, name: NullableText })

export const ScreenerRow = closed({
  chain: Text,
  dex: Type.String({ description: 'Where the pair trades; venues without a name of their own begin with `amm:`.' }),
  pair: Type.String({ description: 'Address of the pool or curve.' }),
  base: Token,
  quote: Token,
  priceUSD: { ...NullableNumber, description: 'Of the newest trade of known price.' },
  priceChange: windows(NullableNumber, 'Percent, from the newest trade before the window to the newest trade.'),
  volume: windows(
    NullableNumber,
    'Dollars. Null where the tape does not hold the window whole, or a trade’s worth is unknown.',
  ),
  txns: windows(nullable(closed({ buys: Type.Integer(), sells: Type.Integer() }))),
  makers24h: { ...NullableInteger, description: 'Different wallets that traded the pair.' },
  liquidityUSD: { ...NullableNumber, description: 'Both sides of the pool.' },
  marketCap: { ...NullableNumber, description: 'Dollars: circulating supply times `priceUSD`.' },
  fdv: { ...NullableNumber, description: 'Dollars: total supply times `priceUSD`.' },
  createdAt: { ...NullableEpochMs, description: 'Epoch ms; null where neither the tape nor a provider says it.' },
  ageHours: { ...NullableNumber, description: 'To a hundredth.' },
  lastTradeAt: NullableEpochMs,
  boosts: { ...NullableNumber, description: 'Paid promotion; null without a provider that says it.' },
  holders: { ...NullableInteger, description: 'Where this server counted them for another answer.' },
  labels: Type.Array(Text, { description: 'Kinds of the pool as the market provider names them.' }),
  hasSocials: nullable(Type.Boolean()),
  verified: nullable(Type.Boolean()),
  curve: nullable(
    closed(
      {
        platform: Type.String({ description: 'Launchpad that the token came from.' }),
        pct: { ...NullableNumber, description: 'Progress of the curve, 0 to 100; null once it left the curve.' },
        graduated: Type.Boolean(),
      },
      'Null for tokens that came from no known launchpad.',
    ),
  ),
  safety: nullable(
    closed(
      { score: Type.Number(), grade: Text },
      'The newest score that this server gave the token; null without one.',
    ),
  ),
  rank: { ...NullableInteger, description: 'Place in the order of the whole answer, from 1.' },
})
export type ScreenerRow = Static<typeof ScreenerRow>

/** The question as it was read, defaults filled in. */
export const ScreenerInput = closed({
  chain: Type.Array(Text),
  q: Type.Optional(Text),
  address: Type.Optional(Text),
  dex: Type.Optional(Type.Array(Text)),
  platform: Type.Optional(Type.Array(Text)),
  filter: Type.Optional(Type.String({ description: 'All conditions, as JSON.' })),
  window: Type.Optional(Text),
  sort: Type.Optional(Text),
  order: Type.Optional(Text),
  limit: Type.Optional(Type.Integer()),
  maxAgeMins: Type.Optional(Type.Integer()),
  minLiquidityUsd: Type.Optional(Type.Number()),
  minTxns: Type.Optional(Type.Number()),
  minPct: Type.Optional(Type.Number()),
})
export type ScreenerInput = Static<typeof ScreenerInput>

const page = {
  rows: Type.Array(ScreenerRow),
  count: Type.Integer({ description: 'Rows of this answer.' }),
  total: Type.Integer({ description: 'Pairs that match; of a later page, those that did when the first was made.' }),
  generatedAt: EpochMs,
  maxAgeMs: Type.Integer({ description: 'How old the answer may be.' }),
  input: ScreenerInput,
  missing: Missing,
}

export const ScreenerPage = closed({
  ...page,
  nextCursor: nullable(Type.String({ description: 'Leads to the next page; null at the end.' })),
})
export type ScreenerPage = Static<typeof ScreenerPage>

export const ScreenerList = closed(page)
export type ScreenerList = Static<typeof ScreenerList>

export const TrendingPairs = closed({
  ...page,
  rows: Type.Array(
    closed({
      ...ScreenerRow.properties,
      rankChange1h: nullable(
        Type.Integer({ description: 'Places won within the hour; null before an hour of notes, and for newcomers.' }),
      ),
    }),
  ),
})
export type TrendingPairs = Static<typeof TrendingPairs>

export const GraduatingPairs = closed({
  ...page,
  graduatedLastHour: Type.Integer({ description: 'Graduations on the tape within the last hour.' }),
})
export type GraduatingPairs = Static<typeof GraduatingPairs>

export const ScreenerPair = closed({
  pair: ScreenerRow,
  history: closed({
    liquidity: Type.Array(closed({ t: EpochMs, usd: Type.Number() }), {
      description:
        'The last of each hour, ascending, from the pool’s own trades. Empty where these do not say reserves.',
    }),
    holders: Type.Array(closed({ t: EpochMs, holders: Type.Integer() }), {
      description: 'Counts that this server made, ascending.',
    }),
  }),
  source: Type.String({ description: '`tape`, or `provider` where the pair is not on the tape.' }),
  generatedAt: EpochMs,
  missing: Missing,
})
export type ScreenerPair = Static<typeof ScreenerPair>

const Words = Type.Array(closed({ value: Text, pairs: Type.Integer() }), { description: 'Most pairs first.' })

export const ScreenerFacets = closed({
  chain: Text,
  total: Type.Integer({ description: 'Pairs.' }),
  fields: Type.Array(
    closed({
      field: Text,
      known: Type.Integer({ description: 'Pairs with a value.' }),
      min: NullableNumber,
      p5: NullableNumber,
      p25: NullableNumber,
      p50: NullableNumber,
      p75: NullableNumber,
      p95: NullableNumber,
      max: NullableNumber,
    }),
    { description: 'Every numeric field. Percentiles are values that occur (nearest rank).' },
  ),
  flags: Type.Array(closed({ field: Text, known: Type.Integer(), isTrue: Type.Integer() })),
  dexes: Words,
  platforms: Words,
  quotes: Words,
  generatedAt: EpochMs,
  missing: Missing,
})
export type ScreenerFacets = Static<typeof ScreenerFacets>
