/** Calls that a node allows in any 10 s, shared by all that ask it. */
export type NodeQuota = {
  /** A place for calls that may go now, or, where nothing was taken, the milliseconds after which it is worth asking
   *  again. `share` (0-1) of the whole may be in use with these: who asks for less leaves the rest to what matters more. */
  take(calls: number, share: number): QuotaPlace | number
  /** The milliseconds that `take` would say; 0 where it would give a place. */
  waitMs(calls: number, share: number): number
  /** The most calls that may travel in one request. */
  readonly maxArray: number
}
/** Calls that are on their way to the node. */
export type QuotaPlace = {
  /** To be called once: when the node has answered or the caller has given up, or when nothing was sent after all. */
  end(isSent: boolean): void
}

const WINDOW_MS = 10_000
/** Of a full window, one request takes no more than this. */
const ARRAY_SHARE = 0.25

/** A window that slides: no 10 s, wherever they start, see more than `per10s` calls. The node counts a call at some
 *  moment between its request and its answer, which only it knows: a place is taken from before the one until 10 s after
 *  the other. */
export function createNodeQuota(per10s: number, nowMs: () => number): NodeQuota {
  /** Oldest first. */
  const ended: { readonly atMs: number; readonly calls: number }[] = []
  let used = 0
  const free = (): void => {
    while (ended.length > 0 && nowMs() - ended[0]!.atMs >= WINDOW_MS) used -= ended.shift()!.calls
  }
  const waitMs = (calls: number, share: number): number => {
    free()
    // Even the least of them may make one call of an idle node.
    const room = Math.max(calls, Math.floor(per10s * share))
    if (used + calls <= room) return 0
    let left = used
    for (const one of ended) {
      left -= one.calls
      if (left + calls <= room) return one.atMs + WINDOW_MS - nowMs()
    }
    return WINDOW_MS
  }
  return {
    maxArray: Math.max(1, Math.floor(per10s * ARRAY_SHARE)),
    waitMs,
    take(calls, share) {
      const ms = waitMs(calls, share)
      if (ms > 0) return ms
      used += calls
      return {
        end(isSent) {
          if (isSent) ended.push({ atMs: nowMs(), calls })
          else used -= calls
        },
      }
    },
  }
}
