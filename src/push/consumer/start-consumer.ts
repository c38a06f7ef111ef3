import { startDeadline } from '../../runtime/deadline.ts'
import type { Delivery } from '../../store/consumer-rows.ts'
import { createAttemptSlots } from './attempt-slots.ts'
import { loadSubscribers } from './load.ts'
import { pump } from './pump.ts'
import { guardedBy, type Running } from './running.ts'
import { createSharedReads } from './shared-reads.ts'
import { type Subscriber, safeCursor } from './subscriber.ts'
import type { Consumer, ConsumerParts, Subscription } from './types.ts'

/** Brings what the tape holds to every subscription at least once, in order while attempts succeed. A subscription is a
 *  cursor on the tape; the cursor is stored together with the outcome of what it passed, so that a kill at any moment
 *  loses nothing and at most attempts again. One process of a store may run a consumer. */
export function startConsumer<S extends Subscription, D extends Delivery>(parts: ConsumerParts<S, D>): Consumer {
  const running = createRunning(parts)
  const { tape, store, clock, limits } = parts
  const stopListening = [
    tape.subscribe(() => {
      running.reads.moved()
      running.schedule()
    }),
    store.onChange(() => {
      running.isStale = true
      running.schedule()
    }),
  ]
  const ticking = runTicks(running)

  return {
    async stop() {
      running.stopping.abort()
      for (const stop of stopListening) stop()
      await ticking
      await parts.close?.()
      const deadline = startDeadline(clock, limits.stopMs)
      await Promise.race([Promise.all(running.attempts), deadline.expired])
      deadline.clear()
      await storeCursors(running, Number.POSITIVE_INFINITY)
    },
    counts() {
      let waiting = 0
      for (const subscriber of running.subscribers.values()) waiting += subscriber.waiting
      return { subscriptions: running.subscribers.size, running: running.slots.running, waiting }
    },
  }
}

function createRunning<S extends Subscription, D extends Delivery>(parts: ConsumerParts<S, D>): Running<S, D> {
  const { tape, limits } = parts
  let isScheduled = false
  const running: Running<S, D> = {
    parts,
    subscribers: new Map(),
    reads: createSharedReads(tape, limits),
    slots: createAttemptSlots<Subscriber<S>>({
      perTarget: limits.attemptsPerTarget,
      perOwner: limits.attemptsPerOwner,
      all: limits.attemptsAtOnce,
    }),
    attempts: new Set(),
    stopping: new AbortController(),
    isStale: true,
    schedule() {
      const { signal } = running.stopping
      if (isScheduled || signal.aborted) return
      isScheduled = true
      setImmediate(() => {
        isScheduled = false
        if (!signal.aborted) guardedBy(running, () => lookAtAll(running))
      })
    },
  }
  return running
}

function lookAtAll<S extends Subscription, D extends Delivery>(running: Running<S, D>): void {
  if (running.isStale) loadSubscribers(running)
  for (const subscriber of running.subscribers.values()) pump(running, subscriber)
}

async function runTicks<S extends Subscription, D extends Delivery>(running: Running<S, D>): Promise<void> {
  const { clock, log, label, limits } = running.parts
  const { signal } = running.stopping
  const pruneIfDue = createPruning(running.parts)
  while (!signal.aborted) {
    await tick(running, pruneIfDue).catch((error: unknown) =>
      log.error({ err: error }, `${label.many} could not be looked after`),
    )
    await clock.sleep(limits.tickMs, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
}

async function tick<S extends Subscription, D extends Delivery>(
  running: Running<S, D>,
  pruneIfDue: () => Promise<void>,
): Promise<void> {
  const { parts } = running
  if (parts.hasChanged?.() === true) running.isStale = true
  running.schedule()
  await storeCursors(running, parts.limits.cursorsPerTick)
  parts.upkeep?.()
  await pruneIfDue()
}

/** Cursors that moved past events without a subscriber. */
async function storeCursors<S extends Subscription, D extends Delivery>(
  { parts, subscribers }: Running<S, D>,
  max: number,
): Promise<void> {
  const moved = [...subscribers.values()].filter(({ readSeq, storedSeq }) => readSeq > storedSeq).slice(0, max)
  await Promise.all(
    moved.map(async (subscriber) => {
      const cursor = safeCursor(parts, subscriber, null)
      if (cursor === null || cursor.seq <= subscriber.storedSeq) return
      await parts.store.moveCursor(subscriber.subscription.id, cursor)
      subscriber.storedSeq = Math.max(subscriber.storedSeq, cursor.seq)
    }),
  )
}

function createPruning<S extends Subscription, D extends Delivery>({
  clock,
  store,
  limits,
}: ConsumerParts<S, D>): () => Promise<void> {
  let prunedAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const nowMs = clock.nowMs()
    if (nowMs - prunedAtMs < limits.pruneEveryMs) return
    const removed = await store.prune(nowMs - limits.keptMs)
    // The rest of a large heap goes in the ticks that follow.
    if (removed < limits.prunedPerWrite) prunedAtMs = nowMs
  }
}
