import type { Delivery, OutboxEntry } from '../../store/consumer-rows.ts'
import { mayTryNew } from './circuit-breaker.ts'
import { endSubscriber, skipLost } from './load.ts'
import { guardedBy, type Running } from './running.ts'
import { settleAttempt } from './settle-attempt.ts'
import { firstWaiting, lookAtOutbox, nextEvents, type Subscriber } from './subscriber.ts'
import type { AttemptResult, Subscription } from './types.ts'

const NOT_TRIED: AttemptResult = {
  succeeded: false,
  httpStatus: null,
  latencyMs: 0,
  reason: 'the server could not try it',
  snippet: null,
  isFinal: false,
}

/** Starts what may be started: due retries first, then what the tape has. */
export function pump<S extends Subscription, D extends Delivery>(
  running: Running<S, D>,
  subscriber: Subscriber<S>,
): void {
  const { parts, slots, stopping } = running
  const { clock, tape, limits } = parts
  if (subscriber.isOver || stopping.signal.aborted) return
  if (subscriber.epoch !== tape.epoch) {
    running.isStale = true
    running.schedule()
    return
  }
  if (!beginRetries(running, subscriber)) return
  // What waits for a retry is bounded: beyond it the cursor waits too.
  while (subscriber.waiting < limits.outboxEntries) {
    if (!slots.hasRoom(subscriber) || !mayTryNew(subscriber, clock.nowMs(), subscriber.underWay.size > 0)) return
    const next = nextEvents(parts, subscriber, running.reads)
    if (next.kind === 'none') {
      if (next.more) running.schedule()
      return
    }
    if (next.kind === 'events') begin(running, subscriber, { delivery: parts.makeDelivery(next.events), from: null })
    else skipLost(running, subscriber, next)
  }
}

/** False when there is no room for one that is due. */
function beginRetries<S extends Subscription, D extends Delivery>(
  running: Running<S, D>,
  subscriber: Subscriber<S>,
): boolean {
  const { store, clock } = running.parts
  while (subscriber.nextDueMs !== null && subscriber.nextDueMs <= clock.nowMs()) {
    if (!running.slots.hasRoom(subscriber)) return false
    const entry = firstWaiting(store, subscriber)
    subscriber.nextDueMs = entry?.nextAtMs ?? null
    if (entry === undefined || entry.nextAtMs > clock.nowMs()) break
    begin(running, subscriber, { delivery: deliveryOf(entry), from: entry })
  }
  return true
}

function begin<S extends Subscription, D extends Delivery>(
  running: Running<S, D>,
  subscriber: Subscriber<S>,
  { delivery, from }: { readonly delivery: D; readonly from: OutboxEntry<D> | null },
): void {
  const { parts, attempts, slots } = running
  const { log, label } = parts
  const { id } = subscriber.subscription
  slots.take(subscriber)
  subscriber.underWay.set(delivery.deliveryId, from === null ? (delivery.seqs[0] ?? null) : null)
  const attempt = (from?.attempts ?? 0) + 1
  const work = parts
    .attempt(subscriber.subscription, delivery, attempt)
    .catch((error: unknown): AttemptResult => {
      // A file that cannot be read, the authority's or the master key's: an operator's matter, and a failed attempt.
      log.error({ err: error, [label.one]: id }, 'a delivery could not be tried')
      return NOT_TRIED
    })
    .then((result) => settleAttempt(running, subscriber, { delivery, from, attempt, result }))
    .catch((error: unknown) => {
      // Nothing was written: the stored cursor and outbox still hold it, and the next tick begins there again.
      log.error({ err: error, [label.one]: id }, 'the outcome of a delivery was not kept')
      endSubscriber(running, subscriber)
      running.isStale = true
      return false
    })
    .then((isKept) => {
      attempts.delete(work)
      // An outcome that is not stored holds this subscriber's cursor back, so that the delivery is attempted again.
      if (isKept) subscriber.underWay.delete(delivery.deliveryId)
      finish(running, subscriber)
    })
  attempts.add(work)
}

/** Gives the place of an attempt back, and looks at those that may go on. */
function finish<S extends Subscription, D extends Delivery>(running: Running<S, D>, subscriber: Subscriber<S>): void {
  const waiters = running.slots.release(subscriber)
  if (running.stopping.signal.aborted) return
  guardedBy(running, () => {
    if (!subscriber.isOver) lookAtOutbox(running.parts.store, subscriber)
    pump(running, subscriber)
    for (const waiter of waiters) pump(running, waiter)
  })
}

/** Without what the outbox adds. */
function deliveryOf<D extends Delivery>({ attempts: _, nextAtMs: __, ...delivery }: OutboxEntry<D>): D {
  return delivery as unknown as D
}
