import type { Clock } from './clock.ts'

/** One moment after which nothing of a call goes on, or its caller's signal, whichever is first. */
export type CallDeadline = {
  readonly signal: AbortSignal
  /** The caller went away (and not the time). */
  readonly cancelled: boolean
  leftMs(): number
  /** Returns early when the deadline passes. */
  sleep(ms: number): Promise<void>
  end(): void
}

/** Stops the timer. One for all, because making an error for each call costs more than the rest of this. */
const ENDED = new Error('the call has ended')

export function startCallDeadline(
  clock: Clock,
  timeoutMs: number,
  callerSignal: AbortSignal | undefined,
): CallDeadline {
  const stop = new AbortController()
  const timer = new AbortController()
  const endsMs = clock.monotonicMs() + timeoutMs
  let isCancelled = false
  const cancel = (): void => {
    isCancelled = true
    stop.abort()
  }
  if (callerSignal?.aborted) cancel()
  else callerSignal?.addEventListener('abort', cancel, { once: true })
  clock.sleep(timeoutMs, timer.signal).then(
    () => stop.abort(),
    (error: unknown) => {
      if (!timer.signal.aborted) throw error
    },
  )

  return {
    signal: stop.signal,
    get cancelled() {
      return isCancelled
    },
    leftMs: () => endsMs - clock.monotonicMs(),
    sleep: (ms) => clock.sleep(ms, stop.signal).catch(onlyAborts),
    end() {
      timer.abort(ENDED)
      callerSignal?.removeEventListener('abort', cancel)
    },
  }
}

function onlyAborts(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error
}
