import { GATEWAY } from '../../config/gateway.ts'
import type { Feed, Feeds } from '../feeds/index.ts'
import type { Connection, Subscription } from './connection.ts'
import type { DeliveryParts } from './delivery-parts.ts'

/** Whether a connection may be fed from the tape. */
export function hasRoom({ sendBufferBytes }: Pick<DeliveryParts, 'sendBufferBytes'>, { socket }: Connection): boolean {
  return socket.getBufferedAmount() <= sendBufferBytes / 2
}

/** Whether so much was published that the buffers of a feed's live subscribers must be checked. */
export function isUnseen(feed: Feed<Subscription>): boolean {
  return feed.unseenBytes * feed.widest >= GATEWAY.unseenBytes
}

export function hasUnseen(feeds: Feeds<Subscription>): boolean {
  for (const feed of feeds.all()) if (isUnseen(feed)) return true
  return false
}

/** Takes the live subscribers whose buffers are full off the feed: the tape feeds them as they drain. */
export function lookAtBuffers(parts: DeliveryParts, feed: Feed<Subscription>): void {
  feed.unseenBytes = 0
  for (const { connection } of feed.live)
    if (connection.socket.getBufferedAmount() > parts.sendBufferBytes) markSlow(parts, connection)
}

function markSlow({ counts, feeds }: DeliveryParts, connection: Connection): void {
  counts.catchUps++
  for (const subscription of connection.subscriptions?.values() ?? []) {
    if (subscription.state !== 'live') continue
    leaveLive(subscription)
    subscription.state = 'behind'
    subscription.position = feeds.position
    subscription.seq = subscription.feed.seq
  }
}

export function leaveLive(subscription: Subscription): void {
  const { connection, feed } = subscription
  connection.socket.unsubscribe(feed.name)
  feed.live.delete(subscription)
  connection.waiting++
}

export function becomeLive(subscription: Subscription): undefined {
  const { connection, feed } = subscription
  subscription.state = 'live'
  feed.live.add(subscription)
  connection.waiting--
  connection.socket.subscribe(feed.name)
}
