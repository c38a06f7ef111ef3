import Type, { type Static } from 'typebox'
import {
  closed,
  NullableEpochMs,
  NullableInteger,
  NullableNumber,
  NullableText,
  nullable,
  Text,
  windows,
} from './shapes.ts'

/** Spec 2.2, token resources. */

export const TokenMetadataEntry = closed({
  mint: Text,
  name: NullableText,
  symbol: NullableText,
  description: NullableText,
  image: NullableText,
  decimals: NullableInteger,
  supply: nullable(Type.String({ description: 'Base units.' })),
  ownership: nullable(
    closed({
      owner: NullableText,
      frozen: Type.Boolean(),
      delegated: Type.Boolean(),
      delegate: NullableText,
      ownershipModel: NullableText,
    }),
  ),
  source: Type.String({ description: '`das`, or `indexer:<source>` for rows read by this server itself.' }),
  uri: Type.Optional(nullable(Type.String({ description: 'Indexer rows only: address of the off-chain metadata.' }))),
})
export type TokenMetadataEntry = Static<typeof TokenMetadataEntry>

export const TokenPriceEntry = closed({
  mint: Text,
  priceUsd: Type.Number(),
  marketCap: NullableNumber,
  fdv: NullableNumber,
  liquidityUsd: NullableNumber,
  volume24h: NullableNumber,
  priceChange24h: nullable(Type.Number({ description: 'Percent.' })),
})
export type TokenPriceEntry = Static<typeof TokenPriceEntry>

const TradeCounts = closed({ buys: Type.Integer(), sells: Type.Integer() })
const PercentWindows = windows(
  NullableNumber,
  'Percent; null where the source names no change: no trades, or a change of 0.',
)
const UsdWindows = windows(NullableNumber, 'USD; null where the source cannot know.')
const CountWindows = windows(nullable(TradeCounts), 'Trades; null where the source cannot know.')
const TokenRef = closed({ address: Text, name: Text, symbol: Text })
const SocialLink = closed({ type: Text, url: Text })
const SiteLink = closed({ label: Text, url: Text })

export const FullPair = closed({
  chainId: Type.Literal('solana'),
  dexId: Text,
  pairAddress: Text,
  url: NullableText,
  baseToken: TokenRef,
  quoteToken: TokenRef,
  priceUsd: NullableNumber,
  priceNative: nullable(Type.Number({ description: 'Price of one base token in quote tokens.' })),
  priceChange: PercentWindows,
  volume: UsdWindows,
  txns: CountWindows,
  liquidity: closed({ usd: NullableNumber, base: NullableNumber, quote: NullableNumber }),
  marketCap: NullableNumber,
  fdv: NullableNumber,
  pairCreatedAt: NullableEpochMs,
  labels: Type.Array(Text, { maxItems: 8 }),
  boosts: closed({ active: Type.Integer() }),
  info: closed({
    imageUrl: NullableText,
    header: NullableText,
    description: NullableText,
    socials: Type.Array(SocialLink),
    websites: Type.Array(SiteLink),
  }),
})
export type FullPair = Static<typeof FullPair>

export const TrendingToken = closed({
  mint: Text,
  symbol: Text,
  name: Text,
  image: nullable(Type.String({ description: 'Only https and data images; anything else is null.' })),
  priceUsd: NullableNumber,
  priceChange: PercentWindows,
  volume: UsdWindows,
  txns: CountWindows,
  liquidityUsd: NullableNumber,
  marketCap: NullableNumber,
  fdv: NullableNumber,
  pairCreatedAt: NullableEpochMs,
  dex: Text,
  pairAddress: Text,
  labels: Type.Array(Text),
  boosts: Type.Number(),
  rank: Type.Integer({ minimum: 1, description: 'Gapless over the full set; filters never renumber it.' }),
  rankChange1h: nullable(
    Type.Integer({
      description:
        'Places climbed in the last hour (negative: lost); null until an hour of history exists or when the token was not ranked then.',
    }),
  ),
})
export type TrendingToken = Static<typeof TrendingToken>

const searchFields = {
  mint: Text,
  symbol: Text,
  name: Text,
  image: NullableText,
  url: NullableText,
  priceUsd: NullableNumber,
  priceChange: nullable(Type.Number({ description: 'Percent over 24 h.' })),
  volume24h: NullableNumber,
  liquidityUsd: NullableNumber,
  marketCap: NullableNumber,
  fdv: NullableNumber,
  pair: closed({ chain: Type.Literal('solana'), dex: Text, address: Text, quote: Text }),
  socials: Type.Record(Type.String(), Type.String(), { description: 'First link of each kind, by kind.' }),
  websites: Type.Array(Text),
  header: NullableText,
  description: NullableText,
  decimals: NullableInteger,
  socials_list: Type.Array(SocialLink),
  websites_list: Type.Array(SiteLink),
  volume: UsdWindows,
  txns: CountWindows,
  buys24h: NullableInteger,
  sells24h: NullableInteger,
  pairCreatedAt: NullableEpochMs,
  ageHours: NullableNumber,
  boosts: Type.Number(),
  dexId: Text,
  pairAddress: Text,
  baseToken: TokenRef,
  quoteToken: TokenRef,
  labels: Type.Array(Text),
}

export const SearchToken = closed(searchFields)
export type SearchToken = Static<typeof SearchToken>

export const RawTrendingToken = closed({
  ...searchFields,
  dex_rank: nullable(
    Type.Integer({ description: 'Place in the top-boosts feed; null if seen only in the latest or profile feeds.' }),
  ),
  tags: Type.Array(Type.Enum(['boosted', 'recent_boost', 'new'])),
  source: Type.Literal('aggregate'),
})
export type RawTrendingToken = Static<typeof RawTrendingToken>
