import Type, { type Static } from 'typebox'
import { AddressSchema, SignatureSchema } from './params.ts'
import { closed, EpochMs, NullableNumber, nullable } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })

/** Spec 2.4 informed-buyer report. */
export const InformedReply = closed({
  wallet: AddressSchema,
  informed: Type.Boolean({ description: 'Enough wins, often enough, and too many for chance.' }),
  coverage: Type.Number({ description: 'Evaluated over considered; under 0.5 nothing is concluded.' }),
  conclusive: Type.Boolean(),
  buysConsidered: Type.Integer({ minimum: 0, description: 'The first purchase of each of the newest tokens.' }),
  evaluated: Count,
  unpriced: Count,
  wins: Count,
  hitRatePct: NullableNumber,
  luckProbability: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How probable so many wins are for who buys the same tokens at moments drawn from their trades.',
    }),
  ),
  medianSamplesPerWindow: NullableNumber,
  thresholds: closed({
    windowSecs: Count,
    pumpPct: Count,
    minWins: Count,
    minHitRatePct: Count,
    maxLuck: Type.Number(),
  }),
  buys: Type.Array(
    closed({
      mint: AddressSchema,
      pool: nullable(Type.String({ description: 'Null where a router went through pools that are not read.' })),
      signature: SignatureSchema,
      ts: Count,
      peakPct: NullableNumber,
      samples: Count,
      baseRatePct: NullableNumber,
      won: nullable(Type.Boolean()),
    }),
  ),
  generatedAt: EpochMs,
})
export type InformedReply = Static<typeof InformedReply>
