import Type, { type Static } from 'typebox'
import { closed, EpochMs, NullableInteger, NullableText, Text } from './shapes.ts'
import { TAPE_DEXES } from './tape-event.ts'

/** Spec 2.5. */
export const Launch = closed({
  mint: Text,
  poolAddress: Text,
  dexType: Type.Enum([...TAPE_DEXES]),
  signature: NullableText,
  blockTime: NullableInteger,
  indexedAt: EpochMs,
  creator: NullableText,
  name: NullableText,
  symbol: NullableText,
  uri: NullableText,
})
export type Launch = Static<typeof Launch>

export const LaunchesReply = closed({
  count: Type.Integer(),
  launches: Type.Array(Launch, { description: 'Latest indexed first.' }),
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description: 'Send it as `cursor` for the ones before these; null at the end.',
  }),
})
export type LaunchesReply = Static<typeof LaunchesReply>
