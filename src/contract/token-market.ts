import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { closed, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'

/** Spec 2.2: ATH record, enriched metadata, screener. */

const IsoDate = nullable(
  Type.String({ description: 'ISO 8601. Midnight UTC of its day where the extreme comes from daily candles.' }),
)
const stale = Type.Optional(
  Type.Literal(true, { description: 'Present only when the provider failed and the answer is an older one.' }),
)

export const AthRecord = closed({
  price: NullableNumber,
  ath: nullable(
    Type.Number({
      description:
        'Highest known price in USD. Where no provider names extremes they come from the longest known history.',
    }),
  ),
  atl: nullable(Type.Number({ description: 'Lowest price known, in USD.' })),
  athDate: IsoDate,
  atlDate: IsoDate,
  fromAthPct: nullable(
    Type.Number({ maximum: 0, description: 'Null unless price and ath are both known and not zero.' }),
  ),
  fromAtlPct: nullable(
    Type.Number({ minimum: 0, description: 'Null unless price and atl are both known and not zero.' }),
  ),
  priceChange24h: nullable(Type.Number({ description: 'Percent.' })),
  missing: Missing,
})
export type AthRecord = Static<typeof AthRecord>

export const EnrichedMetadata = closed({
  mint: Text,
  name: NullableText,
  symbol: NullableText,
  rank: nullable(Type.Number({ description: 'Among all tokens of the provider, by market value.' })),
  decimals: NullableInteger,
  priceUSD: NullableNumber,
  marketCapUSD: NullableNumber,
  liquidityUSD: NullableNumber,
  volume24hUSD: NullableNumber,
  totalSupply: nullable(Type.Number({ description: 'Whole tokens.' })),
  circulatingSupply: nullable(Type.Number({ description: 'Whole tokens.' })),
  maxSupply: nullable(Type.Number({ description: 'Whole tokens; null also when there is no maximum.' })),
  description: NullableText,
  logo: NullableText,
  categories: Type.Array(Text),
  investors: Type.Array(
    closed({
      name: Text,
      type: NullableText,
      lead: Type.Boolean(),
      image: NullableText,
      country: NullableText,
      description: NullableText,
    }),
  ),
  distribution: Type.Array(closed({ name: Text, percentage: Type.Number({ description: '0-100.' }) })),
  socials: closed({ twitter: NullableText, website: NullableText, discord: NullableText, telegram: NullableText }),
  otherChains: Type.Array(Type.String({ description: 'Provider’s name of another chain the token is on.' })),
  stale,
})
export type EnrichedMetadata = Static<typeof EnrichedMetadata>

export const SCREENER_SORTS = [
  'trendingScore24h',
  'volume24h',
  'liquidity',
  'holdersCount',
  'createdAt',
  'organicVolume1h',
] as const
export type ScreenerSort = (typeof SCREENER_SORTS)[number]

export const ScreenerResult = closed({
  mint: Text,
  symbol: NullableText,
  name: NullableText,
  decimals: NullableInteger,
  priceUSD: NullableNumber,
  marketCapUSD: NullableNumber,
  liquidityUSD: NullableNumber,
  volume24hUSD: NullableNumber,
  holders: NullableInteger,
  logo: NullableText,
})
export type ScreenerResult = Static<typeof ScreenerResult>

export const Screener = closed({
  input: Text,
  sortBy: Type.Enum([...SCREENER_SORTS], {
    description:
      'The order of the results: as requested, or `volume24h` where the provider that answered cannot sort so.',
  }),
  count: Type.Integer(),
  results: Type.Array(ScreenerResult),
  stale,
  missing: Missing,
})
export type Screener = Static<typeof Screener>
