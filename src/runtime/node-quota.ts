/** Calls that a node allows in any 10 s, shared by all that ask it. */
export type NodeQuota = {
  /** 0: taken, go. Otherwise nothing was taken and it is worth asking again after so many milliseconds. `share` (0-1) of
   *  the whole may be in use with these: who asks for less leaves the rest to what matters more. */
  take(calls: number, share: number): number
  /** The most calls that may travel in one request. */
  readonly maxArray: number
}

const WINDOW_MS = 10_000
/** Of a full window, one request takes no more than this. */
const ARRAY_SHARE = 0.25

/** A window that slides: no 10 s, wherever they start, see more than `per10s` calls. */
export function createNodeQuota(per10s: number, nowMs: () => number): NodeQuota {
  /** Oldest first. */
  const taken: { readonly atMs: number; readonly calls: number }[] = []
  let used = 0
  return {
    maxArray: Math.max(1, Math.floor(per10s * ARRAY_SHARE)),
    take(calls, share) {
      const now = nowMs()
      while (taken.length > 0 && now - taken[0]!.atMs >= WINDOW_MS) used -= taken.shift()!.calls
      // Even the least of them may make one call of an idle node.
      const room = Math.max(calls, Math.floor(per10s * share))
      if (used + calls <= room) {
        taken.push({ atMs: now, calls })
        used += calls
        return 0
      }
      let left = used
      for (const one of taken) {
        left -= one.calls
        if (left + calls <= room) return one.atMs + WINDOW_MS - now
      }
      return WINDOW_MS
    },
  }
}
