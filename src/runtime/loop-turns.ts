import { performance } from 'node:perf_hooks'

/** How long the loop was busy in one go, and whose work that was. */
export type LoopTurns = {
  /** Work for `label` begins now: what follows in this turn is put down to it. */
  begin(label: string): void
  /** Work for `label` has just ended: what went before in this turn is put down to it. */
  end(label: string): void
  /** Longest stretch of each label since the last call, in milliseconds. */
  takeLongest(): ReadonlyMap<string, number>
  /** Turns by the bounds given, the last one above them all; not cumulative. */
  readonly byDuration: Float64Array
  readonly totals: { turns: number; busyMs: number }
  stop(): void
}

export type LongTurn = { readonly label: string; readonly ms: number }

/** Labels that are remembered between two looks. */
const MAX_LABELS = 512
const OTHER = 'other'

/** Watches the turns of this thread's loop. A turn is busy from when its wait for news ends until it waits again: the
 *  time between two looks in the check phase without what the loop slept. An immediate that is not referenced sees
 *  every turn and keeps the loop from sleeping in none; all of it costs about a microsecond a turn. Wall time: on a
 *  busy machine another process's share is in it. `onLong` runs for a turn over `longMs`, after it. */
export function watchLoopTurns(options: {
  readonly boundsMs: readonly number[]
  readonly longMs: number
  readonly onLong?: (turn: LongTurn) => void
}): LoopTurns {
  const { boundsMs, longMs, onLong } = options
  const byDuration = new Float64Array(boundsMs.length + 1)
  const totals = { turns: 0, busyMs: 0 }
  let longest = new Map<string, number>()
  let isStopped = false
  let checkedMs = performance.now()
  let idleMs = performance.nodeTiming.idleTime
  /** Where the present stretch of this turn began, and whose work is under way. */
  let markMs = 0
  let isMarked = false
  let current = OTHER
  /** Of this turn. */
  let worstMs = 0
  let worst = OTHER

  const remember = (label: string, ms: number): void => {
    const known = longest.get(label)
    if (known === undefined ? longest.size < MAX_LABELS : ms > known) longest.set(label, ms)
  }
  const close = (label: string, nowMs: number): void => {
    const ms = nowMs - markMs
    remember(label, ms)
    if (ms > worstMs) {
      worstMs = ms
      worst = label
    }
    markMs = nowMs
  }
  const mark = (nowMs: number): void => {
    // Before the first mark of a turn the end of its wait is unknown; idle time shows it.
    markMs = checkedMs + (performance.nodeTiming.idleTime - idleMs)
    if (markMs > nowMs) markMs = nowMs
    isMarked = true
  }
  const check = (): void => {
    if (isStopped) return
    const nowMs = performance.now()
    const idleNowMs = performance.nodeTiming.idleTime
    const busyMs = Math.max(0, nowMs - checkedMs - (idleNowMs - idleMs))
    if (isMarked) close(current, nowMs)
    else remember(OTHER, busyMs)
    count(busyMs)
    checkedMs = nowMs
    idleMs = idleNowMs
    isMarked = false
    current = worst = OTHER
    worstMs = 0
    setImmediate(check).unref()
  }
  const count = (busyMs: number): void => {
    let bucket = 0
    while (bucket < boundsMs.length && busyMs > boundsMs[bucket]!) bucket++
    byDuration[bucket]!++
    totals.turns++
    totals.busyMs += busyMs
    if (busyMs > longMs) onLong?.({ label: worst, ms: busyMs })
  }
  setImmediate(check).unref()

  return {
    begin(label) {
      const nowMs = performance.now()
      if (!isMarked) mark(nowMs)
      close(current, nowMs)
      current = label
    },
    end(label) {
      const nowMs = performance.now()
      if (!isMarked) mark(nowMs)
      close(label, nowMs)
      current = OTHER
    },
    takeLongest() {
      const taken = longest
      longest = new Map()
      return taken
    },
    byDuration,
    totals,
    stop() {
      isStopped = true
    },
  }
}
