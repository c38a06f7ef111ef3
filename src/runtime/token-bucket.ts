/** Calls in any 60 seconds. Each of the `perMinute` tokens comes back 60 s after it was taken, so no window of 60 s,
 *  wherever it starts, sees more; a bucket that refills evenly would allow nearly twice as much in its first minute. */
export type TokenBucket = {
  /** 0: taken, go. Otherwise nothing was taken and a token is back after so many milliseconds.
   *  `background` work leaves the reserved tokens to others. */
  take(background: boolean): number
}

const WINDOW_MS = 60_000

export function createTokenBucket(options: {
  readonly perMinute: number
  /** Share (0-1) of the tokens that background work leaves alone. */
  readonly reservedShare: number
  readonly nowMs: () => number
}): TokenBucket {
  const { perMinute, nowMs } = options
  const forBackground = Math.max(1, Math.floor(perMinute * (1 - options.reservedShare)))
  // Ring of the moments of the last `perMinute` takes: `takenAtMs[next]` is the oldest.
  const takenAtMs = new Float64Array(perMinute).fill(Number.NEGATIVE_INFINITY)
  let next = 0

  return {
    take(background) {
      const now = nowMs()
      const back = background ? forBackground : perMinute
      // The take that must have left the window: the oldest, or for background work the `forBackground`-th newest.
      const index = (next - back + perMinute) % perMinute
      const waitMs = takenAtMs[index]! + WINDOW_MS - now
      if (waitMs > 0) return waitMs
      takenAtMs[next] = now
      next = (next + 1) % perMinute
      return 0
    },
  }
}
