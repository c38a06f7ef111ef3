import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Tape } from '../../store/tape/types.ts'
import type { EncodedEvents } from '../feeds/encoded-events.ts'
import type { Feeds } from '../feeds/index.ts'
import type { Connection, Subscription } from './connection.ts'

export type DeliveryCounts = { deliveries: number; catchUps: number; skips: number }

/** What the steps of delivery work with. */
export type DeliveryParts = {
  readonly tape: Tape
  readonly clock: Clock
  readonly log: Logger
  readonly encoded: EncodedEvents
  readonly feeds: Feeds<Subscription>
  readonly counts: DeliveryCounts
  /** Connections with pending events and room for them. */
  readonly ready: Set<Connection>
  /** A subscriber with more unsent bytes is slow. */
  readonly sendBufferBytes: number
  /** Feeds the connections that are ready, in a turn of its own. */
  scheduleWork(): void
}
