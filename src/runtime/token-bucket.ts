/** Calls in any 60 seconds. Each of the `perMinute` tokens comes back 60 s after it was taken, so no window of 60 s,
 *  wherever it starts, sees more; a bucket that refills evenly would allow nearly twice as much in its first minute. */
export type TokenBucket = {
  /** 0: taken, go. Otherwise nothing was taken and a token is back after so many milliseconds. `background` work leaves
   *  the reserved tokens to others. `freeParty`, where the call is for one who pays nothing, has a share of its own,
   *  and all of those together have one. */
  take(background: boolean, freeParty?: string | null): number
}

const WINDOW_MS = 60_000

export function createTokenBucket(options: {
  readonly perMinute: number
  /** Share (0-1) of the tokens that background work leaves alone. */
  readonly reservedShare: number
  /** Shares (0-1) of the tokens: of all who pay nothing, and of one of them. */
  readonly freeShare?: number
  readonly freeShareOfOne?: number
  readonly nowMs: () => number
}): TokenBucket {
  const { perMinute, nowMs } = options
  const tokensOf = (share: number): number => Math.max(1, Math.floor(perMinute * share))
  const forBackground = tokensOf(1 - options.reservedShare)
  const forFree = tokensOf(options.freeShare ?? 1)
  const forOneFree = tokensOf(options.freeShareOfOne ?? 1)
  // Ring of the moments of the last `perMinute` takes, and of who took them for free: `takenAtMs[next]` is the oldest.
  const takenAtMs = new Float64Array(perMinute).fill(Number.NEGATIVE_INFINITY)
  const takenBy: (string | null)[] = new Array(perMinute).fill(null)
  let next = 0

  const leftMs = (index: number, now: number): number => takenAtMs[index]! + WINDOW_MS - now

  /** Until the share of the party, and that of all who pay nothing, has room. Some hundred steps at most. */
  function freeWaitMs(party: string, now: number): number {
    let all = 0
    let own = 0
    for (let back = 1; back <= perMinute; back++) {
      const index = (next - back + perMinute) % perMinute
      const waitMs = leftMs(index, now)
      if (waitMs <= 0) return 0
      const by = takenBy[index]!
      if (by === null) continue
      all++
      if (by === party) own++
      // What is further back is older: it leaves the window first.
      if (own === forOneFree || all === forFree) return waitMs
    }
    return 0
  }

  return {
    take(background, freeParty = null) {
      const now = nowMs()
      const back = background ? forBackground : perMinute
      // The take that must have left the window: the oldest, or for background work the `forBackground`-th newest.
      const waitMs = Math.max(
        leftMs((next - back + perMinute) % perMinute, now),
        freeParty === null ? 0 : freeWaitMs(freeParty, now),
      )
      if (waitMs > 0) return waitMs
      takenAtMs[next] = now
      takenBy[next] = freeParty
      next = (next + 1) % perMinute
      return 0
    },
  }
}
