import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { closed, NullableText, Text } from './shapes.ts'

/** Spec 2.2, trade tape row. Unknown numbers are 0, as the specification says, so a 0 is ambiguous. */
export const TradeRow = closed({
  hash: Type.String({ description: 'Transaction signature.' }),
  date: Type.Integer({ description: 'Epoch milliseconds; 0 when unknown.' }),
  amountUSD: Type.Number({ description: '0 when unknown.' }),
  priceUSD: Type.Number({ description: 'Of one whole token; 0 when unknown.' }),
  amount: Type.Number({ description: 'Whole tokens; 0 when unknown.' }),
  side: Type.Enum(['buy', 'sell']),
  sender: NullableText,
  platform: Type.Union([Type.String(), Type.Null()], {
    description:
      'The DEX; from the tape also `amm:<name>` and `amm:unknown:<program>`: venues that are read by their token transfers.',
  }),
})
export type TradeRow = Static<typeof TradeRow>

export const TokenTradesReply = closed({
  mint: Text,
  count: Type.Integer(),
  trades: Type.Array(TradeRow, { description: 'Newest first.' }),
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description:
      'Send it as `cursor` for the rows before these. Null where there are none or no one has them, and for rows that come from a provider.',
  }),
  missing: Missing,
})
export type TokenTradesReply = Static<typeof TokenTradesReply>
