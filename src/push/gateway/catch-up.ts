import { CLOSE, GATEWAY } from '../../config/gateway.ts'
import { isDexOf, type TapeEvent } from '../../contract/tape-event.ts'
import type { Feed } from '../feeds/index.ts'
import { matchesTopic, placeOfTopic } from '../feeds/topic.ts'
import { truncationOf } from '../feeds/truncation.ts'
import type { Connection, Subscription } from './connection.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { snapshotFrame } from './frames.ts'
import { becomeLive, hasRoom, leaveLive } from './live-subscribers.ts'

/** One step for the connection that has waited longest. */
export function feedNext(parts: DeliveryParts): void {
  const { ready } = parts
  for (const connection of ready) {
    ready.delete(connection)
    if (connection.waiting === 0 || !connection.isOpen || !hasRoom(parts, connection)) return
    stepOne(parts, connection)
    if (connection.waiting > 0 && connection.isOpen) ready.add(connection)
    return
  }
}

function stepOne(parts: DeliveryParts, connection: Connection): undefined {
  for (const subscription of connection.subscriptions?.values() ?? [])
    if (subscription.state !== 'live') return step(parts, subscription)
}

/** Takes a subscription one step nearer to the head of the tape. */
export function step(parts: DeliveryParts, subscription: Subscription): undefined {
  if (parts.tape.epoch !== parts.feeds.epoch) resync(parts)
  if (subscription.state === 'opening') sendSnapshot(parts, subscription)
  else if (subscription.state === 'counting') countMissed(parts, subscription)
  else sendMissed(parts, subscription)
}

function sendSnapshot(parts: DeliveryParts, subscription: Subscription): void {
  const { tape, feeds } = parts
  const { connection, feed, id } = subscription
  const cursor = tape.formatCursor(feeds.position)
  subscription.seq = feed.seq
  connection.socket.send(snapshotFrame(id, { topic: feed.topic, seq: feed.seq, cursor }, newestOf(parts, feed)))
  becomeLive(subscription)
}

/** JSON text of the list of the newest events, oldest first. */
function newestOf({ tape, feeds, clock, encoded }: DeliveryParts, feed: Feed<Subscription>): string {
  const nowMs = clock.monotonicMs()
  const kept = feed.snapshot
  if (kept !== null && kept.seq === feed.seq && nowMs - kept.atMs < GATEWAY.snapshotKeptMs) return kept.text
  const limit = GATEWAY.snapshotEvents
  const beforeSeq = feeds.position + 1
  const { channel } = feed.topic
  const { chain, key } = placeOfTopic(feed.topic)
  const newest: readonly TapeEvent[] =
    channel === 'token'
      ? tape.trades({ by: 'mint', address: key, chain }, { limit, beforeSeq }).trades
      : channel === 'screen'
        ? tape.screenChanges(key, { limit, beforeSeq })
        : tape.launches({ limit, chain, beforeSeq, ...(isDexOf(chain, key) ? { dex: key } : {}) }).launches
  const text = `[${newest
    .toReversed()
    .map((event) => encoded.textOf(event))
    .join()}]`
  feed.snapshot = { seq: feed.seq, atMs: nowMs, text }
  return text
}

/** Events after a position that this gateway has published; null when the tape no longer holds the first of them. */
function readAfter({ tape, feeds }: DeliveryParts, position: number, limit: number): readonly TapeEvent[] | null {
  const events = tape.read(position, Math.min(limit, feeds.position - position))
  return events[0]?.seq === position + 1 ? events : null
}

function countMissed(parts: DeliveryParts, subscription: Subscription): undefined {
  const { tape, feeds } = parts
  if (subscription.position < feeds.position) {
    const events = readAfter(parts, subscription.position, GATEWAY.countedEvents)
    if (events === null) return beginAgain(parts, subscription, tape.formatCursor(subscription.from))
    for (const event of events) if (matchesTopic(subscription.feed.topic, event)) subscription.counted++
    subscription.position = events.at(-1)!.seq
  }
  if (subscription.position === feeds.position) endCounting(parts, subscription)
}

function endCounting({ tape, feeds, counts }: DeliveryParts, subscription: Subscription): void {
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

function sendMissed(parts: DeliveryParts, subscription: Subscription): undefined {
  const { tape, feeds, log } = parts
  const { connection, feed } = subscription
  if (subscription.position < feeds.position) {
    const events = readAfter(parts, subscription.position, GATEWAY.catchUpEvents)
    if (events === null) return beginAgain(parts, subscription, tape.formatCursor(subscription.position))
    connection.socket.cork(() => sendEvents(parts, subscription, events))
  }
  if (subscription.position < feeds.position) return
  if (subscription.seq === feed.seq) return becomeLive(subscription)
  log.error({ topic: feed.name, seq: subscription.seq, feedSeq: feed.seq }, 'a catch-up does not meet its feed')
  connection.socket.end(CLOSE.internal, 'resume with your cursor')
}

function sendEvents({ feeds, counts }: DeliveryParts, subscription: Subscription, events: readonly TapeEvent[]): void {
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
function beginAgain({ tape, feeds }: DeliveryParts, subscription: Subscription, goneCursor: string): undefined {
  subscription.state = 'counting'
  subscription.from = subscription.position = Math.min(tape.window().tail.seq, feeds.position)
  subscription.counted = 0
  subscription.goneCursor ??= goneCursor
}

/** The tape is another one, or moved on beyond what was published: every subscriber begins again. */
export function resync(parts: DeliveryParts): void {
  const { feeds, log, ready } = parts
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
    beginAgain(parts, subscription, goneCursor)
    ready.add(subscription.connection)
  }
  parts.scheduleWork()
}
