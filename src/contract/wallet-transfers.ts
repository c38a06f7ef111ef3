import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { AddressSchema, SignatureSchema } from './params.ts'
import { closed, NullableInteger, NullableNumber, nullable, Text } from './shapes.ts'
import { SyntheticTradeRow } from './wallet-trades.ts'

export const TransferEdge = closed({
  signature: SignatureSchema,
  slot: Type.Integer(),
  ts: nullable(Type.Integer({ description: 'Epoch seconds of the block.' })),
  mint: Type.String({ description: 'Of SOL that of wrapped SOL; `kind` says which it was.' }),
  amount: nullable(Type.Number({ description: 'SOL or whole tokens, rounded to a double; null without decimals.' })),
  amountRaw: Type.String({ pattern: '^[0-9]+$', description: 'Lamports or base units, exact.' }),
  decimals: NullableInteger,
  from: nullable(Type.String({ description: 'Owner; null where units came to be (mint).' })),
  to: nullable(Type.String({ description: 'Owner; null where units ceased to be (burn, transfer fee).' })),
  direction: Type.Enum(['in', 'out']),
  kind: Type.Enum(['sol', 'token']),
  movement: Type.String({
    description:
      '`transfer`, `deposit` (what a new account must hold), `close`, `mint`, `burn`, `withheld`, `handover`, `program`.',
  }),
  inSwap: Type.Boolean({ description: 'True: it moved in a transaction in which the wallet swapped.' }),
})
export type TransferEdge = Static<typeof TransferEdge>

/** Either `transfers`, or with `synthetic` the `trades`. */
export const WalletTransfersReply = closed({
  wallet: AddressSchema,
  synthetic: Type.Optional(Type.Literal(true)),
  count: Type.Integer({ minimum: 0 }),
  transfers: Type.Optional(Type.Array(TransferEdge, { description: 'Newest first.' })),
  trades: Type.Optional(Type.Array(SyntheticTradeRow, { description: 'Newest first.' })),
  nextBefore: nullable(
    Type.String({ description: '`before` of the next page; null at the end of what the node has.' }),
  ),
  capped: Type.Boolean({ description: 'True: as many transactions were looked at as one answer may.' }),
  missing: Missing,
})
export type WalletTransfersReply = Static<typeof WalletTransfersReply>

/** Spec 2.4 `funding`. */
export const FundingReply = closed({
  wallet: AddressSchema,
  funded: Type.Boolean({ description: 'False: no payment is known that gave the wallet its first SOL.' }),
  funder: Type.Optional(AddressSchema),
  funderName: Type.Optional(nullable(Text)),
  funderType: Type.Optional(
    nullable(Type.String({ description: '`exchange`, `program`, ...; null for a plain wallet.' })),
  ),
  amountSol: Type.Optional(NullableNumber),
  amountLamports: Type.Optional(Type.String({ pattern: '^[0-9]+$', description: 'Exact.' })),
  signature: Type.Optional(SignatureSchema),
  blockTime: Type.Optional(nullable(Type.Integer({ description: 'Epoch seconds.' }))),
  slot: Type.Optional(NullableInteger),
  source: Type.Enum(['node', 'helius']),
})
export type FundingReply = Static<typeof FundingReply>
