import Type, { type Static } from 'typebox'
import { closed, EpochMs, NullableEpochMs, nullable, Text } from './shapes.ts'
import { TAPE_CHAINS } from './tape-event.ts'

/** One chain whose events are streamed (spec 4.10 `stream/chains`). */
export const StreamChainRow = closed({
  chain: Type.Enum([...TAPE_CHAINS]),
  name: Text,
  serving: Type.Boolean({
    description: 'Whether new events arrive promptly. Stored events are served in any case.',
  }),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it does not serve; null when it does.' }),
  lagMs: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Age of the newest stored block, whose time has whole seconds; null before the first one.',
  }),
  headCursor: Type.String({ description: 'Cursor after the newest stored event.' }),
  tailCursor: Type.String({
    description: 'Before the oldest stored event: the oldest cursor that can be resumed from.',
  }),
  windowSecs: Type.Integer({ description: 'From the oldest stored event to the newest.' }),
  coverage: nullable(
    closed(
      { fromBlock: Type.Integer(), toBlock: Type.Integer(), from: NullableEpochMs, to: NullableEpochMs },
      'The newest stretch of blocks without a gap, both ends included.',
    ),
  ),
  lost: Type.Array(closed({ fromBlock: Type.Integer(), toBlock: Type.Integer(), reason: Text }), {
    description: 'The newest stretches that could not be read and never will be.',
  }),
})
export type StreamChainRow = Static<typeof StreamChainRow>

export const StreamChainsReply = closed({
  count: Type.Integer(),
  chains: Type.Array(StreamChainRow),
  generatedAt: EpochMs,
})
export type StreamChainsReply = Static<typeof StreamChainsReply>
