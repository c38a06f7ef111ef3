import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Clock } from './clock.ts'

/** Sees to it that objects are collected soon whose native memory must not outlive their use, which V8 alone may put
 *  off for hours in a quiet process. */
export type GcHint = {
  /** The caller has given the object up. */
  add(object: object): void
  /** How many of them are still there. */
  waiting(): number
}

/** A collection stops the loop (a 100 MB heap: about 40 ms), so it runs in a moment with little to do, or `withinMs`
 *  after an object was given up; not at all when V8's own comes first, which under load it does. */
export function createGcHint({
  clock,
  lookEveryMs,
  withinMs,
  quietShare,
}: {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly lookEveryMs: number
  readonly withinMs: number
  /** The loop is quiet when it was busy for at most this share of the time since the last look. */
  readonly quietShare: number
}): GcHint {
  let waiting: { readonly object: WeakRef<object>; readonly sinceMs: number }[] = []
  let isLooking = false
  let lastUse = performance.eventLoopUtilization()

  function look(): void {
    isLooking = false
    waiting = waiting.filter(({ object }) => object.deref() !== undefined)
    if (waiting.length === 0) return
    const { utilization } = performance.eventLoopUtilization(lastUse)
    lastUse = performance.eventLoopUtilization()
    const isDue = clock.monotonicMs() - waiting[0]!.sinceMs >= withinMs
    // In a turn of its own: what `deref` showed is kept until this one ends.
    if (utilization <= quietShare || isDue) setImmediate(collect)
    lookLater()
  }

  function lookLater(): void {
    if (isLooking) return
    isLooking = true
    setTimeout(look, lookEveryMs).unref()
  }

  return {
    add(object) {
      if (waiting.length === 0) lastUse = performance.eventLoopUtilization()
      waiting.push({ object: new WeakRef(object), sinceMs: clock.monotonicMs() })
      lookLater()
    },
    waiting: () => waiting.length,
  }
}

/** V8 lends its collector to contexts that are made while the flag is set. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  const run = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  run()
}
