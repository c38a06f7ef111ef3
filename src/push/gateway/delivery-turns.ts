import { GATEWAY } from '../../config/gateway.ts'
import { inBackground } from '../../runtime/background.ts'
import { feedNext, resync } from './catch-up.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { hasUnseen, isUnseen, lookAtBuffers } from './live-subscribers.ts'

/** When the gateway publishes, and when it feeds those who are behind. */
export type Turns = {
  /** Publishes what one turn may, now. */
  flush(): void
  scheduleWork(): void
  /** A read of the tape can fail (a day is being removed, the disk is gone): the next turn tries again. */
  guarded(turn: () => void): void
  stop(): void
}

/** Publishes what the tape gets, at most once in `coalesceMs`. */
export function createTurns(parts: DeliveryParts, coalesceMs: number): Turns {
  const { tape, feeds, clock, log, ready } = parts
  let flushTimer: NodeJS.Timeout | undefined
  let flushSoon: NodeJS.Immediate | undefined
  let workSoon: NodeJS.Immediate | undefined
  let lastFlushMs = Number.NEGATIVE_INFINITY
  let isStopped = false

  const endListening = tape.subscribe((headSeq) => {
    feeds.publishedUpTo(headSeq)
    if (feeds.size === 0 || flushTimer !== undefined || flushSoon !== undefined) return
    const waitMs = lastFlushMs + coalesceMs - clock.monotonicMs()
    if (waitMs <= 0) turns.flush()
    else flushTimer = setTimeout(() => inBackground('gateway flush', turns.flush), waitMs)
  })

  const turns: Turns = {
    flush() {
      clearTimeout(flushTimer)
      flushTimer = undefined
      flushSoon = undefined
      if (isStopped) return
      lastFlushMs = clock.monotonicMs()
      turns.guarded(() => {
        if (!feeds.publishTurn()) resync(parts)
      })
      if (ready.size > 0 || hasUnseen(feeds)) turns.scheduleWork()
      if (feeds.hasMore()) flushSoon = setImmediate(() => inBackground('gateway flush', turns.flush))
    },
    scheduleWork() {
      workSoon ??= setImmediate(() => inBackground('gateway work', work))
    },
    guarded(turn) {
      try {
        turn()
      } catch (error) {
        log.error({ err: error }, 'a turn of the WebSocket gateway failed')
      }
    },
    stop() {
      isStopped = true
      endListening()
      clearTimeout(flushTimer)
      clearImmediate(flushSoon)
      clearImmediate(workSoon)
    },
  }

  /** Runs after what was published in the turn before has been handed to the system. */
  function work(): void {
    workSoon = undefined
    if (isStopped) return
    turns.guarded(() => feedReady(parts))
    if (ready.size > 0) turns.scheduleWork()
  }

  return turns
}

function feedReady(parts: DeliveryParts): void {
  const { feeds, ready } = parts
  for (const feed of feeds.all()) if (isUnseen(feed)) lookAtBuffers(parts, feed)
  for (let steps = 0; steps < GATEWAY.stepsPerTurn && ready.size > 0; steps++) feedNext(parts)
}
