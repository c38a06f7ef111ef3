import { DAY_MS } from './durations.ts'

/** How long a stream ticket lasts, and how many opened ones are remembered. */
export const STREAM_TICKETS = {
  /** A ticket that has not opened anything by then is void. */
  openWithinMs: 60_000,
  /** An event stream reconnects with its ticket until it is this old. */
  lastsMs: DAY_MS,
  /** Opened tickets of one key that are remembered; beyond them its oldest is forgotten and so void. */
  openedPerKey: 2_000,
  /** Rows that one write removes. */
  prunedPerWrite: 64,
} as const
