import { setTimeout as delay } from 'node:timers/promises'

/** The only source of time, so that tests can move it. */
export type Clock = {
  /** Wall clock, epoch milliseconds. */
  nowMs(): number
  /** Monotonic milliseconds, for durations. */
  monotonicMs(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export function systemClock(): Clock {
  return {
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    sleep: async (ms, signal) => {
      await delay(ms, undefined, signal ? { signal } : {})
    },
  }
}
