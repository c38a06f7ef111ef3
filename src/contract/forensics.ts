import Type, { type Static } from 'typebox'
import { Check } from './check.ts'
import { closed, EpochMs, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'

/** Spec 2.2, dev history and sniper cohort. Shapes the spec leaves open are said here. */

const PriorToken = closed({
  mint: Text,
  launchSlot: Type.Integer(),
  launchTime: nullable(Type.Integer({ description: 'Epoch seconds.' })),
  dex: Text,
  signature: Text,
  rugged: nullable(Type.Boolean({ description: 'Null where too little of its history could be read.' })),
  outcome: Type.Enum(['rugged', 'alive', 'faded', 'graduated', 'unknown']),
  timeToRugSecs: NullableInteger,
  peakValueUsd: NullableNumber,
  devSoldPct: NullableNumber,
  detail: Text,
})
export type PriorToken = Static<typeof PriorToken>

const Hop = closed({
  address: Text,
  lamports: Text,
  signature: NullableText,
  slot: NullableInteger,
  name: NullableText,
})

const FundedCreator = closed({
  wallet: Text,
  funder: Text,
  mint: Type.String({ description: 'The token of it of which the worst is known.' }),
  signature: Type.String({ description: 'Its launch.' }),
  rugged: nullable(Type.Boolean({ description: 'Null where too little of its history could be read.' })),
  left: nullable(
    Type.Boolean({
      description:
        'Its creator sold all it had, and half or more of the rise until then is lost or no one traded it since.',
    }),
  ),
  detail: Text,
})

export const DevHistory = closed({
  mint: Text,
  ok: Type.Boolean(),
  dev: NullableText,
  devSource: nullable(Type.Enum(['launch', 'mint_creation', 'provider'])),
  priorTokens: nullable(
    Type.Array(PriorToken, {
      maxItems: 50,
      description: 'Other tokens of the creator, newest first; null when not readable.',
    }),
  ),
  ruggedPriorTokens: NullableInteger,
  rugRate: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  peakPriorValueUsd: NullableNumber,
  serialRugger: nullable(Type.Boolean()),
  fastRugger: nullable(Type.Boolean()),
  medianTimeToRugSecs: NullableNumber,
  medianTimeToRugSamples: Type.Integer(),
  devSoldPct: NullableNumber,
  devSoldClass: nullable(Type.Enum(['none', 'partial', 'most', 'all'])),
  devRootFunder: NullableText,
  devFunderTerminal: nullable(closed({ address: Text, name: NullableText, category: Text })),
  devFunderPeeled: nullable(Type.Boolean()),
  devFunderPeel: nullable(Type.Array(Hop, { description: 'From the creator back to where the trace ends.' })),
  privacyHops: NullableInteger,
  fundedCreators: nullable(
    Type.Array(FundedCreator, { description: 'Creators of other tokens with the same funder, a ring or not.' }),
  ),
  operatorRing: nullable(
    Type.Array(Text, {
      description:
        'Those creators, where at least half of their tokens that could be judged were rugged or left; empty where their tokens live, null where not one could be judged.',
    }),
  ),
  operatorRingDetected: nullable(Type.Boolean({ description: 'The ring has at least two creators beside this one.' })),
  ringCoLaunchBurst: nullable(Type.Boolean()),
  checks: Type.Array(Check),
  errors: Type.Array(Text),
  generatedAt: EpochMs,
})
export type DevHistory = Static<typeof DevHistory>

export const SniperCohort = closed({
  mint: Text,
  launchSlot: NullableInteger,
  launchTime: nullable(Type.Integer({ description: 'Of that slot, epoch seconds; the mint may be older.' })),
  windowSlots: Type.Integer({
    description:
      'Slots after the launch slot whose buyers count: those of the first second, by the measured slot time.',
  }),
  basis: nullable(
    Type.Enum(['launch', 'map'], {
      description:
        '`launch`: the launch window alone was read, and wallets of the creator may be among the snipers; `map`: a bubble map or deep scan at hand says who belongs together. Null without a launch.',
    }),
  ),
  lowerBounds: Type.Array(Type.Enum(['sniperPct', 'slot0SniperPct', 'bundledPct']), {
    description: 'Shares that are at least so much: see the same of intel.',
  }),
  slotMs: nullable(Type.Number({ description: 'Measured slot time of the chain.' })),
  sniperCount: NullableInteger,
  sniperPct: NullableNumber,
  slot0SniperCount: NullableInteger,
  slot0SniperPct: NullableNumber,
  cohortSniperCount: nullable(Type.Integer({ description: 'Snipers in the slots after the launch slot.' })),
  snipers: Type.Array(
    closed({
      address: Text,
      slotsAfterLaunch: Type.Integer({ minimum: 0 }),
      afterMs: nullable(Type.Integer({ description: 'The same in time, by the measured slot time.' })),
      serial: nullable(Type.Boolean({ description: 'As in `sampledSnipers`; null for those that were not sampled.' })),
    }),
    { maxItems: 200, description: 'Every independent sniper, in the order in which they bought.' },
  ),
  sniperExit: nullable(
    closed({
      classified: Type.Integer(),
      holding: Type.Integer(),
      soldPartial: Type.Integer(),
      soldFull: Type.Integer(),
      boughtMore: Type.Integer(),
    }),
  ),
  bundledPct: NullableNumber,
  bundleWalletCount: NullableInteger,
  sampledSnipers: Type.Array(
    closed({
      address: Text,
      fungibles: nullable(Type.Integer({ description: 'Tokens it holds now.' })),
      serial: nullable(Type.Boolean({ description: 'Sniped other launches too.' })),
      heavy: nullable(Type.Boolean({ description: 'So many tokens or transactions that it is a machine.' })),
    }),
    { maxItems: 12 },
  ),
  serialSniperRatio: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  checks: Type.Array(Check),
  errors: Type.Array(Text),
  generatedAt: EpochMs,
})
export type SniperCohort = Static<typeof SniperCohort>
