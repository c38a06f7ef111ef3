import Type, { type Static } from 'typebox'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, nullable, Text } from './shapes.ts'
import { StreamDex, StreamEvent, Truncation } from './stream.ts'

/** Messages of the WebSocket gateway `/api/v2/stream` (spec 6.1). JSON text, one object each. */

const MessageId = Type.Union([Type.String({ maxLength: 64 }), Type.Number()], {
  description: 'Chosen by the client and returned in the answer.',
})
const ScreenId = Type.String({ description: 'A saved screen of the key (`POST /api/v2/screens`).' })
const ResumeCursor = Type.String({
  description: 'Cursor of the newest event that the client has: what came after it is sent, then what comes.',
})

const NamedChain = Type.String({
  description: 'Any accepted spelling of a followed chain; `solana` when it is absent.',
})
const TokenAddress = Type.Union([
  AddressSchema,
  Type.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: 'Address on an EVM chain, in any case that EIP-55 allows.',
  }),
])

export const SubscribeMessage = Type.Union([
  closed({
    op: Type.Literal('subscribe'),
    id: Type.Optional(MessageId),
    channel: Type.Literal('token'),
    chain: Type.Optional(NamedChain),
    mint: TokenAddress,
    cursor: Type.Optional(ResumeCursor),
  }),
  closed({
    op: Type.Literal('subscribe'),
    id: Type.Optional(MessageId),
    channel: Type.Literal('launches'),
    chain: Type.Optional(NamedChain),
    dex: Type.Optional(StreamDex),
    cursor: Type.Optional(ResumeCursor),
  }),
  closed({
    op: Type.Literal('subscribe'),
    id: Type.Optional(MessageId),
    channel: Type.Literal('screen'),
    screen: ScreenId,
    cursor: Type.Optional(ResumeCursor),
  }),
])
export const UnsubscribeMessage = Type.Union([
  closed({
    op: Type.Literal('unsubscribe'),
    id: Type.Optional(MessageId),
    channel: Type.Literal('token'),
    chain: Type.Optional(NamedChain),
    mint: TokenAddress,
  }),
  closed({
    op: Type.Literal('unsubscribe'),
    id: Type.Optional(MessageId),
    channel: Type.Literal('launches'),
    chain: Type.Optional(NamedChain),
    dex: Type.Optional(StreamDex),
  }),
  closed({
    op: Type.Literal('unsubscribe'),
    id: Type.Optional(MessageId),
    channel: Type.Literal('screen'),
    screen: ScreenId,
  }),
])
export const PingMessage = closed({ op: Type.Literal('ping'), id: Type.Optional(MessageId) })

/** What every frame of a topic carries. */
const onTopic = {
  channel: Type.Union([Type.Literal('launches'), Type.Literal('token'), Type.Literal('screen')]),
  key: Type.String({
    description:
      'The mint, or the id of the screen; of launches the DEX, or `all`. On another chain than Solana, the chain and a colon come before it: `base:all`.',
  }),
  seq: Type.Integer({
    description: 'Counts the events of the topic: the next `update` has the next number, on every connection alike.',
  }),
  cursor: Type.String({ description: 'Position on the tape after the events of this frame: resume with it.' }),
}

export const WelcomeFrame = closed({
  type: Type.Literal('welcome'),
  connectionId: Text,
  tier: Text,
  caps: closed({
    connections: Type.Integer({ description: 'Of the key.' }),
    topics: Type.Integer({ description: 'Distinct `token` and `screen` topics of the key; `launches` is free.' }),
  }),
  serverTime: EpochMs,
})
export const SnapshotFrame = closed({
  type: Type.Literal('snapshot'),
  id: Type.Optional(MessageId),
  ...onTopic,
  data: Type.Array(StreamEvent, {
    description: 'The newest surviving events, oldest first. Empty for who resumes: the missed ones follow as updates.',
  }),
  skipped: Type.Optional(
    closed(
      {
        fromSeq: nullable(Type.Integer({ description: 'Null when the numbering the client knew is not known here.' })),
        toSeq: Type.Integer(),
      },
      'Numbers whose events the tape no longer holds, both ends included.',
    ),
  ),
  truncated: Type.Optional(Truncation),
})
export const UpdateFrame = closed({ type: Type.Literal('update'), ...onTopic, data: StreamEvent })
export const PongFrame = closed({ type: Type.Literal('pong'), id: Type.Optional(MessageId), serverTime: EpochMs })
export const UnsubscribedFrame = closed({
  type: Type.Literal('unsubscribed'),
  id: Type.Optional(MessageId),
  ...onTopic,
  reason: Text,
})

/** Codes of `error` frames. The connection goes on after each of them. */
export const STREAM_ERRORS = {
  bad_json: 'The message is not a JSON object in text.',
  bad_op: 'Unknown `op`, or a field of it that cannot be read (`id`, `cursor`).',
  bad_channel: 'Unknown channel, chain or DEX.',
  bad_mint: 'Not an address of the chain.',
  bad_screen: 'No saved screen of this key.',
  too_many_topics: 'Over the topics of the plan, or of the server.',
  message_too_big: 'Longer than the limit (2048 bytes unless configured).',
  rate: 'Too many messages; sent at most once a second.',
  not_allowed: 'The key may not do this, or this server does not offer it.',
} as const
export type StreamErrorCode = keyof typeof STREAM_ERRORS

export const ErrorFrame = closed({
  type: Type.Literal('error'),
  code: Type.Union(Object.keys(STREAM_ERRORS).map((code) => Type.Literal(code))),
  message: Text,
  id: Type.Optional(MessageId),
})

export type Skipped = { readonly fromSeq: number | null; readonly toSeq: number }
export type WelcomeFrame = Static<typeof WelcomeFrame>
export type MessageId = string | number
