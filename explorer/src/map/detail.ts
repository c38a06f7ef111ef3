/** How many links a moving picture draws: as many as the browser manages at its pace. A frame that comes late costs a
 *  quarter of them, frames in time bring them back. */
export type Detail = {
  /** A frame begins, at this time. */
  next(nowMs: number): void
  /** The picture rests: the next frame has nothing before it to be late after. */
  rest(): void
  readonly most: number
}

const LATE_MS = 21
const IN_TIME_MS = 18
/** Longer is a page that was not looked at, or was busy with something else. */
const IGNORED_MS = 400
const FEWEST = 150
const AT_FIRST = 2_000

export function createDetail(links: number): Detail {
  let most = Math.min(links, AT_FIRST)
  let beforeMs: number | null = null
  return {
    get most() {
      return Math.max(1, most)
    },
    next(nowMs) {
      const tookMs = beforeMs === null ? 0 : nowMs - beforeMs
      beforeMs = nowMs
      if (tookMs === 0 || tookMs > IGNORED_MS) return
      if (tookMs > LATE_MS) most = Math.max(Math.min(links, FEWEST), Math.floor(most * 0.75))
      else if (tookMs < IN_TIME_MS) most = Math.min(links, Math.ceil(most * 1.05))
    },
    rest() {
      beforeMs = null
    },
  }
}
