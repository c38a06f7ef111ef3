import type { Config } from '../../config/env.ts'
import type { MessageId } from '../../contract/stream-frames.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Tape } from '../../store/tape/types.ts'
import { createEncodedEvents } from '../feeds/encoded-events.ts'
import { createFeeds } from '../feeds/index.ts'
import { type Topic, topicName } from '../feeds/topic.ts'
import { step } from './catch-up.ts'
import type { Connection, Subscription } from './connection.ts'
import type { DeliveryCounts, DeliveryParts } from './delivery-parts.ts'
import { createTurns, type Turns } from './delivery-turns.ts'
import { hasRoom } from './live-subscribers.ts'
import { addSubscription, removeSubscription, type StartPlace, sendUnsubscribed } from './subscriptions.ts'

export type Delivery = {
  readonly topics: number
  readonly counts: DeliveryCounts
  has(topic: Topic): boolean
  /** Adds a subscription: with a snapshot, or from the event after a place on the tape. */
  subscribe(connection: Connection, topic: Topic, id: MessageId | undefined, from: StartPlace | null): void
  /** False when it was not subscribed. */
  unsubscribe(connection: Connection, topic: Topic, id: MessageId | undefined, reason: string): boolean
  /** The socket has taken something. */
  drained(connection: Connection): void
  /** Sends every topic of a connection the reason why it ends. */
  dismiss(connection: Connection, reason: string): void
  forget(connection: Connection): void
  stop(): void
}

type DeliveryInput = {
  readonly tape: Tape
  readonly config: Pick<Config, 'stream'>
  readonly clock: Clock
  readonly log: Logger
  /** To all live subscribers of a name. */
  readonly publish: (name: string, frame: string) => void
}

/** Carries the tape to the subscribers.
 *
 *  A subscriber at the head is live: it gets what its feed publishes, with one native call for all live subscribers.
 *  The socket layer is set to drop nothing, because it does not report what it drops. Instead, the buffers of live
 *  subscribers are checked after at most `GATEWAY.unseenBytes`. A subscriber with more unsent bytes than its send
 *  buffer is a slow reader: only its cursor is kept, and the tape feeds it as it drains, until it is at the head
 *  again. */
export function createDelivery(input: DeliveryInput): Delivery {
  const parts = partsOf(input, () => turns.scheduleWork())
  const { feeds, counts, ready } = parts
  const turns: Turns = createTurns(parts, input.config.stream.coalesceMs)

  function feedSoon(connection: Connection): void {
    ready.add(connection)
    turns.scheduleWork()
  }

  return {
    get topics() {
      return feeds.size
    },
    counts,
    has: (topic) => feeds.find(topicName(topic)) !== undefined,
    subscribe(connection, topic, id, from) {
      const subscription = addSubscription(parts, connection, topic, { id, from })
      // A cursor of another transport may be ahead of what was published here.
      if (subscription.from > feeds.position) {
        feeds.publishedUpTo(input.tape.window().head.seq)
        turns.flush()
      }
      if (hasRoom(parts, connection)) turns.guarded(() => step(parts, subscription))
      if (connection.waiting > 0) feedSoon(connection)
    },
    unsubscribe(connection, topic, id, reason) {
      const subscription = connection.subscriptions?.get(topicName(topic))
      if (subscription === undefined) return false
      sendUnsubscribed(parts, subscription, id, reason)
      removeSubscription(subscription)
      feeds.closeIfUnused(subscription.feed)
      return true
    },
    drained(connection) {
      if (connection.waiting > 0 && hasRoom(parts, connection)) feedSoon(connection)
    },
    dismiss(connection, reason) {
      for (const subscription of connection.subscriptions?.values() ?? [])
        sendUnsubscribed(parts, subscription, undefined, reason)
    },
    forget(connection) {
      ready.delete(connection)
      for (const subscription of [...(connection.subscriptions?.values() ?? [])]) {
        removeSubscription(subscription)
        feeds.closeIfUnused(subscription.feed)
      }
    },
    stop: () => turns.stop(),
  }
}

function partsOf({ tape, config, clock, log, publish }: DeliveryInput, scheduleWork: () => void): DeliveryParts {
  const counts: DeliveryCounts = { deliveries: 0, catchUps: 0, skips: 0 }
  const encoded = createEncodedEvents(tape)
  const feeds = createFeeds<Subscription>({
    tape,
    encoded,
    publish(feed, frame) {
      counts.deliveries += feed.live.size
      publish(feed.name, frame)
    },
  })
  const { sendBufferBytes } = config.stream
  return { tape, clock, log, encoded, feeds, counts, ready: new Set(), sendBufferBytes, scheduleWork }
}
