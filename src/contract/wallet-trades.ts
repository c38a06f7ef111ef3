import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { AddressSchema, SignatureSchema } from './params.ts'
import { closed, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'

/* Trades of a wallet (spec 4.2). Names and units are those of the market-data provider, which the specification hands
 * on as they are; a node fills the same members from the transactions themselves. */

const RawAmount = Type.String({ pattern: '^[0-9]+$', description: 'In base units, exact.' })
export const DataSource = Type.Enum(['node', 'mobula', 'helius'], {
  description: 'Who answered: `node`, from the transactions themselves, or a provider.',
})
export type DataSource = Static<typeof DataSource>

export const TradedToken = closed({
  address: AddressSchema,
  symbol: NullableText,
  name: NullableText,
  logo: NullableText,
  decimals: NullableInteger,
})
export type TradedToken = Static<typeof TradedToken>

const Side = Type.Enum(['buy', 'sell'], { description: 'Of the base token.' })

export const WalletTradeRow = closed({
  chain_id: Text,
  swap_type: Type.String({ description: '`REGULAR`; a provider also says `MEV`, `SANDWICHED_MEV` and others.' }),
  transaction_hash: SignatureSchema,
  date: Type.String({ description: 'ISO time of the block.' }),
  side: Side,
  pool_address: nullable(Type.String({ description: 'Of a route the pool that the base token was traded in.' })),
  transaction_sender_address: AddressSchema,
  token0_address: Type.String({ description: 'The base token.' }),
  token1_address: Type.String({ description: 'What it was traded for.' }),
  base_token: nullable(TradedToken),
  amount_base: Type.Number({ description: 'Whole tokens, rounded to a double.' }),
  amount_quote: Type.Number({ description: 'Whole tokens, rounded to a double.' }),
  amount_base_raw: nullable(RawAmount),
  amount_quote_raw: nullable(RawAmount),
  amount_usd: nullable(Type.Number({ description: 'At the price of the moment; null where no one recorded it.' })),
  price_usd_token0: NullableNumber,
  price_usd_token1: NullableNumber,
  platform: nullable(Type.String({ description: 'DEX, router or application that it was made with.' })),
  labels: Type.Array(Text),
})
export type WalletTradeRow = Static<typeof WalletTradeRow>

export const WalletTradesReply = closed({
  wallet: AddressSchema,
  count: Type.Integer({ minimum: 0 }),
  trades: Type.Array(WalletTradeRow, { description: 'Newest first.' }),
  capped: Type.Boolean({ description: 'True: older trades may exist that were not looked at; go on with `to`.' }),
  source: DataSource,
  missing: Missing,
})
export type WalletTradesReply = Static<typeof WalletTradesReply>

/** Spec 2.4, `synthetic`. */
export const SyntheticTradeRow = closed({
  base_token: nullable(TradedToken),
  token0_address: Text,
  token1_address: Text,
  amount_base: Type.Number(),
  amount_quote: Type.Number(),
  side: Side,
  date: Type.String({ description: 'ISO time of the block.' }),
  hash: SignatureSchema,
})
export type SyntheticTradeRow = Static<typeof SyntheticTradeRow>
