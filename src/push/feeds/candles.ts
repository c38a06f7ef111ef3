import { EVENT_STREAM, STREAM_INTERVAL_MS, type StreamInterval } from '../../config/event-stream.ts'
import type { StreamCandle } from '../../contract/stream.ts'
import { onChain, subjectOf, TAPE_CHAINS, type TapeChain, type TapeEvent } from '../../contract/tape-event.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type Bar, barStartMs, joinBars, readBars, readMinutes } from '../../services/stream/read-bars.ts'
import type { TapeReader } from '../../store/tape/types.ts'
import { createChainClock } from './chain-clock.ts'

export type CandleTopic = { readonly chain: TapeChain; readonly pool: string; readonly interval: StreamInterval }

/** Learns of a bar that changed or closed. `text` is the JSON of a `StreamCandle`, shared by all who listen. */
export type CandleListener = (topic: CandleTopic, tMs: number, text: string) => void

type Feed = {
  readonly topic: CandleTopic
  readonly listeners: Set<CandleListener>
  /** Bars with trades or retractions since the last tick, by their start. */
  readonly changed: Set<number>
  /** Bars sent as forming and not yet as final. */
  readonly forming: Set<number>
  /** The whole minutes of the newest bar that were merged already, up to `untilMs`. */
  merged: { readonly tMs: number; readonly untilMs: number; readonly bar: Bar | null } | null
}

export type CandleFeeds = {
  /** Begins the channel with its first listener; the returned function leaves it. */
  listen(topic: CandleTopic, listener: CandleListener): () => void
  /** Takes note of an event: each once, in the order of the tape. */
  noteEvent(event: TapeEvent): void
  /** Tells what changed since the last call, each bar once, and what has closed. */
  tick(): void
  /** Bars as they are now, for a reader that joins or has missed some. */
  read(topic: CandleTopic, fromMs: number, toMs: number): readonly StreamCandle[]
  /** The newest time that a chain or, when no block of it comes, the clock shows. */
  nowMs(chain: TapeChain): number
  /** Another tape: nothing of the old one is waited for. */
  reset(): void
  readonly size: number
}

/** Live bars of candle channels. Nothing is folded here: a bar is read from the tape when it is sent, so a retraction
 *  corrects it, a closed one too, and what is sent never differs from what is stored. A bar is final when the chain has
 *  shown a block after its end or, when no block comes any more, `QUIET_CLOSE_MS` after it. */
export function createCandleFeeds(parts: { readonly tape: TapeReader; readonly clock: Clock }): CandleFeeds {
  const { tape, clock } = parts
  const feeds = new Map<string, Feed>()
  const byPool = new Map<string, Set<Feed>>()
  const clocks = new Map(TAPE_CHAINS.map((chain) => [chain, createChainClock({ tape, clock, chain })]))

  function nowMs(chain: TapeChain): number {
    return clocks.get(chain)!.nowMs()
  }

  function toWire({ pool, interval }: CandleTopic, bar: Bar, atMs: number): StreamCandle {
    const { tMs, open, high, low, close, volumeUsd, trades } = bar
    const final = tMs + STREAM_INTERVAL_MS[interval] <= atMs
    return { pool, interval, t: tMs, o: open, h: high, l: low, c: close, v: volumeUsd, trades, final }
  }

  /** The bar at `tMs`; the last close, without a trade, when a fork has taken all of its trades. */
  function barAt(feed: Feed, tMs: number): Bar {
    const bar =
      feed.topic.interval === '1s' ? readBars(tape, { ...feed.topic, fromMs: tMs, toMs: tMs })[0] : minutesAt(feed, tMs)
    if (bar !== undefined && bar !== null) return bar
    const before = readBars(tape, {
      ...feed.topic,
      fromMs: tMs - Math.max(STREAM_INTERVAL_MS[feed.topic.interval], EVENT_STREAM.minutesPerStepMs),
      toMs: tMs - 1,
    }).at(-1)
    const close = before?.close ?? 0
    return { tMs, open: close, high: close, low: close, close, volumeUsd: 0, trades: 0 }
  }

  /** Minutes that are over are merged once, so that the 1,440 of a day are not read at each trade. */
  function minutesAt(feed: Feed, tMs: number): Bar | null {
    const { chain, pool, interval } = feed.topic
    const endMs = tMs + STREAM_INTERVAL_MS[interval]
    const known = feed.merged?.tMs === tMs ? feed.merged : { tMs, untilMs: tMs, bar: null }
    const minutes = readMinutes(tape, onChain(chain, pool), known.untilMs, endMs)
    const newest = minutes.at(-1)
    if (newest === undefined) return known.bar
    const whole = minutes.slice(0, -1).reduce<Bar | null>((sum, minute) => join(sum, minute, tMs), known.bar)
    feed.merged = { tMs, untilMs: newest.tMs, bar: whole }
    return join(whole, newest, tMs)
  }

  function publish(feed: Feed, tMs: number, atMs: number): void {
    const candle = toWire(feed.topic, barAt(feed, tMs), atMs)
    if (candle.final) feed.forming.delete(tMs)
    else feed.forming.add(tMs)
    const text = JSON.stringify(candle)
    for (const listener of [...feed.listeners]) listener(feed.topic, tMs, text)
  }

  return {
    listen(topic, listener) {
      const market = onChain(topic.chain, topic.pool)
      const name = `${market}:${topic.interval}`
      let feed = feeds.get(name)
      if (feed === undefined) {
        feed = { topic, listeners: new Set(), changed: new Set(), forming: new Set(), merged: null }
        feeds.set(name, feed)
        const ofPool = byPool.get(market) ?? new Set()
        byPool.set(market, ofPool.add(feed))
        // A bar that is open when the first one joins closes for them too.
        const openMs = barStartMs(topic.interval, nowMs(topic.chain))
        if (readBars(tape, { ...topic, fromMs: openMs, toMs: openMs }).length > 0) feed.forming.add(openMs)
      }
      const joined = feed
      joined.listeners.add(listener)
      return () => {
        joined.listeners.delete(listener)
        if (joined.listeners.size > 0 || feeds.get(name) !== joined) return
        feeds.delete(name)
        const ofPool = byPool.get(market)
        ofPool?.delete(joined)
        if (ofPool?.size === 0) byPool.delete(market)
      }
    },
    noteEvent(event) {
      if (event.type === 'screen') return
      const subject = subjectOf(event)
      if (subject?.type !== 'trade' || subject.blockTimeSec === null) return
      const timeMs = subject.blockTimeSec * 1_000
      for (const feed of byPool.get(onChain(subject.chain, subject.pool)) ?? []) {
        const { changed, topic } = feed
        if (feed.merged !== null && (event.type === 'retracted' || timeMs < feed.merged.untilMs)) feed.merged = null
        const tMs = barStartMs(topic.interval, timeMs)
        changed.add(tMs)
        // Far behind the chain: bars are sent as they form, sooner than at the next tick.
        if (changed.size > EVENT_STREAM.changedBars) flush(feed, nowMs(topic.chain))
      }
    },
    tick() {
      if (feeds.size === 0) return
      for (const feed of feeds.values()) flush(feed, nowMs(feed.topic.chain))
    },
    read: (topic, fromMs, toMs) => {
      const atMs = nowMs(topic.chain)
      return readBars(tape, { ...topic, fromMs, toMs }).map((bar) => toWire(topic, bar, atMs))
    },
    nowMs,
    reset() {
      for (const chainClock of clocks.values()) chainClock.reset()
      for (const feed of feeds.values()) {
        feed.changed.clear()
        feed.forming.clear()
        feed.merged = null
      }
    },
    get size() {
      return feeds.size
    },
  }

  function flush(feed: Feed, atMs: number): void {
    const lengthMs = STREAM_INTERVAL_MS[feed.topic.interval]
    for (const tMs of feed.forming) if (tMs + lengthMs <= atMs) feed.changed.add(tMs)
    if (feed.changed.size === 0) return
    const due = [...feed.changed].sort((a, b) => a - b)
    feed.changed.clear()
    for (const tMs of due) publish(feed, tMs, atMs)
  }
}

function join(sum: Bar | null, minute: Bar, tMs: number): Bar {
  return sum === null ? { ...minute, tMs } : joinBars(sum, minute)
}
