import type { Delivery } from '../../store/consumer-rows.ts'
import type { AttemptSlots } from './attempt-slots.ts'
import type { SharedReads } from './shared-reads.ts'
import type { Subscriber } from './subscriber.ts'
import type { ConsumerParts, Subscription } from './types.ts'

/** A consumer at work: what its steps share. */
export type Running<S extends Subscription, D extends Delivery> = {
  readonly parts: ConsumerParts<S, D>
  readonly subscribers: Map<string, Subscriber<S>>
  readonly reads: SharedReads
  readonly slots: AttemptSlots<Subscriber<S>>
  /** Attempts under way, each until its outcome is stored. */
  readonly attempts: Set<Promise<void>>
  readonly stopping: AbortController
  /** Who is to be served may have changed. */
  isStale: boolean
  /** Every subscriber is looked at in the next turn of the loop. */
  schedule(): void
}

/** The store may refuse (a full disk): the next tick tries again. */
export function guardedBy<S extends Subscription, D extends Delivery>(running: Running<S, D>, work: () => void): void {
  try {
    work()
  } catch (error) {
    running.isStale = true
    const { log, label } = running.parts
    log.error({ err: error }, `${label.many} could not be served`)
  }
}
