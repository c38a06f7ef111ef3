import type { Clock } from '../../src/runtime/clock.ts'

/** Time that stands still until it is moved. */
export type FakeClock = Clock & {
  /** Moves time forward and wakes what slept until then, in order. */
  advance(ms: number): Promise<void>
  /** How many sleep. */
  sleepers(): number
}

export function fakeClock(startMs = 1_800_000_000_000): FakeClock {
  let nowMs = startMs
  const sleeping = new Set<{ untilMs: number; wake: () => void }>()
  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs - startMs,
    sleepers: () => sleeping.size,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper = { untilMs: nowMs + ms, wake: resolve }
        sleeping.add(sleeper)
        signal?.addEventListener('abort', () => {
          if (sleeping.delete(sleeper)) reject(signal.reason)
        })
      }),
    async advance(ms) {
      nowMs += ms
      const due = [...sleeping].filter(({ untilMs }) => untilMs <= nowMs).sort((a, b) => a.untilMs - b.untilMs)
      for (const sleeper of due) {
        sleeping.delete(sleeper)
        sleeper.wake()
      }
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
