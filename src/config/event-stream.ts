import type { Tier } from '../contract/api-key.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

/** Bar lengths of candle channels. */
export const STREAM_INTERVAL_MS = {
  '1s': SECOND_MS,
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
} as const
export type StreamInterval = keyof typeof STREAM_INTERVAL_MS
export const STREAM_INTERVALS = Object.keys(STREAM_INTERVAL_MS) as readonly StreamInterval[]

/** Bounds of event streams and the replay that are no settings. */
export const EVENT_STREAM = {
  maxChannels: 20,
  /** What a client waits before it reconnects. */
  retryMs: 2_000,
  /** Work on all streams, then on replays, between two turns of the loop; events and bytes of one stream at a time. */
  turnMs: 1,
  eventsPerStep: 64,
  bytesPerWrite: 20 * 1024,
  /** Events are read in aligned chunks that all readers share. */
  chunkEvents: 64,
  chunksKept: 64,
  framesKept: 4_096,
  /** Newest rows in the snapshot of a channel; of candles also no longer back than this. */
  snapshotRows: 50,
  snapshotSpanMs: DAY_MS,
  /** Trades that become bars of a second, how long back, and how much at a time. */
  secondsBackMs: DAY_MS,
  secondsPerStepMs: MINUTE_MS,
  tradesPerRead: 5_000,
  /** Minutes that become longer bars, at a time. */
  minutesPerStepMs: 12 * HOUR_MS,
  /** Candles, tickets, keys and heartbeats are checked this often: a bar is sent at most four times a second. */
  tickMs: 250,
  /** Bars of one channel that changed since the last look. */
  changedBars: 256,
  /** A stream that lags more than this gets a `lag` notice, this often. */
  lagFromMs: 5_000,
  lagFromEvents: 1_000,
  lagEveryMs: 5_000,
  /** uWebSockets.js reports a slow reader only for pieces that do not fit its own 16 KiB (seen November 2026; it cuts
   *  the connection of a reader that takes nothing after ten seconds, with what it buffered). So after this much in
   *  small pieces we send a comment of such a size, whose result shows whether the reader is slow. */
  probeAfterBytes: 256 * 1024,
  probeBytes: 17 * 1024,
  /** A slow reader that has not taken what was handed over by then is disconnected. */
  stalledMs: 120_000,
  replayRows: { max: 5_000, default: 1_000 },
} as const

/** Replays of one key, or of one address with the public preview key, in a process: how many may be open at a time, and
 *  how many events of the tape one of them looks at before it answers with what it has and a `nextCursor`. A look costs
 *  2 to 4 microseconds, whatever it finds. */
export const REPLAY_PLANS: Readonly<Record<Tier, { readonly openAtOnce: number; readonly scanEvents: number }>> = {
  free: { openAtOnce: 1, scanEvents: 50_000 },
  preview: { openAtOnce: 1, scanEvents: 50_000 },
  builder: { openAtOnce: 2, scanEvents: 500_000 },
  data: { openAtOnce: 4, scanEvents: 500_000 },
  scale: { openAtOnce: 4, scanEvents: 500_000 },
  enterprise: { openAtOnce: 4, scanEvents: 500_000 },
}

export const REPLAYS = {
  /** Hint to a key that has as many open as it may. */
  retryAfterSec: 1,
  /** While replays of paid keys want steps, those of free keys together take one after this many: they wait, and
   *  end. */
  paidStepsPerFree: 8,
} as const
