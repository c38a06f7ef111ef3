import { EVENT_STREAM, STREAM_INTERVAL_MS } from '../../config/event-stream.ts'
import type { StreamCandle, StreamEvent } from '../../contract/stream.ts'
import type { LaunchEvent, ScreenEvent, TradeEvent } from '../../contract/tape-event.ts'
import type { Channel } from '../../services/stream/channels.ts'
import { toStreamEvent } from '../feeds/to-wire.ts'
import type { EventHub } from './hub.ts'

export type Snapshot = {
  readonly channel: string
  /** Later events of the stream come after it. */
  readonly cursor: string
  /** Oldest first. */
  readonly data: readonly (StreamEvent | StreamCandle)[]
}

/** The newest events of a channel. */
export function snapshotOf(hub: EventHub, channel: Channel, cursor: string, minUsd: number): Snapshot {
  const { tape } = hub.ctx.store
  const data =
    channel.kind === 'candles'
      ? newestBars(hub, channel)
      : newestEvents(hub, channel, minUsd).map((event) => toStreamEvent(tape, event))
  return { channel: channel.name, cursor, data }
}

function newestBars(
  { candles }: EventHub,
  { chain, pool, interval }: Extract<Channel, { kind: 'candles' }>,
): readonly StreamCandle[] {
  const nowMs = candles.nowMs(chain)
  const lengthMs = STREAM_INTERVAL_MS[interval]
  const backMs = Math.max(lengthMs, Math.min(EVENT_STREAM.snapshotRows * lengthMs, EVENT_STREAM.snapshotSpanMs))
  return candles.read({ chain, pool, interval }, nowMs - backMs, nowMs).slice(-EVENT_STREAM.snapshotRows)
}

function newestEvents(
  { ctx }: EventHub,
  channel: Exclude<Channel, { kind: 'candles' }>,
  minUsd: number,
): readonly (TradeEvent | LaunchEvent | ScreenEvent)[] {
  const { tape } = ctx.store
  const limit = EVENT_STREAM.snapshotRows
  if (channel.kind === 'launches')
    return tape
      .launches({ limit, chain: channel.chain, ...(channel.dex === null ? {} : { dex: channel.dex }) })
      .launches.toReversed()
  if (channel.kind === 'screen') return tape.screenChanges(channel.screenId, { limit }).toReversed()
  const by = channel.kind === 'token' ? 'mint' : channel.kind
  const { trades } = tape.trades({ by, address: channel.address, chain: channel.chain }, { limit })
  return trades.filter(({ amountUsd }) => minUsd <= 0 || (amountUsd !== null && amountUsd >= minUsd)).toReversed()
}
