import type { TapeEvent } from '../../contract/tape-event.ts'
import type { CursorPlace, Delivery, OutboxEntry } from '../../store/consumer-rows.ts'
import type { SlotUser } from './attempt-slots.ts'
import type { Circuit } from './circuit-breaker.ts'
import type { SharedReads } from './shared-reads.ts'
import type { ConsumerParts, Subscription } from './types.ts'

/** One subscription being served: a cursor on the tape, and what is under way. */
export type Subscriber<S extends Subscription> = SlotUser &
  Circuit & {
    subscription: S
    readonly epoch: string
    /** Every event up to here was delivered, is under way, or was not wanted. */
    readSeq: number
    /** The event after that, while it is held. */
    held: TapeEvent | null
    /** What the stored cursor says. */
    storedSeq: number
    /** Deliveries under way, with their first number on the tape when they came straight from it. */
    readonly underWay: Map<string, number | null>
    /** In the outbox. */
    waiting: number
    nextDueMs: number | null
    isOver: boolean
  }

type Parts<S extends Subscription, D extends Delivery> = Pick<ConsumerParts<S, D>, 'store' | 'tape' | 'limits'>

export function openSubscriber<S extends Subscription, D extends Delivery>(
  { store, tape }: Parts<S, D>,
  subscription: S,
  seq: number,
): Subscriber<S> {
  const subscriber: Subscriber<S> = {
    targetKey: subscription.targetKey,
    ownerId: subscription.ownerId,
    subscription,
    epoch: tape.epoch,
    readSeq: seq,
    held: null,
    storedSeq: seq,
    underWay: new Map(),
    waiting: 0,
    nextDueMs: null,
    failures: subscription.state.consecutiveFailures,
    probeAtMs: 0,
    isOver: false,
  }
  lookAtOutbox(store, subscriber)
  return subscriber
}

/** How much waits and when the next of it is due. */
export function lookAtOutbox<D extends Delivery>(
  store: ConsumerParts<Subscription, D>['store'],
  subscriber: Subscriber<Subscription>,
): void {
  subscriber.waiting = store.waitingCount(subscriber.subscription.id)
  subscriber.nextDueMs = subscriber.waiting === 0 ? null : (firstWaiting(store, subscriber)?.nextAtMs ?? null)
}

/** The entry that is due next and not under way. */
export function firstWaiting<D extends Delivery>(
  store: ConsumerParts<Subscription, D>['store'],
  { subscription, underWay }: Subscriber<Subscription>,
): OutboxEntry<D> | undefined {
  return store
    .waiting(subscription.id, Number.MAX_SAFE_INTEGER, underWay.size + 1)
    .find(({ deliveryId }) => !underWay.has(deliveryId))
}

/** Where the cursor may stand when everything but `settled` is still under way; null when the tape is another one. */
export function safeCursor<S extends Subscription, D extends Delivery>(
  { tape }: Parts<S, D>,
  { epoch, underWay, readSeq }: Subscriber<S>,
  settled: string | null,
): CursorPlace | null {
  if (tape.epoch !== epoch) return null
  let seq = readSeq
  for (const [id, firstSeq] of underWay) if (id !== settled && firstSeq !== null) seq = Math.min(seq, firstSeq - 1)
  return { text: tape.formatCursor(seq), seq }
}

export type NextEvents =
  | { readonly kind: 'events'; readonly events: Omit<Delivery, 'deliveryId'> }
  /** Nothing for this subscription up to the head; `more`: the turn was over before the head was reached. */
  | { readonly kind: 'none'; readonly more: boolean }
  /** The tape no longer holds what comes next: events up to `toSeq` are lost. */
  | { readonly kind: 'truncated'; readonly fromSeq: number; readonly toSeq: number }

/** Known without a read of the tape, which moves with every chain. */
function isStillHeld<S extends Subscription>({ held, readSeq, subscription }: Subscriber<S>): boolean {
  if (held === null || held.seq <= readSeq) return false
  return subscription.wants(held) && subscription.isHeld?.(held) === true
}

/** Reads on until a delivery is full or the head is reached. */
export function nextEvents<S extends Subscription, D extends Delivery>(
  { limits }: Parts<S, D>,
  subscriber: Subscriber<S>,
  reads: SharedReads,
): NextEvents {
  const { subscription, epoch } = subscriber
  const { batchMax } = subscription
  if (isStillHeld(subscriber)) return { kind: 'none', more: false }
  const seqs: number[] = []
  const eventIds: string[] = []
  const beganAt = subscriber.readSeq
  let isHeld = false
  while (!isHeld && seqs.length < batchMax && subscriber.readSeq - beganAt < limits.eventsPerTurn) {
    const events = reads.read(subscriber.readSeq)
    const [first] = events
    if (first === undefined) break
    if (first.seq > subscriber.readSeq + 1) {
      // What was read before the hole goes out first; the next call finds the hole again.
      if (seqs.length > 0) break
      return { kind: 'truncated', fromSeq: subscriber.readSeq, toSeq: first.seq - 1 }
    }
    for (const event of events) {
      const isWanted = subscription.wants(event)
      isHeld = isWanted && subscription.isHeld?.(event) === true
      subscriber.held = isHeld ? event : null
      if (isHeld) break
      subscriber.readSeq = event.seq
      if (!isWanted) continue
      seqs.push(event.seq)
      eventIds.push(event.eventId)
      if (seqs.length >= batchMax) break
    }
    if (events.length < limits.eventsPerRead) break
  }
  if (seqs.length === 0) return { kind: 'none', more: subscriber.readSeq - beganAt >= limits.eventsPerTurn }
  return { kind: 'events', events: { epoch, seqs, eventIds } }
}
