import type { Delivery, OutboxEntry } from '../../store/consumer-rows.ts'
import { noteOutcome } from './circuit-breaker.ts'
import { endSubscriber } from './load.ts'
import { nextAttemptAtMs } from './retry-schedule.ts'
import type { Running } from './running.ts'
import { type Subscriber, safeCursor } from './subscriber.ts'
import type { AttemptResult, Subscription } from './types.ts'

/** Stores the outcome of an attempt together with the cursor that it frees. True when it is stored; an attempt that the
 *  stop has cut off has no outcome. */
export async function settleAttempt<S extends Subscription, D extends Delivery>(
  running: Running<S, D>,
  subscriber: Subscriber<S>,
  made: {
    readonly delivery: D
    readonly from: OutboxEntry<D> | null
    readonly attempt: number
    readonly result: AttemptResult
  },
): Promise<boolean> {
  const { delivery, from, attempt, result } = made
  // Cut off by ourselves: not the receiver's failure.
  if (running.stopping.signal.aborted && !result.succeeded) return false
  const { parts } = running
  const { store, clock, limits, log, label } = parts
  const { id } = subscriber.subscription
  const atMs = clock.nowMs()
  const { succeeded, isFinal, httpStatus, latencyMs, reason, snippet } = result
  const nextAtMs = succeeded || isFinal ? null : nextAttemptAtMs(attempt, atMs, limits.retryMs)
  const status = succeeded ? 'succeeded' : nextAtMs === null ? 'dead' : 'failed'
  const cursor = safeCursor(parts, subscriber, delivery.deliveryId)
  parts.onAttempt?.(status, result)
  const after = await store.settle(id, {
    delivery,
    attempt: { ...delivery, attempt, atMs, status, httpStatus, latencyMs, reason, nextAtMs, snippet },
    from,
    cursor,
    breakAfter: parts.breakAfter(result),
  })
  if (cursor !== null) subscriber.storedSeq = Math.max(subscriber.storedSeq, cursor.seq)
  noteOutcome(subscriber, after?.consecutiveFailures ?? 0, { atMs, probeMs: limits.probeMs })
  if (after === undefined || after.switchedOff === null || subscriber.isOver) return true
  log.warn({ [label.one]: id, reason: after.switchedOff }, `a ${label.one} is switched off`)
  endSubscriber(running, subscriber)
  return true
}
