import type { MessageId } from '../../contract/stream-frames.ts'
import type { Topic } from '../feeds/topic.ts'
import type { Connection, Subscription } from './connection.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { unsubscribedFrame } from './frames.ts'

/** Where a subscription begins: `goneCursor` is the cursor that the client asked for when the tape no longer has it. */
export type StartPlace = { readonly seq: number; readonly goneCursor: string | null }

/** Adds a subscription to its connection and its feed; one to the same topic ends without a word. */
export function addSubscription(
  { feeds, counts }: DeliveryParts,
  connection: Connection,
  topic: Topic,
  begin: { readonly id: MessageId | undefined; readonly from: StartPlace | null },
): Subscription {
  const { id, from } = begin
  const feed = feeds.open(topic)
  const known = connection.subscriptions?.get(feed.name)
  if (known !== undefined) removeSubscription(known)
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
  return subscription
}

export function removeSubscription(subscription: Subscription): void {
  const { connection, feed } = subscription
  if (subscription.state === 'live') {
    feed.live.delete(subscription)
    if (connection.isOpen) connection.socket.unsubscribe(feed.name)
  } else connection.waiting--
  feed.subscribers.delete(subscription)
  connection.subscriptions?.delete(feed.name)
}

/** Sends the end of a subscription, with the cursor to resume from. */
export function sendUnsubscribed(
  { tape, feeds }: DeliveryParts,
  subscription: Subscription,
  id: MessageId | undefined,
  reason: string,
): void {
  const { connection, feed, state } = subscription
  const isLive = state === 'live'
  const position = isLive ? feeds.position : state === 'behind' ? subscription.position : subscription.from
  const seq = isLive ? feed.seq : (subscription.seq ?? feed.seq)
  const place = { topic: feed.topic, seq, cursor: tape.formatCursor(position) }
  connection.socket.send(unsubscribedFrame(id, place, reason))
}
