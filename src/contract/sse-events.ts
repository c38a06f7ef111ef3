import Type from 'typebox'
import { closed, EpochMs, NullableNumber, Text } from './shapes.ts'
import {
  StreamCandle,
  StreamEvent,
  StreamLaunch,
  StreamLost,
  StreamRetracted,
  StreamScreen,
  StreamTrade,
  Truncation,
} from './stream.ts'

const Hello = closed({
  serverTime: EpochMs,
  cursor: Type.String({ description: 'Cursor at which the stream begins: all further events come after it.' }),
  window: closed({
    head: Text,
    tail: Text,
    secs: Type.Integer({ description: 'From the oldest kept event to the newest.' }),
  }),
  accepted: Type.Array(Text, { description: 'Channels in their canonical spelling.' }),
  refused: Type.Array(closed({ channel: Text, reason: Text })),
})
const Snapshot = closed({ channel: Text, cursor: Text, data: Type.Array(Type.Union([StreamEvent, StreamCandle])) })
const Lag = closed({ behindMs: NullableNumber, behindEvents: Type.Integer() })

/** What an event stream says, by the name of the event. */
export const SSE_EVENTS = {
  hello: { summary: 'First event: where the stream begins, what it contains and what it leaves out.', payload: Hello },
  snapshot: { summary: 'The newest of one channel, oldest first.', payload: Snapshot },
  trade: { summary: 'A trade.', payload: StreamTrade },
  launch: { summary: 'A token or a pool was created.', payload: StreamLaunch },
  retracted: { summary: 'A fork took an event away: it never happened.', payload: StreamRetracted },
  screen: { summary: 'A row of a saved screen entered or left.', payload: StreamScreen },
  candle: {
    summary:
      'A bar as it is now, also a closed one that a retraction corrects. `trades: 0`: a fork took all of its trades.',
    payload: StreamCandle,
  },
  truncated: {
    summary: 'A gap. Of the window (a cursor that is no longer kept), or of the chain (slots that could not be read).',
    payload: Type.Union([Truncation, StreamLost]),
  },
  lag: { summary: 'The stream lags the tape.', payload: Lag },
  bye: { summary: 'Last: why the stream ends.', payload: closed({ reason: Text }) },
} as const
