import { readFileSync } from 'node:fs'
import { WEBHOOK_PLANS, WEBHOOKS } from '../../config/webhooks.ts'
import type { Context } from '../../context.ts'
import type { Truncation } from '../../contract/stream.ts'
import { startDeadline } from '../../runtime/deadline.ts'
import { createPinnedPoster } from '../../runtime/pinned-post.ts'
import { createMatch } from '../../services/webhooks/match-event.ts'
import { lostBetween } from '../../services/webhooks/update.ts'
import type { OutboxEntry, WebhookBatch, WebhookRecord, WebhookWithState } from '../../store/webhook-rows.ts'
import { breakAfter, pauseAfterMs } from './circuit.ts'
import { type AttemptResult, createDeliver } from './deliver.ts'
import { createBatchEncoder } from './encode-events.ts'
import { nextAttemptAtMs } from './retry-schedule.ts'
import { firstWaiting, lookAtOutbox, nextBatch, openRunner, type Runner, safeCursor } from './runner.ts'
import { createSharedReads } from './shared-reads.ts'
import { createSlots } from './slots.ts'
import { createWebhookMetrics } from './webhook-metrics.ts'

export type WebhookSender = {
  /** Starts no further attempt and cuts off what is under way: it is posted again after the next start. */
  stop(): Promise<void>
}

type SenderContext = Pick<Context, 'config' | 'store' | 'clock' | 'log' | 'metrics' | 'resolveHost'>

const NOT_TRIED: AttemptResult = {
  succeeded: false,
  httpStatus: null,
  latencyMs: 0,
  reason: 'the server could not try it',
  snippet: null,
  isFinal: false,
}

/** Posts what the tape holds to everybody who asked for it (spec 6.3). One process of a store does. A webhook is a cursor
 *  on the tape; the cursor is written together with the outcome of what it passed, so that a kill at any moment loses
 *  nothing and at most posts again. */
export function startWebhooks(ctx: SenderContext, options: { readonly attemptMs?: number } = {}): WebhookSender {
  const { store, clock, log } = ctx
  const { tape, webhooks } = store
  const { concurrency, testTargets, testCaFile } = ctx.config.webhooks
  // The sandbox's own sink is one, and nobody has to be warned of it.
  if (testTargets.length > 0)
    log[ctx.config.mode === 'live' ? 'warn' : 'debug'](
      { testTargets },
      'WEBHOOK_TEST_TARGETS: webhooks may reach these although their addresses are not public',
    )

  const poster = createPinnedPoster({
    clock,
    connections: concurrency,
    attemptMs: options.attemptMs ?? WEBHOOKS.attemptMs,
    readTestCa: () => (testCaFile === null ? undefined : readFileSync(testCaFile, 'utf8')),
  })
  const deliver = createDeliver(ctx, { encode: createBatchEncoder(tape), poster })
  const reads = createSharedReads(tape)
  const slots = createSlots<Runner>({
    perTarget: concurrency,
    perKey: WEBHOOKS.attemptsPerKey,
    all: WEBHOOKS.attemptsAtOnce,
  })
  const runners = new Map<string, Runner>()
  const running = new Set<Promise<void>>()
  const observe = createWebhookMetrics(ctx.metrics, { runners, slots })
  const stopped = new AbortController()
  let keysVersion = store.apiKeys.version()
  let prunedAtMs = Number.NEGATIVE_INFINITY
  let isScheduled = false
  let isStale = true

  /** Everybody has a look in the next turn of the loop. */
  function schedule(): void {
    if (isScheduled || stopped.signal.aborted) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      if (stopped.signal.aborted) return
      guarded(() => {
        if (isStale) load()
        for (const runner of runners.values()) pump(runner)
      })
    })
  }

  /** The store may refuse (a full disk): the next tick tries again. */
  function guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      isStale = true
      log.error({ err: error }, 'webhooks could not be served')
    }
  }

  function mayServe({ keyId }: WebhookRecord): boolean {
    const key = store.apiKeys.findById(keyId)
    return key !== undefined && key.revokedAtMs === null && WEBHOOK_PLANS[key.tier].webhooks > 0
  }

  /** Takes over what the routes have changed. */
  function load(): void {
    isStale = false
    const live = new Map(
      webhooks
        .enabled()
        .filter(({ record }) => mayServe(record))
        .map((one) => [one.record.id, one]),
    )
    for (const [id, runner] of runners) if (!live.has(id)) end(id, runner)
    for (const [id, standing] of live) {
      const runner = runners.get(id)
      const isSame = runner !== undefined && runner.epoch === tape.epoch && runner.record.url === standing.record.url
      if (isSame) refresh(runner, standing)
      else {
        if (runner !== undefined) end(id, runner)
        runners.set(id, openRunner(ctx, standing, placeOf(standing)))
      }
    }
  }

  function refresh(runner: Runner, standing: WebhookWithState): void {
    const { record } = standing
    if (record.updatedAtMs !== runner.record.updatedAtMs || record.fromTimeSec !== runner.record.fromTimeSec)
      runner.match = createMatch(record)
    runner.record = record
    runner.failures = standing.state.consecutiveFailures
    lookAtOutbox(ctx, runner)
  }

  function end(id: string, runner: Runner): void {
    runner.isOver = true
    if (runners.get(id) === runner) runners.delete(id)
  }

  /** Behind which number a webhook goes on; what the tape no longer holds is noted. */
  function placeOf({ record, state }: WebhookWithState): number {
    const check = tape.checkCursor(state.cursor)
    if (check.status === 'ok') return check.seq
    const seq = check.status === 'gone' ? check.resumeAt : tape.window().tail.seq
    const to = tape.formatCursor(seq)
    note(record.id, { from: state.cursor, to, lost: lostBetween(store, state.cursor, seq) })
    return seq
  }

  function note(id: string, truncated: Truncation): void {
    log.warn({ webhook: id, ...truncated }, 'a webhook was behind what the tape holds')
    webhooks
      .change(id, ({ record, state }) => ({ record, state: { ...state, cursor: truncated.to, truncated } }))
      .catch((error: unknown) => log.error({ err: error, webhook: id }, 'a truncation was not noted'))
  }

  /** Starts what may be started: due retries first, then what the tape has. */
  function pump(runner: Runner): void {
    if (runner.isOver || stopped.signal.aborted) return
    if (runner.epoch !== tape.epoch) {
      isStale = true
      schedule()
      return
    }
    while (runner.nextDueMs !== null && runner.nextDueMs <= clock.nowMs()) {
      if (!slots.hasRoom(runner)) return
      const entry = firstWaiting(store, runner)
      runner.nextDueMs = entry?.nextAtMs ?? null
      if (entry === undefined || entry.nextAtMs > clock.nowMs()) break
      begin(runner, entry, entry)
    }
    // What waits for a retry is bounded: beyond it the cursor waits too.
    while (runner.waiting < WEBHOOKS.outboxEntries) {
      if (!slots.hasRoom(runner) || !mayTryNew(runner)) return
      const next = nextBatch(ctx, runner, reads)
      if (next.kind === 'none') {
        if (next.more) schedule()
        return
      }
      if (next.kind === 'parcel') begin(runner, next.parcel, null)
      else skipLost(runner, next)
    }
  }

  /** The ticks ask again. */
  function mayTryNew(runner: Runner): boolean {
    if (runner.failures === 0) return true
    if (runner.probeAtMs > clock.nowMs()) return false
    return runner.underWay.size === 0
  }

  function skipLost(runner: Runner, { fromSeq, toSeq }: { readonly fromSeq: number; readonly toSeq: number }): void {
    runner.readSeq = toSeq
    const [from, to] = [tape.formatCursor(fromSeq), tape.formatCursor(toSeq)]
    note(runner.record.id, { from, to, lost: toSeq - fromSeq })
  }

  function begin(runner: Runner, parcel: WebhookBatch, from: OutboxEntry | null): void {
    slots.take(runner)
    runner.underWay.set(parcel.deliveryId, from === null ? (parcel.seqs[0] ?? null) : null)
    const attempt = (from?.attempts ?? 0) + 1
    const work = deliver(runner.record, parcel, attempt)
      .catch((error: unknown): AttemptResult => {
        // A file that cannot be read, the authority's or the master key's: an operator's matter, and a failed attempt.
        log.error({ err: error, webhook: runner.record.id }, 'a delivery could not be tried')
        return NOT_TRIED
      })
      .then((result) => settle(runner, { parcel, from, attempt, result }))
      .catch((error: unknown) => {
        // Nothing was written: the stored cursor and outbox still hold it, and the next tick begins there anew.
        log.error({ err: error, webhook: runner.record.id }, 'the outcome of a delivery was not kept')
        end(runner.record.id, runner)
        isStale = true
        return false
      })
      .then((isKept) => {
        running.delete(work)
        // What came of it is not written down: it holds this runner's cursor back, so that it is posted again.
        if (isKept) runner.underWay.delete(parcel.deliveryId)
        const waiters = slots.release(runner)
        if (stopped.signal.aborted) return
        guarded(() => {
          if (!runner.isOver) lookAtOutbox(ctx, runner)
          pump(runner)
          for (const waiter of waiters) pump(waiter)
        })
      })
    running.add(work)
  }

  /** True when the outcome is written down; an attempt that the stop has cut off has none. */
  async function settle(
    runner: Runner,
    made: {
      readonly parcel: WebhookBatch
      readonly from: OutboxEntry | null
      readonly attempt: number
      readonly result: AttemptResult
    },
  ): Promise<boolean> {
    const { parcel, from, attempt, result } = made
    // Cut off by ourselves: not the target's failure.
    if (stopped.signal.aborted && !result.succeeded) return false
    const atMs = clock.nowMs()
    const { succeeded, isFinal, httpStatus, latencyMs, reason, snippet } = result
    const nextAtMs = succeeded || isFinal ? null : nextAttemptAtMs(attempt, atMs)
    const status = succeeded ? 'succeeded' : nextAtMs === null ? 'dead' : 'failed'
    const { deliveryId, epoch, seqs, eventIds, test, replay } = parcel
    const cursor = safeCursor(ctx, runner, parcel.deliveryId)
    observe(status, latencyMs)
    const after = await webhooks.settle(runner.record.id, {
      attempt: {
        ...{ deliveryId, epoch, seqs, eventIds, test, replay },
        ...{ attempt, atMs, status, httpStatus, latencyMs, reason, nextAtMs, snippet },
      },
      from,
      cursor,
      breakAfter: breakAfter(httpStatus),
    })
    if (cursor !== null) runner.storedSeq = Math.max(runner.storedSeq, cursor.seq)
    runner.failures = after?.state.consecutiveFailures ?? 0
    runner.probeAtMs = atMs + pauseAfterMs(runner.failures)
    if (after === undefined || after.record.enabled || runner.isOver) return true
    log.warn({ webhook: after.record.id, reason: after.record.disabledReason }, 'a webhook is switched off')
    end(after.record.id, runner)
    return true
  }

  /** Cursors that moved past events nobody asked for. */
  async function writeCursors(max: number): Promise<void> {
    const behind = [...runners.values()].filter(({ readSeq, storedSeq }) => readSeq > storedSeq).slice(0, max)
    await Promise.all(
      behind.map(async (runner) => {
        const cursor = safeCursor(ctx, runner, null)
        if (cursor === null || cursor.seq <= runner.storedSeq) return
        await webhooks.moveCursor(runner.record.id, cursor)
        runner.storedSeq = Math.max(runner.storedSeq, cursor.seq)
      }),
    )
  }

  async function tick(): Promise<void> {
    if (store.apiKeys.version() !== keysVersion) {
      keysVersion = store.apiKeys.version()
      isStale = true
    }
    schedule()
    await writeCursors(WEBHOOKS.cursorsPerTick)
    poster.sweep()
    const nowMs = clock.nowMs()
    if (nowMs - prunedAtMs < WEBHOOKS.pruneEveryMs) return
    const removed = await webhooks.prune(nowMs - WEBHOOKS.keptMs)
    // The rest of a large heap goes in the ticks that follow.
    if (removed < WEBHOOKS.prunedPerWrite) prunedAtMs = nowMs
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await tick().catch((error: unknown) => log.error({ err: error }, 'webhooks could not be looked after'))
      await clock.sleep(WEBHOOKS.tickMs, stopped.signal).catch((error: unknown) => {
        if (!stopped.signal.aborted) throw error
      })
    }
  }

  const stopListening = [
    tape.subscribe(() => {
      reads.moved()
      schedule()
    }),
    webhooks.onChange(() => {
      isStale = true
      schedule()
    }),
  ]
  const looking = run()

  return {
    async stop() {
      stopped.abort()
      for (const stop of stopListening) stop()
      await looking
      await poster.close()
      const deadline = startDeadline(clock, WEBHOOKS.stopMs)
      await Promise.race([Promise.all(running), deadline.expired])
      deadline.clear()
      await writeCursors(Number.POSITIVE_INFINITY)
    },
  }
}
