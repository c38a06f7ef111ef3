/** The only source of time, so that tests can move it. */
export type Clock = {
  /** Wall clock, epoch milliseconds. */
  nowMs(): number
  /** Monotonic milliseconds, for durations. */
  monotonicMs(): number
  /** Rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export function systemClock(): Clock {
  return {
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    sleep,
  }
}

/** What `node:timers/promises` does, without an error of its own for each sleep that is cut short. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cut)
      resolve()
    }, ms)
    function cut(): void {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    signal?.addEventListener('abort', cut, { once: true })
  })
}
