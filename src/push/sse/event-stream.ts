import { EVENT_STREAM, STREAM_INTERVAL_MS } from '../../config/event-stream.ts'
import { CHAINS_APART_MS } from '../../config/followed-chains.ts'
import type { StreamSink } from '../../contract/streamed.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import { type Channel, type Channels, countedTopics, publishedOn } from '../../services/stream/channels.ts'
import type { CandleTopic } from '../feeds/candles.ts'
import { frameOf, heartbeatFrame, PROBE_FRAME } from './frames.ts'
import type { EventHub, HubStream } from './hub.ts'
import { snapshotOf } from './snapshot.ts'

/** Where a stream begins and what it sends. */
export type StreamOrder = {
  /** Whose caps it counts against. */
  readonly owner: string
  readonly channels: Channels
  readonly minUsd: number
  /** Null begins at the head. `asked`: the cursor that was asked for, as text. */
  readonly resume: {
    readonly seq: number
    readonly asked: string
    readonly isGone: boolean
    readonly byHeader: boolean
  } | null
  readonly snapshot: boolean
  /** Why it must end, asked now and then; null while it need not. */
  endReason(): string | null
  onClosed(): void
}

/** A candle channel of one stream. For a slow reader only the first bar that it missed is kept. */
type CandleChannel = { readonly topic: CandleTopic; missedFromMs: number | null; leave: () => void }

/** Feeds one connection. Its state is a position on the tape: what a slow reader has not taken is read again from there
 *  when it drains, and costs no memory or time meanwhile. */
export function startEventStream(hub: EventHub, order: StreamOrder, sink: StreamSink): void {
  const { ctx, catchUp, frames, candles } = hub
  const { tape } = ctx.store
  const { clock, config } = ctx
  const accepted = order.channels.accepted
  const matches = publishedOn(accepted, order.minUsd)
  const heartbeatMs = config.stream.sseHeartbeatMs
  let epoch = tape.epoch
  let position = order.resume?.seq ?? tape.window().head.seq
  /** The reader's `Last-Event-ID`, as far as we know. */
  let sentSeq = position
  let isLagging = false
  let laggingSinceMs = 0
  /** Bytes written in pieces too small to show whether the reader is slow. */
  let unprobedBytes = 0
  let writtenAtMs = clock.monotonicMs()
  let lagSentAtMs = Number.NEGATIVE_INFINITY
  const bars: CandleChannel[] = []

  function write(text: string): void {
    writtenAtMs = clock.monotonicMs()
    unprobedBytes = text.length >= EVENT_STREAM.probeBytes ? 0 : unprobedBytes + text.length
    const isTaken = sink.write(text) && (unprobedBytes < EVENT_STREAM.probeAfterBytes || probe())
    if (isTaken || !sink.isOpen) return
    isLagging = true
    laggingSinceMs = writtenAtMs
  }

  function probe(): boolean {
    unprobedBytes = 0
    return sink.write(PROBE_FRAME)
  }

  /** The position, when the reader does not have it yet. Candles and heartbeats carry it: everything up to it was sent
   *  or is none of the stream's business. */
  function newId(): string | null {
    if (position <= sentSeq) return null
    sentSeq = position
    return tape.formatCursor(position)
  }

  function say(event: string, body: object, id: string | null = null): void {
    write(frameOf(event, JSON.stringify(body), id))
  }

  function end(reason: string): void {
    say('bye', { reason })
    sink.end()
  }

  function begin(): void {
    sayHello()
    const { resume } = order
    if (resume?.isGone === true)
      say('truncated', { from: resume.asked, to: tape.formatCursor(position), lost: lostSince(resume.asked) })
    for (const channel of accepted) {
      if (order.snapshot && (resume === null || channel.kind === 'candles'))
        say('snapshot', snapshotOf(hub, channel, tape.formatCursor(position), order.minUsd))
      if (channel.kind === 'candles') bars.push(joinCandles(channel))
    }
  }

  function sayHello(): void {
    const { head, tail, headTimeSec, tailTimeSec } = tape.window()
    const hello = {
      serverTime: clock.nowMs(),
      cursor: tape.formatCursor(position),
      window: {
        head: tape.formatCursor(head.seq),
        tail: tape.formatCursor(tail.seq),
        secs: headTimeSec === null || tailTimeSec === null ? 0 : Math.max(0, headTimeSec - tailTimeSec),
      },
      accepted: accepted.map(({ name }) => name),
      refused: order.channels.refused,
    }
    // A reader that resumed by `Last-Event-ID` has the id already; any other could not resume before the first event.
    const hasId = order.resume?.byHeader === true && !order.resume.isGone
    write(`retry: ${EVENT_STREAM.retryMs}\n${frameOf('hello', JSON.stringify(hello), hasId ? null : hello.cursor)}`)
  }

  function lostSince(asked: string): number | null {
    const seq = seqOfSameEpoch(asked)
    return seq === null ? null : Math.max(0, position - seq)
  }

  function seqOfSameEpoch(asked: string): number | null {
    return asked.startsWith(`${tape.epoch}-`) ? Number.parseInt(asked.slice(tape.epoch.length + 1), 36) : null
  }

  /** Bars from the place where the reader left off: those may have closed since. */
  function joinCandles(channel: Extract<Channel, { kind: 'candles' }>): CandleChannel {
    const topic = { chain: channel.chain, pool: channel.pool, interval: channel.interval }
    const joined: CandleChannel = {
      topic,
      missedFromMs: order.resume === null || order.resume.isGone ? openBarMs(topic) : barOfPosition(topic),
      leave: () => {},
    }
    joined.leave = candles.listen(topic, (_topic, tMs, text) => {
      if (joined.missedFromMs !== null) joined.missedFromMs = Math.min(joined.missedFromMs, tMs)
      else if (isLagging) joined.missedFromMs = tMs
      else write(frameOf('candle', text, newId()))
    })
    return joined
  }

  function openBarMs({ chain, interval }: CandleTopic): number {
    const lengthMs = STREAM_INTERVAL_MS[interval]
    return Math.floor(candles.nowMs(chain) / lengthMs) * lengthMs
  }

  function barOfPosition(topic: CandleTopic): number {
    const event = tape.eventAt(position)
    const timeSec = event?.blockTimeSec ?? null
    const lengthMs = STREAM_INTERVAL_MS[topic.interval]
    if (event === undefined || timeSec === null) return openBarMs(topic)
    // Events of chains come in the order in which they were read, so those of another one may be of a later time.
    const slackMs = event.chain === topic.chain ? 0 : CHAINS_APART_MS
    const fromMs = Math.floor((timeSec * 1_000 - slackMs) / lengthMs) * lengthMs
    return topic.interval === '1s' ? Math.max(fromMs, candles.nowMs(topic.chain) - EVENT_STREAM.secondsBackMs) : fromMs
  }

  /** Tells a stretch of the bars that were missed, as they are now. */
  function stepCandles(channel: CandleChannel, fromMs: number): void {
    const { topic } = channel
    const lengthMs = STREAM_INTERVAL_MS[topic.interval]
    const stretchMs = topic.interval === '1s' ? EVENT_STREAM.secondsPerStepMs : EVENT_STREAM.minutesPerStepMs
    const untilMs = fromMs + Math.max(lengthMs, stretchMs)
    const read = candles.read(topic, fromMs, untilMs - 1)
    for (const bar of read) {
      channel.missedFromMs = bar.t
      say('candle', bar, newId())
      if (isLagging) return
    }
    channel.missedFromMs = untilMs > candles.nowMs(topic.chain) && untilMs > newestBarMs(read) ? null : untilMs
  }

  function sayLag(events: readonly TapeEvent[]): void {
    const headSeq = hub.headSeq()
    const nowMs = clock.monotonicMs()
    if (nowMs - lagSentAtMs < EVENT_STREAM.lagEveryMs) return
    const behindEvents = headSeq - position
    const atSec = events.at(-1)?.blockTimeSec ?? null
    const headSec = atSec === null ? null : tape.window().headTimeSec
    const behindMs = atSec === null || headSec === null ? 0 : Math.max(0, headSec - atSec) * 1_000
    if (behindEvents < EVENT_STREAM.lagFromEvents && behindMs < EVENT_STREAM.lagFromMs) return
    lagSentAtMs = nowMs
    say('lag', { behindMs, behindEvents })
  }

  /** The tape is another one: nothing of the old one can be sent any more. */
  function leaveEpoch(): void {
    const from = `${epoch}-${tape.formatCursor(position).slice(tape.epoch.length + 1)}`
    epoch = tape.epoch
    position = tape.window().tail.seq
    sentSeq = position
    const to = tape.formatCursor(position)
    say('truncated', { from, to, lost: null }, to)
  }

  function stepEvents(): boolean {
    if (tape.epoch !== epoch) leaveEpoch()
    const { events, position: next, missing } = catchUp.slice(position, EVENT_STREAM.eventsPerStep)
    if (missing > 0) skip(missing)
    let text = ''
    for (const event of events) {
      position = event.seq
      if (matches(event)) {
        sentSeq = position
        text += frames.of(event).frame
      }
      if (text.length >= EVENT_STREAM.bytesPerWrite) {
        write(text)
        text = ''
        if (isLagging) return false
      }
    }
    if (text !== '') write(text)
    position = Math.max(position, next)
    if (isLagging || !sink.isOpen) return false
    sayLag(events)
    return events.length > 0 && position < hub.headSeq()
  }

  /** So slow that the window has gone past it. */
  function skip(missing: number): void {
    const from = tape.formatCursor(position)
    position += missing
    sentSeq = position
    const to = tape.formatCursor(position)
    say('truncated', { from, to, lost: missing }, to)
  }

  const stream: HubStream = {
    owner: order.owner,
    topics: countedTopics(accepted),
    step() {
      if (isLagging || !sink.isOpen) return false
      const missed = bars.find(({ missedFromMs }) => missedFromMs !== null)
      if (missed !== undefined && missed.missedFromMs !== null) stepCandles(missed, missed.missedFromMs)
      if (isLagging || !sink.isOpen) return false
      const hasMore = stepEvents()
      return !isLagging && (hasMore || bars.some(({ missedFromMs }) => missedFromMs !== null))
    },
    beat() {
      const reason = order.endReason()
      if (reason !== null) return end(reason)
      const nowMs = clock.monotonicMs()
      if (isLagging) {
        if (nowMs - laggingSinceMs >= EVENT_STREAM.stalledMs) sink.end()
        return
      }
      if (nowMs - writtenAtMs >= heartbeatMs) write(heartbeatFrame(newId()))
    },
  }

  const remove = hub.add(stream)
  sink.onClosed(() => {
    remove()
    for (const { leave } of bars) leave()
    order.onClosed()
  })
  sink.onStopping(() => end('server stopping'))
  sink.onDrain(() => {
    if (!isLagging) return
    isLagging = false
    hub.wake(stream)
  })
  begin()
}

function newestBarMs(read: readonly { readonly t: number }[]): number {
  return read.at(-1)?.t ?? 0
}
