import Type from 'typebox'
import { STREAM_INTERVALS } from '../../config/event-stream.ts'
import { closed, EpochMs, NullableNumber, Text } from '../../contract/shapes.ts'
import {
  StreamCandle,
  StreamEvent,
  StreamLaunch,
  StreamLost,
  StreamRetracted,
  StreamTrade,
  Truncation,
} from '../../contract/stream.ts'
import { TAPE_DEXES } from '../../contract/tape-event.ts'

const Hello = closed({
  serverTime: EpochMs,
  cursor: Type.String({ description: 'Where the stream begins: what follows lies behind it.' }),
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
  hello: { summary: 'First: where the stream begins, what it tells and what it does not.', payload: Hello },
  snapshot: { summary: 'The newest of one channel, oldest first.', payload: Snapshot },
  trade: { summary: 'A trade.', payload: StreamTrade },
  launch: { summary: 'A coin or a pool came to be.', payload: StreamLaunch },
  retracted: { summary: 'A fork took an event away: it never happened.', payload: StreamRetracted },
  candle: {
    summary:
      'A bar as it is now, also a closed one that a retraction corrects. `trades: 0`: a fork took all of its trades.',
    payload: StreamCandle,
  },
  truncated: {
    summary: 'A gap. Of the window (a cursor that is no longer kept), or of the chain (slots that could not be read).',
    payload: Type.Union([Truncation, StreamLost]),
  },
  lag: { summary: 'The stream is behind the tape.', payload: Lag },
  bye: { summary: 'Last: why the stream ends.', payload: closed({ reason: Text }) },
} as const

const ADDRESS = { description: 'Base58 address.' }
const CHAIN = { description: 'Any spelling of the chain.', examples: ['solana'] }

/** AsyncAPI channels of `GET /api/v2/stream/events`, by key. */
export const SSE_CHANNELS = {
  sseTrades: channelOf('trades:{chain}:{token}', 'Trades of a token.', { chain: CHAIN, token: ADDRESS }),
  ssePoolTrades: channelOf('trades:{chain}:pool:{pool}', 'Trades in a pool.', { chain: CHAIN, pool: ADDRESS }),
  sseWalletTrades: channelOf('trades:{chain}:wallet:{wallet}', 'Trades of a wallet.', {
    chain: CHAIN,
    wallet: ADDRESS,
  }),
  sseCandles: channelOf('candles:{chain}:{pool}:{interval}', 'Bars of a pool, the forming one live.', {
    chain: CHAIN,
    pool: ADDRESS,
    interval: { description: 'Length of a bar.', enum: STREAM_INTERVALS },
  }),
  sseLaunches: channelOf('launches:{chain}', 'New coins, pools and graduations.', { chain: CHAIN }),
  sseDexLaunches: channelOf('launches:{chain}:{dex}', 'The same of one DEX.', {
    chain: CHAIN,
    dex: { enum: TAPE_DEXES },
  }),
} as const

function channelOf(address: string, summary: string, parameters: Readonly<Record<string, object>>) {
  const isTrades = address.startsWith('trades')
  const own = address.startsWith('candles') ? ['candle'] : [isTrades ? 'trade' : 'launch', 'retracted']
  const names = ['hello', 'snapshot', ...own, 'truncated', 'lag', 'bye'] as const
  const messages = Object.fromEntries(
    names.map((name) => [
      name,
      { name, contentType: 'application/json', ...SSE_EVENTS[name as keyof typeof SSE_EVENTS] },
    ]),
  )
  const description = 'Server-sent events: one of the names in `channels` of `GET /api/v2/stream/events`.'
  return { address, summary, description, parameters, messages }
}
