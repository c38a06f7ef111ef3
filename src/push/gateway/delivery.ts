import type { Config } from '../../config/env.ts'
import { CLOSE, GATEWAY } from '../../config/gateway.ts'
import type { MessageId } from '../../contract/stream-frames.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import { inBackground } from '../../runtime/background.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Tape } from '../../store/tape/types.ts'
import { createEncodedEvents } from '../feeds/encoded-events.ts'
import { createFeeds, type Feed } from '../feeds/index.ts'
import { ALL_DEXES, matchesTopic, type Topic, topicName } from '../feeds/topic.ts'
import { truncationOf } from '../feeds/truncation.ts'
import type { Connection, Subscription } from './connection.ts'
import { snapshotFrame, unsubscribedFrame } from './frames.ts'

export type DeliveryCounts = { deliveries: number; catchUps: number; skips: number }

export type Delivery = {
  readonly topics: number
  readonly counts: DeliveryCounts
  has(topic: Topic): boolean
  /** Adds a subscription: with a snapshot, or from the event after a place on the tape; `goneCursor` is the cursor that
   *  the client asked for when the tape no longer has it. */
  subscribe(
    connection: Connection,
    topic: Topic,
    id: MessageId | undefined,
    from: { readonly seq: number; readonly goneCursor: string | null } | null,
  ): void
  /** False when it was not subscribed. */
  unsubscribe(connection: Connection, topic: Topic, id: MessageId | undefined, reason: string): boolean
  /** The socket has taken something. */
  drained(connection: Connection): void
  /** Sends every topic of a connection the reason why it ends. */
  dismiss(connection: Connection, reason: string): void
  forget(connection: Connection): void
  stop(): void
}

/** Carries the tape to the subscribers.
 *
 *  A subscriber at the head is live: it gets what its feed publishes, with one native call for all live subscribers.
 *  The socket layer is set to drop nothing, because it does not report what it drops. Instead, the buffers of live
 *  subscribers are checked after at most `GATEWAY.unseenBytes`. A subscriber with more unsent bytes than its send
 *  buffer is a slow reader: only its cursor is kept, and the tape feeds it as it drains, until it is at the head
 *  again. */
export function createDelivery(parts: {
  readonly tape: Tape
  readonly config: Pick<Config, 'stream'>
  readonly clock: Clock
  readonly log: Logger
  /** To all live subscribers of a name. */
  readonly publish: (name: string, frame: string) => void
}): Delivery {
  const { tape, clock, log } = parts
  const { sendBufferBytes, coalesceMs } = parts.config.stream
  const counts: DeliveryCounts = { deliveries: 0, catchUps: 0, skips: 0 }
  const encoded = createEncodedEvents(tape)
  const feeds = createFeeds<Subscription>({
    tape,
    encoded,
    publish(feed, frame) {
      counts.deliveries += feed.live.size
      parts.publish(feed.name, frame)
    },
  })
  /** Connections with pending events and room for them. */
  const ready = new Set<Connection>()
  let flushTimer: NodeJS.Timeout | undefined
  let flushSoon: NodeJS.Immediate | undefined
  let workSoon: NodeJS.Immediate | undefined
  let lastFlushMs = Number.NEGATIVE_INFINITY
  let isStopped = false

  const endListening = tape.subscribe((headSeq) => {
    feeds.publishedUpTo(headSeq)
    if (feeds.size === 0 || flushTimer !== undefined || flushSoon !== undefined) return
    const waitMs = lastFlushMs + coalesceMs - clock.monotonicMs()
    if (waitMs <= 0) flush()
    else flushTimer = setTimeout(() => inBackground('gateway flush', flush), waitMs)
  })

  function flush(): void {
    clearTimeout(flushTimer)
    flushTimer = undefined
    flushSoon = undefined
    if (isStopped) return
    lastFlushMs = clock.monotonicMs()
    guarded(() => {
      if (!feeds.publishTurn()) restart()
    })
    if (ready.size > 0 || hasUnseen()) scheduleWork()
    if (feeds.hasMore()) flushSoon = setImmediate(() => inBackground('gateway flush', flush))
  }

  function scheduleWork(): void {
    workSoon ??= setImmediate(() => inBackground('gateway work', work))
  }

  /** Runs after what was published in the turn before has been handed to the system. */
  function work(): void {
    workSoon = undefined
    if (isStopped) return
    guarded(() => {
      for (const feed of feeds.all()) if (isUnseen(feed)) lookAtBuffers(feed)
      for (let steps = 0; steps < GATEWAY.stepsPerTurn && ready.size > 0; steps++) feedNext()
    })
    if (ready.size > 0) scheduleWork()
  }

  /** A read of the tape can fail (a day is being removed, the disk is gone): the next turn tries again. */
  function guarded(turn: () => void): void {
    try {
      turn()
    } catch (error) {
      log.error({ err: error }, 'a turn of the WebSocket gateway failed')
    }
  }

  function isUnseen(feed: Feed<Subscription>): boolean {
    return feed.unseenBytes * feed.widest >= GATEWAY.unseenBytes
  }

  function hasUnseen(): boolean {
    for (const feed of feeds.all()) if (isUnseen(feed)) return true
    return false
  }

  function lookAtBuffers(feed: Feed<Subscription>): void {
    feed.unseenBytes = 0
    for (const { connection } of feed.live)
      if (connection.socket.getBufferedAmount() > sendBufferBytes) markSlow(connection)
  }

  function markSlow(connection: Connection): void {
    counts.catchUps++
    for (const subscription of connection.subscriptions?.values() ?? []) {
      if (subscription.state !== 'live') continue
      leaveLive(subscription)
      subscription.state = 'behind'
      subscription.position = feeds.position
      subscription.seq = subscription.feed.seq
    }
  }

  function leaveLive(subscription: Subscription): void {
    const { connection, feed } = subscription
    connection.socket.unsubscribe(feed.name)
    feed.live.delete(subscription)
    connection.waiting++
  }

  function becomeLive(subscription: Subscription): undefined {
    const { connection, feed } = subscription
    subscription.state = 'live'
    feed.live.add(subscription)
    connection.waiting--
    connection.socket.subscribe(feed.name)
  }

  function hasRoom({ socket }: Connection): boolean {
    return socket.getBufferedAmount() <= sendBufferBytes / 2
  }

  /** One step for the connection that has waited longest. */
  function feedNext(): void {
    for (const connection of ready) {
      ready.delete(connection)
      if (connection.waiting === 0 || !connection.isOpen || !hasRoom(connection)) return
      stepOne(connection)
      if (connection.waiting > 0 && connection.isOpen) ready.add(connection)
      return
    }
  }

  function stepOne(connection: Connection): undefined {
    for (const subscription of connection.subscriptions?.values() ?? [])
      if (subscription.state !== 'live') return step(subscription)
  }

  function step(subscription: Subscription): undefined {
    if (tape.epoch !== feeds.epoch) restart()
    if (subscription.state === 'opening') sendSnapshot(subscription)
    else if (subscription.state === 'counting') countMissed(subscription)
    else sendMissed(subscription)
  }

  function sendSnapshot(subscription: Subscription): undefined {
    const { connection, feed, id } = subscription
    const cursor = tape.formatCursor(feeds.position)
    subscription.seq = feed.seq
    connection.socket.send(snapshotFrame(id, { topic: feed.topic, seq: feed.seq, cursor }, newestOf(feed)))
    becomeLive(subscription)
  }

  /** JSON text of the list of the newest events, oldest first. */
  function newestOf(feed: Feed<Subscription>): string {
    const nowMs = clock.monotonicMs()
    const kept = feed.snapshot
    if (kept !== null && kept.seq === feed.seq && nowMs - kept.atMs < GATEWAY.snapshotKeptMs) return kept.text
    const limit = GATEWAY.snapshotEvents
    const beforeSeq = feeds.position + 1
    const { channel, key } = feed.topic
    const newest: readonly TapeEvent[] =
      channel === 'token'
        ? tape.trades({ by: 'mint', address: key }, { limit, beforeSeq }).trades
        : tape.launches({ limit, beforeSeq, ...(key === ALL_DEXES ? {} : { dex: key }) }).launches
    const text = `[${newest
      .toReversed()
      .map((event) => encoded.textOf(event))
      .join()}]`
    feed.snapshot = { seq: feed.seq, atMs: nowMs, text }
    return text
  }

  /** Events after a position that this gateway has published; null when the tape no longer holds the first of them. */
  function readAfter(position: number, limit: number): readonly TapeEvent[] | null {
    const events = tape.read(position, Math.min(limit, feeds.position - position))
    return events[0]?.seq === position + 1 ? events : null
  }

  function countMissed(subscription: Subscription): undefined {
    const { feed } = subscription
    if (subscription.position < feeds.position) {
      const events = readAfter(subscription.position, GATEWAY.countedEvents)
      if (events === null) return beginAgain(subscription, tape.formatCursor(subscription.from))
      for (const event of events) if (matchesTopic(feed.topic, event)) subscription.counted++
      subscription.position = events.at(-1)!.seq
    }
    if (subscription.position === feeds.position) endCounting(subscription)
  }

  function endCounting(subscription: Subscription): undefined {
    const { connection, feed, id, from, goneCursor } = subscription
    const toSeq = feed.seq - subscription.counted
    const fromSeq = subscription.seq === null ? null : subscription.seq + 1
    const isSkip = goneCursor !== null && (fromSeq === null || fromSeq <= toSeq)
    if (goneCursor !== null) counts.skips++
    const gap = {
      ...(isSkip ? { skipped: { fromSeq, toSeq } } : {}),
      ...(goneCursor === null ? {} : { truncated: truncationOf(tape, goneCursor, from) }),
    }
    subscription.goneCursor = null
    subscription.state = 'behind'
    subscription.position = from
    subscription.seq = toSeq
    const place = { topic: feed.topic, seq: toSeq, cursor: tape.formatCursor(from) }
    connection.socket.send(snapshotFrame(id, place, '[]', gap))
    if (subscription.position === feeds.position) becomeLive(subscription)
  }

  function sendMissed(subscription: Subscription): undefined {
    const { connection, feed } = subscription
    if (subscription.position < feeds.position) {
      const events = readAfter(subscription.position, GATEWAY.catchUpEvents)
      if (events === null) return beginAgain(subscription, tape.formatCursor(subscription.position))
      connection.socket.cork(() => sendEvents(subscription, events))
    }
    if (subscription.position < feeds.position) return
    if (subscription.seq === feed.seq) return becomeLive(subscription)
    log.error({ topic: feed.name, seq: subscription.seq, feedSeq: feed.seq }, 'a catch-up does not meet its feed')
    connection.socket.end(CLOSE.internal, 'resume with your cursor')
  }

  function sendEvents(subscription: Subscription, events: readonly TapeEvent[]): void {
    const { connection, feed } = subscription
    let bytes = 0
    let seq = subscription.seq ?? 0
    for (const event of events) {
      if (matchesTopic(feed.topic, event)) {
        const frame = feeds.updateOf(feed, ++seq, event)
        connection.socket.send(frame)
        bytes += frame.length
        counts.deliveries++
      }
      subscription.position = event.seq
      if (bytes >= GATEWAY.catchUpBytes) break
    }
    subscription.seq = seq
  }

  /** Counts from the oldest event that the tape still has. `goneCursor` is where the subscriber stood. */
  function beginAgain(subscription: Subscription, goneCursor: string): undefined {
    subscription.state = 'counting'
    subscription.from = subscription.position = Math.min(tape.window().tail.seq, feeds.position)
    subscription.counted = 0
    subscription.goneCursor ??= goneCursor
  }

  /** The tape is another one, or moved on beyond what was published. */
  function restart(): void {
    log.warn({ position: feeds.position }, 'tape truncated past the position of the WebSocket feeds: resyncing')
    const stood: [Subscription, string][] = []
    for (const feed of feeds.all())
      for (const subscription of feed.subscribers) {
        const { state } = subscription
        if (state === 'opening') continue
        if (state === 'live') subscription.seq = feed.seq
        const seq = state === 'live' ? feeds.position : subscription.position
        stood.push([subscription, feeds.cursorOf(seq)])
      }
    feeds.restart()
    for (const [subscription, goneCursor] of stood) {
      if (subscription.state === 'live') leaveLive(subscription)
      beginAgain(subscription, goneCursor)
      ready.add(subscription.connection)
    }
    scheduleWork()
  }

  function remove(subscription: Subscription): void {
    const { connection, feed } = subscription
    if (subscription.state === 'live') {
      feed.live.delete(subscription)
      if (connection.isOpen) connection.socket.unsubscribe(feed.name)
    } else connection.waiting--
    feed.subscribers.delete(subscription)
    connection.subscriptions?.delete(feed.name)
  }

  function sayGoodbye(subscription: Subscription, id: MessageId | undefined, reason: string): void {
    const { connection, feed, state } = subscription
    const isLive = state === 'live'
    const position = isLive ? feeds.position : state === 'behind' ? subscription.position : subscription.from
    const seq = isLive ? feed.seq : (subscription.seq ?? feed.seq)
    const place = { topic: feed.topic, seq, cursor: tape.formatCursor(position) }
    connection.socket.send(unsubscribedFrame(id, place, reason))
  }

  return {
    get topics() {
      return feeds.size
    },
    counts,
    has: (topic) => feeds.find(topicName(topic)) !== undefined,
    subscribe(connection, topic, id, from) {
      const feed = feeds.open(topic)
      const known = connection.subscriptions?.get(feed.name)
      if (known !== undefined) remove(known)
      const subscription: Subscription = {
        connection,
        feed,
        id,
        state: from === null ? 'opening' : 'counting',
        position: from?.seq ?? 0,
        seq: null,
        from: from?.seq ?? feeds.position,
        counted: 0,
        goneCursor: from?.goneCursor ?? null,
      }
      connection.subscriptions ??= new Map()
      connection.subscriptions.set(feed.name, subscription)
      connection.waiting++
      feed.subscribers.add(subscription)
      const width = connection.subscriptions.size
      for (const { feed: own } of connection.subscriptions.values()) own.widest = Math.max(own.widest, width)
      if (from !== null) counts.catchUps++
      // A cursor of another transport may be ahead of what was published here.
      if (subscription.from > feeds.position) {
        feeds.publishedUpTo(tape.window().head.seq)
        flush()
      }
      if (hasRoom(connection)) guarded(() => step(subscription))
      if (connection.waiting > 0) {
        ready.add(connection)
        scheduleWork()
      }
    },
    unsubscribe(connection, topic, id, reason) {
      const subscription = connection.subscriptions?.get(topicName(topic))
      if (subscription === undefined) return false
      sayGoodbye(subscription, id, reason)
      remove(subscription)
      feeds.closeIfUnused(subscription.feed)
      return true
    },
    drained(connection) {
      if (connection.waiting === 0 || !hasRoom(connection)) return
      ready.add(connection)
      scheduleWork()
    },
    dismiss(connection, reason) {
      for (const subscription of connection.subscriptions?.values() ?? []) sayGoodbye(subscription, undefined, reason)
    },
    forget(connection) {
      ready.delete(connection)
      for (const subscription of [...(connection.subscriptions?.values() ?? [])]) {
        remove(subscription)
        feeds.closeIfUnused(subscription.feed)
      }
    },
    stop() {
      isStopped = true
      endListening()
      clearTimeout(flushTimer)
      clearImmediate(flushSoon)
      clearImmediate(workSoon)
    },
  }
}
