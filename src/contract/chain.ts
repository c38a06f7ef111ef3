import Type, { type Static } from 'typebox'
import { closed, EpochMs, NullableEpochMs, nullable, Text } from './shapes.ts'
import { TAPE_CHAINS } from './tape-event.ts'

/** Swaps that were read in one way. */
const readSwaps = (what: string) =>
  closed(
    {
      trades: Type.Integer({ minimum: 0 }),
      volumeUSD: Type.Number({ minimum: 0 }),
      share: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
        description: 'Of the volume of all swaps; null without one.',
      }),
    },
    what,
  )

const ChainSwaps = closed(
  {
    from: EpochMs,
    to: EpochMs,
    blocks: Type.Integer({ minimum: 1, description: 'Blocks of the last hour that the figures are of.' }),
    decodedShare: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
      description: 'Share of the swap volume that is on the tape; null without a volume.',
    }),
    named: readSwaps('In DEXs with a decoder of their own.'),
    generic: readSwaps('In venues with a name (`amm:<name>`), read by the generic rule.'),
    unknown: readSwaps('In programs without a name (`amm:unknown:<program>`), read by the generic rule.'),
    undecoded: readSwaps(
      'An estimate: transactions whose signers gave one token for another without a trade that explains it.',
    ),
    unpriced: Type.Integer({ minimum: 0, description: 'Swaps among them that no volume counts: no dollar price.' }),
  },
  'How the swaps of the last hour were read. A route through three venues is three swaps.',
)

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
  swaps: nullable(ChainSwaps),
})
export type StreamChainRow = Static<typeof StreamChainRow>

export const StreamChainsReply = closed({
  count: Type.Integer(),
  chains: Type.Array(StreamChainRow),
  generatedAt: EpochMs,
})
export type StreamChainsReply = Static<typeof StreamChainsReply>
