import type { ScreenerRow } from '../../contract/screener.ts'
import type {
  StreamEvent,
  StreamLaunchBody,
  StreamScreenBody,
  StreamTrade,
  StreamTradeBody,
} from '../../contract/stream.ts'
import type { LaunchEvent, ScreenEvent, TapeEvent, TradeEvent } from '../../contract/tape-event.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { TapeReader } from '../../store/tape/types.ts'

export type Cursors = Pick<TapeReader, 'formatCursor' | 'isFinalized'>

/** An event of the tape as every transport sends it. */
export function toStreamEvent(tape: Cursors, event: TapeEvent): StreamEvent {
  const { eventId, chain, seq } = event
  const cursor = tape.formatCursor(seq)
  if (event.type === 'lost')
    return { type: 'lost', eventId, chain, cursor, from: event.slot, to: event.toSlot, reason: event.reason }
  if (event.type === 'screen') {
    const block = { number: event.slot, time: event.blockTimeSec }
    return { type: 'screen', eventId, chain, cursor, block, screen: toScreenBody(event) }
  }
  const subject = event.type === 'retracted' ? event.retracts : event
  const placed = { eventId, chain, cursor, ...placeOf(tape, subject) }
  const body = subject.type === 'trade' ? { trade: toTradeBody(subject) } : { launch: toLaunchBody(subject) }
  if (event.type === 'retracted')
    return {
      type: 'retracted',
      ...placed,
      retracts: { eventId: subject.eventId, cursor: tape.formatCursor(subject.seq), type: subject.type },
      ...body,
    }
  return subject.type === 'trade'
    ? toStreamTrade(tape, subject)
    : { type: 'launch', ...placed, launch: toLaunchBody(subject) }
}

/** A trade as every transport sends it. */
export function toStreamTrade(tape: Cursors, trade: TradeEvent): StreamTrade {
  const { eventId, chain, seq } = trade
  const placed = { eventId, chain, cursor: tape.formatCursor(seq), ...placeOf(tape, trade) }
  return { type: 'trade', ...placed, trade: toTradeBody(trade) }
}

function placeOf(tape: Cursors, subject: TradeEvent | LaunchEvent) {
  return {
    block: { number: subject.slot, time: subject.blockTimeSec },
    position: { tx: subject.txIndex, log: pathText(subject.path) },
    txHash: subject.signature,
    commitment: tape.isFinalized(subject.chain, subject.slot) ? ('finalized' as const) : ('confirmed' as const),
  }
}

export function toTradeBody(trade: TradeEvent): StreamTradeBody {
  return {
    pool: trade.pool,
    dex: trade.dex,
    token: trade.mint,
    quote: trade.quoteMint,
    side: trade.side,
    amount: rawToNumber(trade.amountRaw, trade.decimals),
    amountQuote: rawToNumber(trade.quoteAmountRaw, trade.quoteDecimals),
    amountRaw: trade.amountRaw.toString(),
    amountQuoteRaw: trade.quoteAmountRaw.toString(),
    priceUSD: trade.priceUsd,
    amountUSD: trade.amountUsd,
    maker: trade.maker,
  }
}

const REASONS = { enter: null, leave: 'filter', leaveUnknown: 'unknown', leaveGone: 'gone' } as const

function toScreenBody(event: ScreenEvent): StreamScreenBody {
  const { screenId, change, atMs, pool, mint, quoteMint, dex, rowJson } = event
  return {
    id: screenId,
    change: change === 'enter' ? 'enter' : 'leave',
    reason: REASONS[change],
    at: atMs,
    pair: pool,
    token: mint,
    quote: quoteMint,
    dex,
    row: rowJson === null ? null : (JSON.parse(rowJson) as ScreenerRow),
  }
}

export function toLaunchBody(launch: LaunchEvent): StreamLaunchBody {
  return {
    mint: launch.mint,
    poolAddress: launch.pool,
    dexType: launch.dex,
    kind: launch.kind,
    quote: launch.quoteMint,
    signature: launch.signature,
    blockTime: launch.blockTimeSec,
    indexedAt: launch.indexedAtMs,
    creator: launch.creator,
    name: launch.name,
    symbol: launch.symbol,
    uri: launch.uri,
  }
}

/** `4` for a top-level instruction, `4.7` for an inner one. */
export function pathText([outer, inner]: readonly [number, number]): string {
  return inner < 0 ? String(outer) : `${outer}.${inner}`
}
