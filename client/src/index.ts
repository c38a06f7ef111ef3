import { type EventStreamMessage, type EventStreamOptions, readEventStream } from './event-stream.ts'
import { type FeedMessage, type FeedOptions, readFeed } from './feed.ts'
import { Operations } from './operations.ts'
import { type ClientOptions, Transport } from './transport.ts'

export * from './errors.ts'
export type { EventStreamMessage, EventStreamOptions } from './event-stream.ts'
export type { FeedMessage, FeedOptions, FeedTopic } from './feed.ts'
export type { CallOptions, ClientOptions } from './transport.ts'
export type * from './types.ts'
export { verifyWebhook, type WebhookPost } from './verify-webhook.ts'

/** A Mintglass server: a method for each operation of its description, and its streams. */
export class Mintglass extends Operations {
  constructor(options: ClientOptions = {}) {
    super(new Transport(options))
  }

  /** Events of channels, exactly once and in order, over breaks of the connection too. */
  streamEvents(options: EventStreamOptions): AsyncGenerator<EventStreamMessage, void, undefined> {
    return readEventStream(this.transport, options)
  }

  /** The WebSocket feed of launches and of tokens. */
  streamFeed(options: FeedOptions): AsyncGenerator<FeedMessage, void, undefined> {
    const ticket = async () => (await this.createStreamTicket({ purpose: 'websocket' })).ticket
    return readFeed(this.transport, ticket, options)
  }
}
