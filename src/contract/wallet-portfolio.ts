import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, NullableInteger, NullableText, nullable } from './shapes.ts'
import { DataSource } from './wallet-trades.ts'

export const PortfolioToken = closed({
  mint: AddressSchema,
  symbol: NullableText,
  name: NullableText,
  image: NullableText,
  balance: Type.Number({
    description: 'Whole tokens, of all its accounts together; of SOL the wrapped ones among them.',
  }),
  balanceRaw: nullable(Type.String({ pattern: '^[0-9]+$', description: 'Base units, exact; null where not said.' })),
  decimals: NullableInteger,
  price: nullable(Type.Number({ description: 'USD; null without a market.' })),
  usdValue: nullable(Type.Number({ description: 'Balance times price; null without a price.' })),
  liquidityUsd: nullable(Type.Number({ description: 'Of the pool that the price is of; null where not known.' })),
  thin: Type.Boolean({
    description:
      'True: worth more than there is in that pool, so that no one could be paid it. Not part of the total. SOL and dollars never are.',
  }),
  priceChange24h: Type.Number({ description: 'Percent; 0 from a node alone, which knows no price of yesterday.' }),
  allocation: Type.Number({ description: 'Percent of `totalValueUSD`; 0 for what is `thin`, and from a node alone.' }),
})
export type PortfolioToken = Static<typeof PortfolioToken>

export const PortfolioReply = closed({
  wallet: AddressSchema,
  totalValueUSD: Type.Number({ description: 'Of the tokens that have a price and are not `thin`.' }),
  tokenCount: Type.Integer({ minimum: 0 }),
  tokens: Type.Array(PortfolioToken, { description: 'SOL first, then by value. NFTs are not among them.' }),
  source: DataSource,
  generatedAt: EpochMs,
  missing: Missing,
})
export type PortfolioReply = Static<typeof PortfolioReply>
