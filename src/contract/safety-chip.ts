import Type, { type Static } from 'typebox'
import { closed, NullableNumber, NullableText, nullable, Text } from './shapes.ts'

/** Spec 2.2 and 3, safety chip. */

const ChipFlag = closed({
  id: Text,
  label: Text,
  detail: Text,
  severity: Type.Enum(['critical', 'high', 'medium', 'low', 'info']),
})
export type ChipFlag = Static<typeof ChipFlag>

const Venue = closed({ dex: Text, dexId: Text, iconKey: Text, pairAddress: Text, primary: Type.Boolean() })
export type Venue = Static<typeof Venue>

export const SafetyChip = closed({
  mint: Text,
  score: NullableNumber,
  grade: nullable(Type.Enum(['safe', 'caution', 'risky', 'danger'])),
  verdict: NullableText,
  topGreen: Type.Array(ChipFlag, { maxItems: 5 }),
  topRed: Type.Array(ChipFlag, { maxItems: 5 }),
  hardCapped: Type.Boolean(),
  hardCapReason: NullableText,
  venues: Type.Array(Venue),
  primaryVenue: nullable(Venue),
  liquidityUsd: NullableNumber,
  scannedAt: nullable(Type.Integer({ description: 'Epoch milliseconds of what the chip rests on.' })),
  source: Type.Enum(['deepscan', 'intel', 'venues', 'error']),
  status: Type.Enum(['complete', 'partial', 'pending']),
})
export type SafetyChip = Static<typeof SafetyChip>
