import Type, { type Static } from 'typebox'
import { CHART_PERIODS } from './chart.ts'
import { Missing } from './missing.ts'
import { AddressSchema } from './params.ts'
import { closed, NullableText } from './shapes.ts'
import { DataSource } from './wallet-trades.ts'

export const WalletHistoryReply = closed({
  wallet: AddressSchema,
  period: Type.Enum([...CHART_PERIODS]),
  from: Type.Integer({ description: 'Epoch milliseconds.' }),
  to: Type.Integer({ description: 'Epoch milliseconds.' }),
  asset: NullableText,
  series: Type.Array(
    closed({ t: Type.Integer({ description: 'Epoch milliseconds.' }), v: Type.Number({ description: 'USD.' }) }),
    { description: 'What the wallet held at each moment at the prices of that moment. Ascending.' },
  ),
  estimates: Type.Array(Type.String(), {
    description:
      'Which values rest on a price of another moment, or count what the portfolio leaves out as `thin`, one sentence each; empty where none does.',
  }),
  source: DataSource,
  missing: Missing,
})
export type WalletHistoryReply = Static<typeof WalletHistoryReply>
