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
  score: nullable(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Higher is safer, whatever `source` says. From a deep scan it is the score of the scan; from intel, 100 less its risk, at most 84, and never above the band of the verdict of intel.',
    }),
  ),
  grade: nullable(
    Type.Enum(['safe', 'caution', 'risky', 'danger'], {
      description: 'Exactly the band of `score`: `safe` from 85, `caution` from 60, `risky` from 35, else `danger`.',
    }),
  ),
  verdict: nullable(Type.String({ description: 'What `grade` says, in words, with the gravest finding.' })),
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
