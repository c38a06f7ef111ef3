import { STREAM_INTERVALS } from '../../config/event-stream.ts'
import { SSE_EVENTS } from '../../contract/sse-events.ts'
import { EVM_DEXES, TAPE_DEXES } from '../../contract/tape-event.ts'

const ADDRESS = { description: 'Address on the chain.' }
const CHAIN = { description: 'Any spelling of the chain.', examples: ['solana', 'ethereum', 'base'] }

const EVENTS_OF = {
  trades: ['trade', 'retracted'],
  candles: ['candle'],
  launches: ['launch', 'retracted'],
  screens: ['screen'],
} as const

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
  sseLaunches: channelOf('launches:{chain}', 'New tokens, pools and graduations.', { chain: CHAIN }),
  sseDexLaunches: channelOf('launches:{chain}:{dex}', 'The same of one DEX.', {
    chain: CHAIN,
    dex: { enum: [...TAPE_DEXES, ...EVM_DEXES] },
  }),
  sseScreens: channelOf('screens:{chain}:{screen}', 'Rows that enter and leave a saved screen of the key.', {
    chain: CHAIN,
    screen: { description: 'Id of the screen.' },
  }),
} as const

function channelOf(address: string, summary: string, parameters: Readonly<Record<string, object>>) {
  const kind = address.slice(0, address.indexOf(':')) as keyof typeof EVENTS_OF
  const names = ['hello', 'snapshot', ...EVENTS_OF[kind], 'truncated', 'lag', 'bye'] as const
  const messages = Object.fromEntries(
    names.map((name) => [
      name,
      { name, contentType: 'application/json', ...SSE_EVENTS[name as keyof typeof SSE_EVENTS] },
    ]),
  )
  const description = 'Server-sent events: one of the names in `channels` of `GET /api/v2/stream/events`.'
  return { address, summary, description, parameters, messages }
}
