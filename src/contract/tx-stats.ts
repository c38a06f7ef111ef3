import Type, { type Static } from 'typebox'
import { AddressSchema } from './params.ts'
import { closed, NullableInteger, NullableNumber } from './shapes.ts'

/** Spec 4.2 `tx-stats`. */
export const TxStatsReply = closed({
  wallet: AddressSchema,
  totalTx: Type.Integer({ minimum: 0, description: 'Of the pages that were read; failed ones are among them.' }),
  failedCount: Type.Integer({ minimum: 0 }),
  failureRatePct: Type.Number({ minimum: 0, maximum: 100, description: 'To a tenth; 0 without a transaction.' }),
  oldestTs: NullableInteger,
  newestTs: NullableInteger,
  ageDays: NullableNumber,
  capped: Type.Boolean({ description: 'True: there are older transactions than were read.' }),
  pagesScanned: Type.Integer({ minimum: 0 }),
})
export type TxStatsReply = Static<typeof TxStatsReply>
