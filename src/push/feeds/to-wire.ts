import type { StreamEvent, StreamLaunchBody, StreamTradeBody } from '../../contract/stream.ts'
import type { LaunchEvent, TapeEvent, TradeEvent } from '../../contract/tape-event.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { TapeReader } from '../../store/tape/types.ts'

export type Cursors = Pick<TapeReader, 'formatCursor' | 'isFinalized'>

/** An event of the tape as every transport sends it. */
export function toStreamEvent(tape: Cursors, event: TapeEvent): StreamEvent {
  const { eventId, chain, seq } = event
  const cursor = tape.formatCursor(seq)
  if (event.type === 'lost')
    return { type: 'lost', eventId, chain, cursor, from: event.slot, to: event.toSlot, reason: event.reason }
  const subject = event.type === 'retracted' ? event.retracts : event
  const placed = {
    eventId,
    chain,
    cursor,
    block: { number: subject.slot, time: subject.blockTimeSec },
    position: { tx: subject.txIndex, log: pathText(subject.path) },
    txHash: subject.signature,
    commitment: tape.isFinalized(chain, subject.slot) ? ('finalized' as const) : ('confirmed' as const),
  }
  const body = subject.type === 'trade' ? { trade: toTradeBody(subject) } : { launch: toLaunchBody(subject) }
  if (event.type === 'retracted')
    return {
      type: 'retracted',
      ...placed,
      retracts: { eventId: subject.eventId, cursor: tape.formatCursor(subject.seq), type: subject.type },
      ...body,
    }
  return subject.type === 'trade'
    ? { type: 'trade', ...placed, trade: toTradeBody(subject) }
    : { type: 'launch', ...placed, launch: toLaunchBody(subject) }
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
