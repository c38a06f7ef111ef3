import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { AddressSchema, SignatureSchema } from './params.ts'
import { closed, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'
import { DataSource } from './wallet-trades.ts'

/* Activity of a wallet (spec 4.2). Names are those of the market-data provider, which the specification hands on as they
 * are; a node fills the same members from the transactions themselves. */

const Raw = Type.Optional(Type.String({ pattern: '^[0-9]+$', description: 'In base units, exact.' }))
const Amount = Type.Optional(nullable(Type.Number({ description: 'Whole tokens, rounded to a double.' })))
const Usd = Type.Optional(NullableNumber)
const Address = Type.Optional(nullable(Text))

export const ActivityAsset = closed({
  contract: AddressSchema,
  symbol: NullableText,
  name: NullableText,
  logo: NullableText,
  decimals: NullableInteger,
})
export type ActivityAsset = Static<typeof ActivityAsset>
const Asset = Type.Optional(nullable(ActivityAsset))

/** Members that begin with `swap` belong to `model: swap`, those with `transfer` to the other. */
export const ActivityAction = closed({
  model: Type.Enum(['swap', 'transfer']),
  swapType: Type.Optional(Text),
  swapRawAmountIn: Raw,
  swapRawAmountOut: Raw,
  swapAmountIn: Type.Optional(nullable(Type.Number({ description: 'What went into the swap, whole tokens.' }))),
  swapAmountOut: Type.Optional(nullable(Type.Number({ description: 'What came out of it, whole tokens.' }))),
  swapAmountUsd: Usd,
  swapTransactionSenderAddress: Address,
  swapBaseAddress: Address,
  swapQuoteAddress: Address,
  swapAmountBase: Amount,
  swapAmountQuote: Amount,
  swapAssetIn: Asset,
  swapAssetOut: Asset,
  swapPlatform: Type.Optional(NullableText),
  transferRawAmount: Raw,
  transferAmount: Amount,
  transferAmountUsd: Usd,
  transferType: Type.Optional(
    Type.String({ description: '`NATIVE_IN`, `NATIVE_OUT`, `TOKEN_IN`, `TOKEN_OUT`; a provider knows more.' }),
  ),
  transferFromAddress: Address,
  transferToAddress: Address,
  transferAsset: Asset,
})
export type ActivityAction = Static<typeof ActivityAction>

export const ActivityRow = closed({
  chainId: Text,
  txHash: SignatureSchema,
  txDateMs: Type.Integer({ description: 'Epoch milliseconds of the block.' }),
  txDateIso: Text,
  txBlockNumber: Type.Integer({ description: 'Slot.' }),
  txIndex: nullable(Type.Integer({ description: 'Place in the block; null from a node.' })),
  txRawFeesNative: Type.String({ pattern: '^[0-9]+$', description: 'Lamports.' }),
  txFeesNativeUsd: NullableNumber,
  txAction: nullable(Type.String({ description: 'What the transaction is about.' })),
  actions: Type.Array(ActivityAction),
})
export type ActivityRow = Static<typeof ActivityRow>

export const WalletActivityReply = closed({
  wallet: AddressSchema,
  count: Type.Integer({ minimum: 0 }),
  activity: Type.Array(ActivityRow),
  order: Type.Enum(['asc', 'desc']),
  spamFiltered: nullable(
    Type.Integer({ description: 'Transactions left out as spam; null where the provider does it.' }),
  ),
  capped: Type.Boolean({ description: 'True: as many transactions were looked at as one answer may.' }),
  source: DataSource,
  missing: Missing,
})
export type WalletActivityReply = Static<typeof WalletActivityReply>
