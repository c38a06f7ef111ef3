import type { Truncation } from '../../contract/stream.ts'
import type { Delivery } from '../../store/consumer-rows.ts'
import { lostBetween } from '../../store/tape/cursor.ts'
import type { Running } from './running.ts'
import { lookAtOutbox, openSubscriber, type Subscriber } from './subscriber.ts'
import type { Subscription } from './types.ts'

/** Takes over what others have changed: who is served, and how. */
export function loadSubscribers<S extends Subscription, D extends Delivery>(running: Running<S, D>): void {
  running.isStale = false
  const { parts, subscribers } = running
  const live = new Map(parts.live((id) => subscribers.get(id)?.subscription).map((one) => [one.id, one]))
  for (const [id, subscriber] of subscribers) if (!live.has(id)) endSubscriber(running, subscriber)
  for (const [id, subscription] of live) {
    const known = subscribers.get(id)
    const goesOn =
      known !== undefined && known.epoch === parts.tape.epoch && parts.isSameTarget(known.subscription, subscription)
    if (goesOn) {
      known.subscription = subscription
      known.failures = subscription.state.consecutiveFailures
      lookAtOutbox(parts.store, known)
      continue
    }
    if (known !== undefined) endSubscriber(running, known)
    subscribers.set(id, openSubscriber(parts, subscription, placeOf(running, subscription)))
  }
}

export function endSubscriber<S extends Subscription, D extends Delivery>(
  { subscribers }: Running<S, D>,
  subscriber: Subscriber<S>,
): void {
  subscriber.isOver = true
  const { id } = subscriber.subscription
  if (subscribers.get(id) === subscriber) subscribers.delete(id)
}

/** Moves past events that the tape no longer holds, and stores that it did. */
export function skipLost<S extends Subscription, D extends Delivery>(
  running: Running<S, D>,
  subscriber: Subscriber<S>,
  { fromSeq, toSeq }: { readonly fromSeq: number; readonly toSeq: number },
): void {
  subscriber.readSeq = toSeq
  const { tape } = running.parts
  const [from, to] = [tape.formatCursor(fromSeq), tape.formatCursor(toSeq)]
  noteTruncation(running, subscriber.subscription.id, { from, to, lost: toSeq - fromSeq })
}

/** After which number a subscription goes on; what the tape no longer holds is noted. */
function placeOf<S extends Subscription, D extends Delivery>(running: Running<S, D>, { id, state }: S): number {
  const { tape } = running.parts
  const check = tape.checkCursor(state.cursor)
  if (check.status === 'ok') return check.seq
  const seq = check.status === 'gone' ? check.resumeAt : tape.window().tail.seq
  const to = tape.formatCursor(seq)
  noteTruncation(running, id, { from: state.cursor, to, lost: lostBetween(tape.epoch, state.cursor, seq) })
  return seq
}

function noteTruncation<S extends Subscription, D extends Delivery>(
  { parts: { log, label, store } }: Running<S, D>,
  id: string,
  truncation: Truncation,
): void {
  log.warn({ [label.one]: id, ...truncation }, `a ${label.one} lagged beyond the events that the tape keeps`)
  store
    .truncate(id, truncation)
    .catch((error: unknown) => log.error({ err: error, [label.one]: id }, 'a truncation was not noted'))
}
