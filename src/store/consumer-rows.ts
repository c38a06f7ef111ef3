import type { Truncation } from '../contract/stream.ts'
import type { DeliveryStatus } from '../contract/webhook.ts'

/* What a durable consumer of the tape keeps of each of its subscriptions: how far it has come, what waits for another
   attempt, and what became of each attempt. Webhooks are one consumer. */

/** Events of the tape by number that go to a receiver together. A consumer may add members of its own, which are stored
 *  with it. */
export type Delivery = {
  readonly deliveryId: string
  /** Of the tape whose numbers these are. */
  readonly epoch: string
  readonly seqs: readonly number[]
  readonly eventIds: readonly string[]
}

/** A delivery that waits for its next attempt. */
export type OutboxEntry<D extends Delivery = Delivery> = D & {
  /** Attempts that were made. */
  readonly attempts: number
  readonly nextAtMs: number
}

/** One attempt with its outcome. `dead`: it was the last one, so the delivery is a dead letter. */
export type AttemptRow<D extends Delivery = Delivery> = D & {
  readonly attempt: number
  readonly atMs: number
  readonly status: Exclude<DeliveryStatus, 'pending'>
  /** Null where the receiver did not answer, or does not speak HTTP. */
  readonly httpStatus: number | null
  readonly latencyMs: number
  readonly reason: string | null
  readonly nextAtMs: number | null
  /** How the answer begins. */
  readonly snippet: string | null
}

export type ConsumerState = {
  /** Cursor of the tape: what lies before it is delivered, dead or in the outbox. */
  readonly cursor: string
  readonly consecutiveFailures: number
  readonly delivered: number
  readonly failed: number
  readonly dead: number
  /** Attempts that are kept. */
  readonly kept: number
  readonly lastSuccessAtMs: number | null
  readonly lastFailure: { readonly atMs: number; readonly status: number | null; readonly reason: string } | null
  readonly truncated: Truncation | null
}

/** A place on the tape, as text and as the number in it. */
export type CursorPlace = { readonly text: string; readonly seq: number }

/** What one attempt changes, all or nothing. */
export type Settlement<D extends Delivery = Delivery> = {
  readonly delivery: D
  readonly attempt: AttemptRow<D>
  /** The entry that the attempt was made for; null for a first attempt straight from the tape. */
  readonly from: OutboxEntry<D> | null
  /** Where the cursor may go; null when the tape is another one by now. Never moves it back. */
  readonly cursor: CursorPlace | null
  /** Switches the subscription off when so many attempts in a row, this one included, have failed. */
  readonly breakAfter: { readonly failures: number; readonly reason: string }
}
