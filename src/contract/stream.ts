import Type, { type Static } from 'typebox'
import { ScreenerRow } from './screener.ts'
import { closed, EpochMs, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'
import { AMM_VENUE_PATTERN, EVM_DEXES, LAUNCH_KINDS, TAPE_CHAINS, TAPE_DEXES, type TradeVenue } from './tape-event.ts'

/** What every push transport says about an event of the tape: WebSocket `update` and `snapshot` data, server-sent
 *  events, replay and webhook bodies are these objects (spec 6; proposed shapes in the README of the API). */

function oneOf<T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))))
}

/** Those of Solana first, then those of EVM chains. */
export const StreamDex = oneOf([...TAPE_DEXES, ...EVM_DEXES])
/** Of a trade: a named DEX, or a venue that is read by the generic rule. */
export const StreamVenue = Type.Unsafe<TradeVenue>(
  Type.Union(
    [
      ...[...TAPE_DEXES, ...EVM_DEXES].map((dex) => Type.Literal(dex)),
      Type.String({
        pattern: AMM_VENUE_PATTERN,
        description:
          '`amm:<name>`: a market maker or AMM whose swaps are read by their token transfers; `amm:unknown:<program>`: the same of a program without a name. Names may be added at any time.',
      }),
    ],
    { description: 'Where it happened.' },
  ),
)
export const StreamChain = oneOf(TAPE_CHAINS)
export const Commitment = Type.Union([Type.Literal('confirmed'), Type.Literal('finalized')], {
  description: '`confirmed` may still be retracted, with a `retracted` event; `finalized` may not.',
})

/** Where an event stands on its chain. Order on the cursor: a block number may have several blocks, and `tx` and `log`
 *  begin again in each. */
const placed = {
  eventId: Type.String({
    description: 'Stable across retries, transports and restarts: deduplicate on it. 32 hex digits.',
  }),
  chain: StreamChain,
  cursor: Type.String({ description: 'Position on the tape after this event; the same on every transport.' }),
  block: closed({
    number: Type.Integer({ description: 'Slot on Solana, number of the block elsewhere.' }),
    time: NullableInteger,
  }),
  position: closed({
    tx: Type.Integer({ description: 'Index of the transaction in its block.' }),
    log: Type.String({
      description: 'Instruction path on Solana: `4` top level, `4.7` inner. Index of the log in its block elsewhere.',
    }),
  }),
  txHash: Text,
  commitment: Commitment,
}

export const StreamTradeBody = closed({
  pool: Type.String({
    description:
      'The pool. Of a venue `amm:`, the owner of its vaults or, where that owns others too, its vault of the token.',
  }),
  dex: StreamVenue,
  token: Type.String({ description: 'Mint of the token.' }),
  quote: Type.String({ description: 'Mint that it was paid with.' }),
  side: Type.Union([Type.Literal('buy'), Type.Literal('sell')]),
  amount: Type.Number({ description: 'Whole tokens.' }),
  amountQuote: Type.Number({ description: 'Whole units of the quote.' }),
  amountRaw: Type.String({ description: 'Base units, exact.' }),
  amountQuoteRaw: Type.String({ description: 'Base units, exact.' }),
  priceUSD: NullableNumber,
  amountUSD: NullableNumber,
  maker: Type.String({ description: 'The wallet that traded.' }),
})
export type StreamTradeBody = Static<typeof StreamTradeBody>

export const StreamLaunchBody = closed({
  mint: Text,
  poolAddress: Text,
  dexType: StreamDex,
  kind: oneOf(LAUNCH_KINDS),
  quote: Text,
  signature: NullableText,
  blockTime: NullableInteger,
  indexedAt: EpochMs,
  creator: NullableText,
  name: NullableText,
  symbol: NullableText,
  uri: NullableText,
})
export type StreamLaunchBody = Static<typeof StreamLaunchBody>

export const StreamTrade = closed({ type: Type.Literal('trade'), ...placed, trade: StreamTradeBody })
export type StreamTrade = Static<typeof StreamTrade>
export const StreamLaunch = closed({ type: Type.Literal('launch'), ...placed, launch: StreamLaunchBody })
export type StreamLaunch = Static<typeof StreamLaunch>

export const StreamRetracted = closed({
  type: Type.Literal('retracted'),
  ...placed,
  retracts: closed({
    eventId: Type.String({ description: 'The event that never happened.' }),
    cursor: Text,
    type: Type.Union([Type.Literal('trade'), Type.Literal('launch')]),
  }),
  trade: Type.Optional(StreamTradeBody),
  launch: Type.Optional(StreamLaunchBody),
})
export type StreamRetracted = Static<typeof StreamRetracted>

/** Slots that could not be read, or not whole, and never will be. Their content is unknown, so it is sent on every
 *  topic of the chain. */
export const StreamLost = closed({
  type: Type.Literal('lost'),
  eventId: Text,
  chain: StreamChain,
  cursor: Text,
  from: Type.Integer({ description: 'First slot.' }),
  to: Type.Integer({ description: 'Last slot.' }),
  reason: Text,
})
export type StreamLost = Static<typeof StreamLost>

/** Why a row is no longer in a screen. */
export const LEAVE_REASONS = ['filter', 'unknown', 'gone'] as const
export type LeaveReason = (typeof LEAVE_REASONS)[number]

export const StreamScreenBody = closed({
  id: Type.String({ description: 'The saved screen.' }),
  change: Type.Union([Type.Literal('enter'), Type.Literal('leave')]),
  reason: nullable(
    Type.Unsafe<LeaveReason>(
      Type.Union(
        LEAVE_REASONS.map((reason) => Type.Literal(reason)),
        {
          description:
            'Why it left: `filter`, it no longer matches; `unknown`, a figure that the filter asks for has been unknown for ten minutes; `gone`, no event of the tape names the pair any more. Null for `enter`.',
        },
      ),
    ),
  ),
  at: { ...EpochMs, description: 'When it was found.' },
  pair: Type.String({ description: 'Address of the pool or curve.' }),
  token: Text,
  quote: Text,
  dex: StreamVenue,
  row: nullable(ScreenerRow),
})
export type StreamScreenBody = Static<typeof StreamScreenBody>

/** A row of a saved screen entered or left. Only the owner of the screen gets it. `block` is the newest block on the
 *  tape at that moment. Never retracted: where a fork changes the figures, the row leaves or enters by another event. */
export const StreamScreen = closed({
  type: Type.Literal('screen'),
  eventId: placed.eventId,
  chain: StreamChain,
  cursor: placed.cursor,
  block: placed.block,
  screen: StreamScreenBody,
})
export type StreamScreen = Static<typeof StreamScreen>

export const StreamEvent = Type.Union([StreamTrade, StreamLaunch, StreamRetracted, StreamLost, StreamScreen])
export type StreamEvent = Static<typeof StreamEvent>

/** What a reader asked for and the tape no longer holds. */
export const Truncation = closed({
  from: Type.String({ description: 'Requested cursor or time.' }),
  to: Type.String({ description: 'Cursor after which reading continues.' }),
  lost: nullable(
    Type.Integer({
      description: 'Events between the two; null when the cursor belongs to another tape, or the request named a time.',
    }),
  ),
})
export type Truncation = Static<typeof Truncation>

/** One bar of a candle channel. */
export const StreamCandle = closed({
  pool: Text,
  interval: Text,
  t: EpochMs,
  o: Type.Number(),
  h: Type.Number(),
  l: Type.Number(),
  c: Type.Number(),
  v: Type.Number({ description: 'USD.' }),
  trades: Type.Integer(),
  final: Type.Boolean({ description: 'False while the bar is forming.' }),
})
export type StreamCandle = Static<typeof StreamCandle>
