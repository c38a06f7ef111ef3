import type { Truncation } from '../../contract/stream.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import type { ConsumerState, CursorPlace, Delivery, OutboxEntry, Settlement } from '../../store/consumer-rows.ts'
import type { Tape } from '../../store/tape/types.ts'

/** One receiver of a consumer, as it is to be served now. */
export type Subscription = {
  readonly id: string
  readonly state: Pick<ConsumerState, 'cursor' | 'consecutiveFailures'>
  /** Subscriptions with one target, and those of one owner, share a bound of attempts at once. */
  readonly targetKey: string
  readonly ownerId: number
  /** Events that one delivery may have. */
  readonly batchMax: number
  wants(event: TapeEvent): boolean
  /** Whether a wanted event, and so everything after it, waits still; asked again when the tape moves, and in ticks.
   *  Nothing waits where it is absent. */
  isHeld?(event: TapeEvent): boolean
}

export type AttemptResult = {
  readonly succeeded: boolean
  /** Null where the receiver did not answer, or does not speak HTTP. */
  readonly httpStatus: number | null
  readonly latencyMs: number
  readonly reason: string | null
  /** How the answer begins. */
  readonly snippet: string | null
  /** No further attempt for this delivery. */
  readonly isFinal: boolean
}

/** Everything that must survive a kill. Writes are flushed when they resolve. */
export type ConsumerStore<D extends Delivery> = {
  /** What an attempt changes, in one transaction; undefined when the subscription is gone. `switchedOff` says why the
   *  circuit breaker (or anyone else) has switched it off; null while it is on. */
  settle(
    id: string,
    settlement: Settlement<D>,
  ): Promise<{ readonly consecutiveFailures: number; readonly switchedOff: string | null } | undefined>
  moveCursor(id: string, cursor: CursorPlace): Promise<void>
  /** Moves the cursor past what the tape no longer holds, and keeps that it did. */
  truncate(id: string, truncation: Truncation): Promise<unknown>
  /** Waiting entries by the time of their next attempt, those before `untilMs`. */
  waiting(id: string, untilMs: number, limit: number): readonly OutboxEntry<D>[]
  waitingCount(id: string): number
  /** Removes some of what is older; how many rows. Called again while it is more than none. */
  prune(beforeMs: number): Promise<number>
  /** Calls back when subscriptions or the outbox were changed by anyone but the consumer. Returns how to stop. */
  onChange(listener: () => void): () => void
}

export type ConsumerLimits = {
  /** Pauses before the second and each further attempt; after the last one a delivery is a dead letter. */
  readonly retryMs: readonly number[]
  /** While its last attempt failed, a subscription tries one new event after a pause that doubles with each failure. */
  readonly probeMs: { readonly first: number; readonly longest: number }
  /** Deliveries of one subscription that wait for a retry; beyond it reading stops and the cursor waits. */
  readonly outboxEntries: number
  readonly attemptsPerTarget: number
  readonly attemptsPerOwner: number
  readonly attemptsAtOnce: number
  /** Events read in one go, and in one turn for one subscription before others have theirs. */
  readonly eventsPerRead: number
  readonly eventsPerTurn: number
  /** Stretches of the tape that subscriptions at the same place share. */
  readonly sharedReads: number
  readonly tickMs: number
  /** Cursors that are written in one tick although nothing was delivered. */
  readonly cursorsPerTick: number
  readonly keptMs: number
  readonly pruneEveryMs: number
  readonly prunedPerWrite: number
  /** How long a stop waits for what it has cut off. */
  readonly stopMs: number
}

/** What makes a consumer: who is served, how a delivery is attempted, and where its progress is kept. */
export type ConsumerParts<S extends Subscription, D extends Delivery> = {
  readonly clock: Clock
  readonly log: Logger
  readonly tape: Tape
  readonly store: ConsumerStore<D>
  readonly limits: ConsumerLimits
  /** What one subscription is called in the log, and all of them. */
  readonly label: { readonly one: string; readonly many: string }
  /** Those that are to be served. `served` finds what one was when it was last asked for. */
  live(served: (id: string) => S | undefined): readonly S[]
  /** Whether a changed subscription may go on with what is under way for it. */
  isSameTarget(before: S, after: S): boolean
  /** Whether something else changed who is to be served; asked in every tick. */
  hasChanged?(): boolean
  makeDelivery(events: Omit<Delivery, 'deliveryId'>): D
  /** One attempt. A rejection is logged and counts as a failed attempt. */
  attempt(subscription: S, delivery: D, attempt: number): Promise<AttemptResult>
  /** After how many failed attempts in a row, this one included, the subscription is switched off, and why. */
  breakAfter(result: AttemptResult): { readonly failures: number; readonly reason: string }
  onAttempt?(status: 'succeeded' | 'failed' | 'dead', result: AttemptResult): void
  /** In every tick. */
  upkeep?(): void
  /** At the stop: cuts off the attempts under way. */
  close?(): Promise<void>
}

export type Consumer = {
  /** Starts no further attempt and cuts off what is under way: it is attempted again after the next start. */
  stop(): Promise<void>
  readonly counts: () => { readonly subscriptions: number; readonly running: number; readonly waiting: number }
}
