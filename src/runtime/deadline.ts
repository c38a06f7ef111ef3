import type { Clock } from './clock.ts'

/** A budget of time over some work: its signal aborts when the time is over or when `abort` is called. */
export type Deadline = {
  readonly signal: AbortSignal
  /** Resolves when the time is over; never when the deadline was cleared or aborted before. */
  readonly expired: Promise<void>
  /** Ends the work early, for example because the caller has left. */
  abort(reason: Error): void
  /** The work is done: stops the timer, aborts nothing. */
  clear(): void
}

export class DeadlineExpired extends Error {
  constructor(ms: number) {
    super(`deadline of ${ms} ms passed`)
    this.name = 'DeadlineExpired'
  }
}

/** Whether the work was stopped because its time was over, and not because the caller left. */
export function hasExpired({ signal }: Deadline): boolean {
  return signal.aborted && signal.reason instanceof DeadlineExpired
}

/** Stops the timer. One for all: making an error for each request that ended in time costs more than many requests. */
const CLEARED = new Error('the deadline was cleared')

export function startDeadline(clock: Clock, ms: number): Deadline {
  const work = new AbortController()
  const timer = new AbortController()
  const expired = new Promise<void>((resolve, reject) => {
    clock.sleep(ms, timer.signal).then(
      () => {
        work.abort(new DeadlineExpired(ms))
        resolve()
      },
      (error: unknown) => {
        // A cleared timer rejects its sleep, which is how it is stopped; anything else is a fault.
        if (!timer.signal.aborted) reject(error)
      },
    )
  })
  return {
    signal: work.signal,
    expired,
    abort(reason) {
      timer.abort(CLEARED)
      work.abort(reason)
    },
    clear() {
      timer.abort(CLEARED)
    },
  }
}
