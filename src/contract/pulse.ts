import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { closed, EpochMs, NullableEpochMs, NullableNumber, NullableText, Text } from './shapes.ts'

export const PulseRow = closed({
  mint: Text,
  symbol: NullableText,
  name: NullableText,
  dex: Type.String({ description: 'Of the curve, or of the pool that a graduated token moved to.' }),
  pool: Text,
  creator: NullableText,
  at: { ...NullableEpochMs, description: 'Launch or graduation, epoch ms; null where the tape does not hold it.' },
  progressPct: {
    ...NullableNumber,
    description: 'Of the curve, 0 to 100, read from its account. Null where there is none.',
  },
  priceUsd: {
    ...NullableNumber,
    description:
      'Of the newest trade on the tape, which may be older than `windowSecs` (`trades` is 0 then); null where it had none.',
  },
  marketCapUsd: { ...NullableNumber, description: '`priceUsd` times the supply of the mint.' },
  trades: Type.Integer({ description: 'Within `windowSecs`.' }),
  volumeUsd: Type.Number({ description: 'Within `windowSecs`; trades without a known price in dollars count 0.' }),
})
export type PulseRow = Static<typeof PulseRow>

export const PulseReply = closed({
  windowSecs: Type.Integer({
    description:
      'How far back `trades` and `volumeUsd` reach: an hour, or less while the server has followed for less.',
  }),
  launched: Type.Array(PulseRow, { description: 'Tokens that came to be on a curve, newest first.' }),
  graduating: Type.Array(PulseRow, {
    description: 'Curves that were traded lately and are at least half full, fullest first.',
  }),
  graduated: Type.Array(PulseRow, {
    description: 'Tokens whose curve is sold out and that moved to a pool, newest first.',
  }),
  generatedAt: EpochMs,
  missing: Missing,
})
export type PulseReply = Static<typeof PulseReply>
